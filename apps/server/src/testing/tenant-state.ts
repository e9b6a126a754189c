import type { Database } from "@kinora/db/connect.ts";
import { sql } from "kysely";
import type { TestProject } from "../platform/testing.ts";
import { ofTenant, readTables } from "./tenant-rows.ts";

/** What is written about a change, and differs with the order of two changes. */
const RECORDS: ReadonlySet<string> = new Set([
  "audit_log",
  "events",
  // Which block of ids a video is in.
  "video_buckets",
  "webhook_messages",
  "stream_log",
]);

/** Columns whose value is chosen by the clock or by chance; of them only counts whether there is one. */
const CHANCE =
  /(^|_)(id|at|by|credits|number|period_from|hash|kid|token|prefix|sealed|secret|public_key|password_hash|salt|key)$/;
/** The same inside texts and JSON. */
const CHANCE_TEXT = [
  [/(Sample|Role) [0-9a-f-]+/g, "sample"],
  [/[0-9a-f]{8}-[0-9a-f-]{27}/g, "uuid"],
  [/\d{4}-\d\d-\d\d[T ]\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d(:?\d\d)?)?/g, "moment"],
  [/"(\w+_)?(ids?|at)": ?(\[[\d, ]*\]|\d+)/g, "id"],
  // Days of the sample invoices, numbers of invoices, moments as milliseconds.
  [/\b19\d\d-\d\d-\d\d\b|\b\d{4}-\d{5}\b|\b\d{13}\b/g, "number"],
  [/[0-9a-f]{16,}/g, "hash"],
] as const;

const prepared = new WeakMap<Database, Promise<void>>();

/** Makes the function `tenant_state` in a database, see `prepareDigests`. */
async function prepare(db: Database): Promise<void> {
  const states = (await readTables(db)).flatMap((table) => {
    const where = RECORDS.has(table.table) ? null : ofTenant(table)?.where;
    if (!where) return [];
    return [
      sql`select ${sql.lit(table.table)}, to_jsonb(row_text) from ${sql.table(table.table)} as row_text where ${where}`,
    ];
  });
  await sql`
    create function tenant_state(of_project bigint, of_account bigint) returns table (table_name text, content jsonb)
    language plpgsql set plan_cache_mode = force_generic_plan
    as $$ begin return query ${sql.join(states, sql` union all `)}; end $$`.execute(db);
}

/**
 * The rows of a project and its account as lines, without what is chosen by the clock or by chance: two tenants on whom
 * the same calls were made in the same order have the same lines.
 */
export async function tenantState(db: Database, { accountId, projectId }: TestProject): Promise<string[]> {
  const isPrepared = prepared.get(db) ?? prepare(db);
  prepared.set(db, isPrepared);
  await isPrepared;
  const { rows } = await sql<{ table_name: string; content: Record<string, unknown> }>`
    select * from tenant_state(${projectId}, ${accountId})`.execute(db);
  return rows.map(({ table_name, content }) => `${table_name} ${withoutChance(content)}`).toSorted();
}

function withoutChance(content: Record<string, unknown>): string {
  const kept = Object.entries(content).map(([name, value]) => [
    name,
    CHANCE.test(name) && value !== null ? "some" : value,
  ]);
  let text = JSON.stringify(Object.fromEntries(kept));
  for (const [pattern, word] of CHANCE_TEXT) text = text.replaceAll(pattern, word);
  return text;
}
