import type { Tx } from "@kinora/db/connect.ts";
import { sql } from "kysely";
import { exportedAs, rowsOfAccount, type ExportedTable } from "./tables.ts";

/** Rows that are read at a time. */
const PAGE = 500;

/** The rows of the account in a table as a JSON array, one row in a line; in a transaction, for which it opens a cursor. */
export async function* tableAsJson(tx: Tx, table: ExportedTable, accountId: number): AsyncGenerator<string> {
  const columns = await columnsOf(tx, table);
  await sql`
    declare exported no scroll cursor for
    select row_to_json(r)::text as line from (
      select ${sql.join(columns)} from ${sql.table(table)} t where ${rowsOfAccount(table, accountId)}) r`.execute(tx);
  yield "[";
  for (let isFirst = true; ;) {
    const { rows } = await sql<{ line: string }>`fetch ${sql.lit(PAGE)} from exported`.execute(tx);
    if (rows.length > 0) yield `${isFirst ? "\n" : ",\n"}${rows.map(({ line }) => line).join(",\n")}`;
    isFirst &&= rows.length === 0;
    if (rows.length < PAGE) break;
  }
  await sql`close exported`.execute(tx);
  yield "\n]\n";
}

/** What changed, without what superusers noted of an agreement: only they read it. */
const withoutNotes = sql`
  case when t.action = 'account.terms_agreed' then t.changes - 'note' else t.changes end as changes`;

async function columnsOf(tx: Tx, table: ExportedTable) {
  const { rows } = await sql<{ name: string; type: string }>`
    select column_name as name, data_type as type from information_schema.columns
    where table_schema = 'public' and table_name = ${table} order by ordinal_position`.execute(tx);
  return rows.flatMap(({ name, type }) => {
    const shown = exportedAs(table, name, type);
    if (shown === null) return [];
    const column = sql.ref(`t.${name}`);
    if (table === "audit_log" && name === "changes") return [withoutNotes];
    return [shown === "hex" ? sql`encode(${column}, 'hex') as ${sql.id(name)}` : column];
  });
}
