import type { Tx } from "@kinora/db/connect.ts";
import type { Context } from "../../context.ts";
import { record } from "../events/record.ts";
import type { Noun, NounRow, NounTable } from "./noun.ts";

/**
 * Records what the caller did with a row, in the transaction that does it, and tells whom else the noun names.
 * @param action a participle, as `updated`. @param changes as the audit log has them.
 */
export async function recordRow<Table extends NounTable>(
  context: Context,
  tx: Tx,
  noun: Noun<Table>,
  row: NounRow<Table>,
  action: string,
  changes: Record<string, unknown> = {},
): Promise<void> {
  await record(
    context,
    tx,
    { accountId: row.account_id, projectId: row.project_id },
    {
      action: `${noun.name}.${action}`,
      event: noun.event?.(action) ?? `${noun.name}.${action}`,
      object: { type: noun.name, id: row.id, title: noun.title(row) },
      changes,
    },
  );
  await noun.changed?.(tx, row);
}
