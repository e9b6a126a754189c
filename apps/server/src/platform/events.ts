import type { Executor, Tx } from "@kinora/db/connect.ts";
import { sql } from "kysely";
import type { Jobs } from "./jobs.ts";
import type { Task } from "./tasks.ts";

export interface DomainEvent {
  type: string;
  accountId: number | null;
  projectId: number | null;
  /** Ids only: whoever listens reads what they need. */
  payload: Record<string, unknown>;
  actor: Record<string, unknown>;
}

/** A room that wants to hear of an event gives the task that runs for it; its payload is `{eventId}`. */
export interface Listener {
  event: string;
  task: Task<{ eventId: number }>;
}

export type Emit = (tx: Tx, event: DomainEvent) => Promise<void>;

/** Builds `emit`: the outbox row and one job per listener, in the caller's transaction. */
export function createEmit(jobs: Jobs, listeners: readonly Listener[]): Emit {
  return async (tx, event) => {
    const { id } = await tx
      .insertInto("events")
      .values({
        type: event.type,
        account_id: event.accountId,
        project_id: event.projectId,
        payload: JSON.stringify(event.payload),
        actor: JSON.stringify(event.actor),
      })
      .returning("id")
      .executeTakeFirstOrThrow();
    for (const listener of listeners) {
      if (listener.event === event.type) await jobs.send(tx, listener.task, { eventId: id });
    }
  };
}

export interface AuditEntry {
  accountId: number | null;
  projectId: number | null;
  actor: Record<string, unknown>;
  action: string;
  objectType: string;
  objectId: number | null;
  objectTitle: string;
  changes?: Record<string, unknown>;
}

/** Writes down who did what to which thing; the title is kept so that deleted things stay readable. */
export async function audit(tx: Executor, entry: AuditEntry): Promise<void> {
  await tx
    .insertInto("audit_log")
    .values({
      account_id: entry.accountId,
      project_id: entry.projectId,
      actor: JSON.stringify(entry.actor),
      action: entry.action,
      object_type: entry.objectType,
      object_id: entry.objectId,
      object_title: entry.objectTitle,
      changes: JSON.stringify(entry.changes ?? {}),
    })
    .execute();
}

const REALTIME = "realtime";
export const REALTIME_NOTIFICATION = REALTIME;

/** Pushes to whoever watches `channel` on any API host of this database; after commit when given a transaction. */
export async function publish(on: Executor, channel: string, event: string, data: object): Promise<void> {
  await notify(on, REALTIME, JSON.stringify({ channel, event, data }));
}

/** Many pushes in one statement. */
export async function publishAll(
  on: Executor,
  pushes: readonly { channel: string; event: string; data: object }[],
): Promise<void> {
  const payloads = pushes.map(({ channel, event, data }) => JSON.stringify({ channel, event, data }));
  await sql`select pg_notify(${REALTIME}, payload) from unnest(${payloads}::text[]) as payload`.execute(on);
}

/** PostgreSQL NOTIFY; the payload stays under 8000 bytes (PostgreSQL manual, NOTIFY). */
export async function notify(on: Executor, channel: string, payload: string): Promise<void> {
  await sql`select pg_notify(${channel}, ${payload})`.execute(on);
}
