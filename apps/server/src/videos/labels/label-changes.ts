import type { Tx } from "@kinora/db/connect.ts";
import type { Context } from "../../context.ts";
import { actorOf } from "../../platform/access/caller.ts";
import type { ProjectGrant } from "../../platform/access/scope.ts";
import { audit } from "../../platform/events/events.ts";

interface LabelChange {
  noun: "category" | "tag";
  /** The event: `created`, `renamed`, … */
  what: string;
  id: number;
  name: string;
  changes?: Record<string, unknown>;
}

/** Emits the event that a category or tag changed, and adds it to the audit log. */
export async function announceLabel(context: Context, tx: Tx, grant: ProjectGrant, change: LabelChange): Promise<void> {
  const { noun, what, id, name, changes = {} } = change;
  const actor = actorOf(context.caller);
  const { accountId, projectId } = grant;
  await context.emit(tx, { type: `${noun}.${what}`, accountId, projectId, payload: { [`${noun}_id`]: id }, actor });
  await audit(tx, {
    accountId,
    projectId,
    actor,
    action: `${noun}.${what}`,
    objectType: noun,
    objectId: id,
    objectTitle: name,
    changes,
  });
}
