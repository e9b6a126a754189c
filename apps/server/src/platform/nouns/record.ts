import type { Tx } from "@kinora/db/connect.ts";
import type { Context } from "../../context.ts";
import { record } from "../events/record.ts";
import type { Noun, NounRow, NounTable } from "./noun.ts";

/**
 * Records what the caller did with a row, in the transaction that does it, and tells whom else the noun names.
 * @param action a participle, as `updated`. @param changes as the audit log has them.
 * @param projectId in whose audit log the line is; the row's project where it is left out.
 */
export async function recordRow<Table extends NounTable>(
  context: Context,
  tx: Tx,
  noun: Noun<Table>,
  row: NounRow<Table>,
  action: string,
  changes: Record<string, unknown> = {},
  projectId: number | null = row.project_id ?? null,
): Promise<void> {
  const { name } = noun;
  const full = `${name}.${action}`;
  const event = noun.event ? noun.event(action) : full;
  const place = { accountId: row.account_id ?? null, projectId };
  const object = { type: name, id: row.id, title: noun.title(row) };
  await record(context, tx, place, { action: full, event, object, changes });
  await noun.changed?.(tx, row);
}
