import type { Database } from "@kinora/db/connect.ts";
import { sql, type RawBuilder } from "kysely";
import type { TestProject } from "../platform/testing.ts";

interface Table {
  table: string;
  columns: string[];
}

export interface TenantRows {
  project: Record<string, string>;
  account: Record<string, string>;
}

const prepared = new WeakMap<Database, Promise<void>>();

/** The tables of the schema with their columns. */
export async function readTables(db: Database): Promise<Table[]> {
  const { rows } = await sql<Table>`
    select relname as table, array_agg(attname::text) as columns
    from pg_class join pg_attribute on attrelid = pg_class.oid and attnum > 0 and not attisdropped
    where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and not relispartition group by relname`.execute(
    db,
  );
  return rows;
}

/** The columns that link rows to a project, most direct first. */
const TIES: readonly [column: string, isOfProject: RawBuilder<unknown>][] = [
  ["project_id", sql`row_text.project_id = of_project`],
  ["video_id", sql`row_text.video_id in (select id from videos where project_id = of_project)`],
  ["stream_id", sql`row_text.stream_id in (select id from streams where project_id = of_project)`],
  ["api_key_id", sql`row_text.api_key_id in (select id from api_keys where project_id = of_project)`],
  ["player_id", sql`row_text.player_id in (select id from players where project_id = of_project)`],
];

/** How the rows of a table are found that belong to `of_project`, or else to `of_account`; null for one of no tenant. */
export function ofTenant({ table, columns }: Table): { where: RawBuilder<unknown>; isOfProject: boolean } | null {
  const names = new Set(columns);
  const tie = TIES.find(([column]) => names.has(column))?.[1];
  const ofProject = table === "projects" ? sql`row_text.id = of_project` : tie;
  if (ofProject) return { where: ofProject, isOfProject: true };
  return names.has("account_id") ? { where: sql`row_text.account_id = of_account`, isOfProject: false } : null;
}

/**
 * Makes the function `tenant_rows` in a database. PostgreSQL plans a function's query once for a connection, and planning
 * it takes several times as long as running it.
 */
async function prepareDigests(db: Database): Promise<void> {
  const digests = (await readTables(db)).flatMap((described) => {
    const { table } = described;
    const tenant = ofTenant(described);
    if (!tenant) return [];
    const rowTexts = sql`(select row_text::text as text from ${sql.table(table)} as row_text where ${tenant.where}) as found`;
    const digest = sql`coalesce(md5(string_agg(text, ';' order by text)), 'no rows')`;
    return [sql`select ${sql.lit(table)}, ${sql.lit(tenant.isOfProject)}, ${digest} from ${rowTexts}`];
  });
  await sql`
    create function tenant_rows(of_project bigint, of_account bigint)
    returns table (table_name text, is_of_project boolean, digest text)
    language plpgsql set plan_cache_mode = force_generic_plan
    as $$ begin return query ${sql.join(digests, sql` union all `)}; end $$`.execute(db);
}

/**
 * One digest of a project's rows per table: two equal results mean that nothing was written in between.
 * `account` has those of the rows that belong to the account alone.
 */
export async function tenantRows(db: Database, { accountId, projectId }: TestProject): Promise<TenantRows> {
  const isPrepared = prepared.get(db) ?? prepareDigests(db);
  prepared.set(db, isPrepared);
  await isPrepared;
  const { rows } = await sql<{ table_name: string; is_of_project: boolean; digest: string }>`
    select * from tenant_rows(${projectId}, ${accountId})`.execute(db);
  const digestsOf = (tables: typeof rows) =>
    Object.fromEntries(tables.map(({ table_name, digest }) => [table_name, digest]));
  return {
    project: digestsOf(rows.filter((row) => row.is_of_project)),
    account: digestsOf(rows.filter((row) => !row.is_of_project)),
  };
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
