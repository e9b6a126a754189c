import type { Executor, Tx } from "@kinora/db/connect.ts";
import { AUDIT_WRITTEN_EVENT, projectChannel } from "@kinora/domain/realtime.ts";
import { sql } from "kysely";
import type { JobKind, Jobs } from "../jobs/jobs.ts";
import type { Tracing } from "../tracing/tracing.ts";

export interface DomainEvent {
  type: string;
  accountId: number | null;
  projectId: number | null;
  /** Ids only: listeners read the rows. */
  payload: Record<string, unknown>;
  actor: Record<string, unknown>;
}

/** A room's subscription to an event: the task that runs for it, with the payload `{eventId}`. */
export interface Listener {
  event: string;
  task: JobKind<{ eventId: number }>;
}

/** What a room does with every event in the transaction that emits it, as queueing its deliveries; `traceParent` is of that work. */
export type EventSink = (tx: Tx, event: DomainEvent, traceParent: string | null) => Promise<void>;

export type Emit = (tx: Tx, event: DomainEvent) => Promise<void>;

/** Who reacts to events. */
interface Reactions {
  listeners: readonly Listener[];
  sinks: readonly EventSink[];
}

/**
 * Builds `emit`: the outbox row, one job per listener and what the sinks store, in the caller's transaction.
 * @param reactions read with each event, so that a process that emits few may load them with the first.
 */
export function createEmit(jobs: Jobs, reactions: () => Promise<Reactions>, tracing: Pick<Tracing, "parent">): Emit {
  return async (tx, event) => {
    const { listeners, sinks } = await reactions();
    const { address: _address, ...actor } = event.actor;
    const { id } = await tx
      .insertInto("events")
      .values({
        type: event.type,
        account_id: event.accountId,
        project_id: event.projectId,
        payload: JSON.stringify(event.payload),
        actor: JSON.stringify(actor),
      })
      .returning("id")
      .executeTakeFirstOrThrow();
    for (const listener of listeners) {
      if (listener.event === event.type) await jobs.send(tx, listener.task, { eventId: id });
    }
    for (const sink of sinks) await sink(tx, event, tracing.parent());
  };
}

export interface AuditEntry {
  accountId: number | null;
  projectId: number | null;
  /** As `actorOf` has it; its address is stored beside it. */
  actor: Record<string, unknown>;
  action: string;
  objectType: string;
  objectId: number | null;
  objectTitle: string;
  /** What the object is now, or `[before, after]` of what changed; never a key, a password or a token. */
  changes?: Record<string, unknown>;
}

/** Adds an entry to the audit log; it stores the title, so that entries about deleted things stay readable. */
export const audit = (tx: Executor, entry: AuditEntry): Promise<void> => auditAll(tx, [entry]);

/** PostgreSQL takes 65,535 values in a statement (protocol, Bind). */
const ENTRIES_OF_A_STATEMENT = 1_000;

/** Adds many entries to the audit log, and announces them to the open lists of their projects. */
export async function auditAll(tx: Executor, entries: readonly AuditEntry[]): Promise<void> {
  for (let at = 0; at < entries.length; at += ENTRIES_OF_A_STATEMENT) {
    const some = entries.slice(at, at + ENTRIES_OF_A_STATEMENT);
    await tx.insertInto("audit_log").values(some.map(auditRow)).execute();
  }
  const projects = new Set(entries.map(({ projectId }) => projectId).filter((id) => id !== null));
  if (projects.size === 0) return;
  await publishAll(
    tx,
    [...projects].map((id) => ({ channel: projectChannel(id), event: AUDIT_WRITTEN_EVENT, data: {} })),
  );
}

function auditRow(entry: AuditEntry) {
  const { address, ...actor } = entry.actor;
  return {
    account_id: entry.accountId,
    project_id: entry.projectId,
    actor: JSON.stringify(actor),
    ip: typeof address === "string" ? address : null,
    action: entry.action,
    object_type: entry.objectType,
    object_id: entry.objectId,
    object_title: entry.objectTitle,
    changes: JSON.stringify(entry.changes ?? {}),
  };
}

const REALTIME = "realtime";
export const REALTIME_NOTIFICATION = REALTIME;

/** Pushes to the subscribers of `channel` on every API host of this database; after commit when given a transaction. */
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
