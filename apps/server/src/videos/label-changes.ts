import type { Tx } from "@kinora/db/connect.ts";
import type { Context } from "../context.ts";
import { actorOf } from "../platform/caller.ts";
import { audit } from "../platform/events.ts";
import type { ProjectGround } from "../platform/scope.ts";

interface LabelChange {
  noun: "category" | "tag";
  /** What happened to it: `created`, `renamed`, … */
  what: string;
  id: number;
  name: string;
  changes?: Record<string, unknown>;
}

/** Tells whoever listens that a category or tag changed, and writes it into the audit log. */
export async function announceLabel(
  context: Context,
  tx: Tx,
  ground: ProjectGround,
  change: LabelChange,
): Promise<void> {
  const { noun, what, id, name, changes = {} } = change;
  const actor = actorOf(context.caller);
  const { accountId, projectId } = ground;
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
