import type { Tx } from "@kinora/db/connect.ts";
import type { Context } from "../../context.ts";
import type { ProjectGrant } from "../../platform/access/scope.ts";
import { record } from "../../platform/events/record.ts";

interface LabelChange {
  noun: "category" | "tag";
  /** The event: `created`, `renamed`, … */
  what: string;
  id: number;
  name: string;
  changes?: Record<string, unknown>;
}

/** Emits the event that a category or tag changed, and adds it to the audit log. */
export const announceLabel = (
  context: Context,
  tx: Tx,
  grant: ProjectGrant,
  { noun, what, id, name, changes = {} }: LabelChange,
): Promise<void> =>
  record(context, tx, grant, { action: `${noun}.${what}`, object: { type: noun, id, title: name }, changes });
