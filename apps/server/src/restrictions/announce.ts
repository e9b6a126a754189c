import type { Tx } from "@kinora/db/connect.ts";
import type { Context } from "../context.ts";
import { actorOf } from "../platform/access/caller.ts";
import type { ProjectGrant } from "../platform/access/scope.ts";
import { audit } from "../platform/events/events.ts";

interface RestrictionChange {
  /** The event: `restriction.updated`, `signing_key.created`, … */
  action: string;
  object: {
    type: "restriction" | "signing_key" | "video" | "stream" | "category" | "playlist";
    id: number;
    title: string;
  };
  changes?: Record<string, unknown>;
}

/** Emits the event of a change and adds it to the audit log. */
export async function announce(
  context: Context,
  tx: Tx,
  grant: ProjectGrant,
  change: RestrictionChange,
): Promise<void> {
  const { action, object, changes = {} } = change;
  const { accountId, projectId } = grant;
  const actor = actorOf(context.caller);
  const payload = { [`${object.type}_id`]: object.id };
  await context.emit(tx, { type: action, accountId, projectId, payload, actor });
  await audit(tx, {
    accountId,
    projectId,
    actor,
    action,
    objectType: object.type,
    objectId: object.id,
    objectTitle: object.title,
    changes,
  });
}
