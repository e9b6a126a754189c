import type { Database } from "@kinora/db/connect.ts";
import { sql, type RawBuilder } from "kysely";
import type { TestProject } from "../platform/testing.ts";

interface Table {
  table: string;
  columns: string[];
}

const known = new WeakMap<Database, Promise<Table[]>>();

/** The tables of a database, which its tests do not change. */
function tablesOf(db: Database): Promise<Table[]> {
  const tables = known.get(db) ?? readTables(db);
  known.set(db, tables);
  return tables;
}

async function readTables(db: Database): Promise<Table[]> {
  const { rows } = await sql<Table>`
    select relname as table, array_agg(attname::text) as columns
    from pg_class join pg_attribute on attrelid = pg_class.oid and attnum > 0 and not attisdropped
    where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and not relispartition group by relname`.execute(
    db,
  );
  return rows;
}

/** The columns that link rows to a project, most direct first. */
const TIES: readonly [column: string, isOfProject: (projectId: number) => RawBuilder<unknown>][] = [
  ["project_id", (id) => sql`project_id = ${id}`],
  ["video_id", (id) => sql`video_id in (select id from videos where project_id = ${id})`],
  ["stream_id", (id) => sql`stream_id in (select id from streams where project_id = ${id})`],
  ["api_key_id", (id) => sql`api_key_id in (select id from api_keys where project_id = ${id})`],
  ["player_id", (id) => sql`player_id in (select id from players where project_id = ${id})`],
];

/**
 * One digest of a project's rows per table: two equal results mean that nothing was written in between.
 * `wholeAccount` adds the rows that belong to the account alone.
 */
export async function tenantRows(
  db: Database,
  { accountId, projectId }: TestProject,
  wholeAccount: boolean,
): Promise<Record<string, string>> {
  const digests = (await tablesOf(db)).flatMap(({ table, columns }) => {
    const names = new Set(columns);
    const tie = TIES.find(([column]) => names.has(column));
    const where =
      table === "projects"
        ? sql`id = ${projectId}`
        : (tie?.[1](projectId) ?? (wholeAccount && names.has("account_id") ? sql`account_id = ${accountId}` : null));
    if (!where) return [];
    const rowTexts = sql`(select row_text::text as text from ${sql.table(table)} as row_text where ${where}) as found`;
    return [sql`select ${table} as name, md5(string_agg(text, ';' order by text)) as digest from ${rowTexts}`];
  });
  const { rows } = await sql<{ name: string; digest: string | null }>`${sql.join(digests, sql` union all `)}`.execute(
    db,
  );
  return Object.fromEntries(rows.map(({ name, digest }) => [name, digest ?? "no rows"]));
}

/** Texts that only a project's own responses contain: the hashes of the project, its videos, livestreams and players. */
export async function tenantHashes(db: Database, { projectId }: TestProject): Promise<string[]> {
  const { rows } = await sql<{ hash: string }>`
    select hash from projects where id = ${projectId} union all
    select hash from videos where project_id = ${projectId} union all
    select hash from streams where project_id = ${projectId} union all
    select hash from players where project_id = ${projectId} union all
    select hash from playlists where project_id = ${projectId}`.execute(db);
  return rows.map(({ hash }) => hash);
}
