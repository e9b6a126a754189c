import type { Executor, Tx } from "@kinora/db/connect.ts";
import type { Context } from "../../context.ts";
import { actorOf } from "../access/caller.ts";
import { audit } from "./events.ts";

/** What the caller did with one thing. */
export interface RecordedChange {
  /** Of the audit log, as `playlist.updated`. */
  action: string;
  /** The event that listeners and webhooks get; the action where it is left out, null for none. */
  event?: string | null;
  /** `type` is a noun, as `playlist`; `title` is what the audit log calls it, also when it is deleted. */
  object: { type: string; id: number; title: string };
  /** What the object is now, or `[before, after]` of what changed; never a key, a password or a token. */
  changes?: Record<string, unknown>;
}

/**
 * Records what the caller did, in the transaction that does it: the event, whose payload is the object's id as `playlist_id`,
 * and the line of the audit log.
 */
export async function record(
  context: Pick<Context, "caller" | "emit">,
  tx: Tx,
  { accountId, projectId }: { accountId: number | null; projectId: number | null },
  { action, event = action, object, changes = {} }: RecordedChange,
): Promise<void> {
  const place = { accountId, projectId, actor: actorOf(context.caller) };
  if (event !== null) await context.emit(tx, { ...place, type: event, payload: { [`${object.type}_id`]: object.id } });
  const { type: objectType, id: objectId, title: objectTitle } = object;
  await audit(tx, { ...place, action, objectType, objectId, objectTitle, changes });
}

/** A line of the audit log about what a superuser did with the installation or a part of it, whose name is the title. */
export const auditInstallation = (
  { caller }: Pick<Context, "caller">,
  on: Executor,
  { action, title = "", changes }: { action: string; title?: string; changes: Record<string, unknown> },
): Promise<void> =>
  audit(on, {
    ...{ accountId: null, projectId: null, actor: actorOf(caller), action, changes },
    ...{ objectType: "installation", objectId: null, objectTitle: title },
  });
