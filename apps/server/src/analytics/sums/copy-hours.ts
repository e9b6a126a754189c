import type { Database } from "@kinora/db/connect.ts";
import { sql } from "kysely";
import type { Services } from "../../context.ts";
import type { ClickHouse } from "../../platform/database/clickhouse.ts";
import { COPIED, COPIES, makeTables } from "./clickhouse-tables.ts";

/** Hours of projects that one transaction copies. */
const MARKS = 200;
/** Rows of one insert. */
const ROWS = 20_000;

type Copied = keyof typeof COPIED;

/**
 * Copies the hours whose sums changed to ClickHouse. Where it has nothing yet, everything is copied. An hour stays marked until
 * ClickHouse has stored it; one that is stored twice replaces itself.
 */
export async function copyHours({ db, clickhouse }: Pick<Services, "db" | "clickhouse">): Promise<void> {
  if (!clickhouse) {
    await stopMarking(db);
    return;
  }
  await makeTables(clickhouse);
  const [copies] = await clickhouse.query<{ found: number }>(`select toFloat64(count()) as found from ${COPIES}`);
  if (copies?.found === 0) {
    await markEverything(db);
    await clickhouse.run(`insert into ${COPIES} select now('UTC')`);
  }
  while ((await copySome(db, clickhouse)) > 0);
}

/** Nobody reads marks without a ClickHouse: the next one begins with a copy of everything. */
async function stopMarking(db: Database): Promise<void> {
  const { numDeletedRows } = await db.deleteFrom("hour_copies").executeTakeFirstOrThrow();
  if (numDeletedRows > 0n) await db.deleteFrom("changed_hours").execute();
}

/** The lock waits for those who add to the sums: none of them is left unmarked. */
async function markEverything(db: Database): Promise<void> {
  await db.transaction().execute(async (tx) => {
    await sql`lock table view_hours, delivery_hours in share row exclusive mode`.execute(tx);
    await sql`insert into hour_copies (name) values ('clickhouse') on conflict do nothing`.execute(tx);
    for (const source of ["view_hours", "delivery_hours"] as const)
      await sql`insert into changed_hours (source, project_id, hour)
        select distinct ${source}, project_id, hour from ${sql.table(source)}`.execute(tx);
  });
}

interface Mark {
  source: Copied;
  project_id: number;
  hour: Date;
}

/** Copies some hours, and returns how many marks they had. */
async function copySome(db: Database, clickhouse: ClickHouse): Promise<number> {
  return db.transaction().execute(async (tx) => {
    const { rows: marks } = await sql<Mark>`
      delete from changed_hours where id in (
        select id from changed_hours order by id limit ${MARKS} for update skip locked)
      returning source, project_id, hour`.execute(tx);
    for (const source of ["view_hours", "delivery_hours"] as const) {
      const of = marks.filter((mark) => mark.source === source);
      if (of.length > 0) await copyMarked(tx, clickhouse, source, of);
    }
    return marks.length;
  });
}

async function copyMarked(db: Database, clickhouse: ClickHouse, source: Copied, marks: readonly Mark[]): Promise<void> {
  const { table, columns } = COPIED[source];
  // The version is of the statement that reads: what it sees is newer than what an older one saw.
  const { rows } = await sql<Record<string, unknown>>`
    select ${sql.raw(columns.map((name) => `s.${name}`).join(", "))},
      (extract(epoch from clock_timestamp()) * 1000000)::bigint as version
    from ${sql.table(source)} s
    join (select distinct project_id, hour from jsonb_to_recordset(${JSON.stringify(marks)}::jsonb)
      as r (project_id bigint, hour timestamptz)) m on m.project_id = s.project_id and m.hour = s.hour`.execute(db);
  for (let at = 0; at < rows.length; at += ROWS) {
    const some = rows.slice(at, at + ROWS);
    await clickhouse.insert(
      table,
      some.map((row) => ("startups" in row ? { ...row, startups: row["startups"] ?? [] } : row)),
    );
  }
}

/** Deletes the copies of projects that are no more. */
export async function dropDeletedProjects({ db, clickhouse }: Pick<Services, "db" | "clickhouse">): Promise<void> {
  if (!clickhouse) return;
  await makeTables(clickhouse);
  for (const { table } of Object.values(COPIED)) {
    const copied = await clickhouse.query<{ id: number }>(`select distinct toFloat64(project_id) as id from ${table}`);
    const ids = copied.map(({ id }) => id);
    const { rows } = await sql<{ id: number }>`
      select gone.id from unnest(${ids}::bigint[]) as gone (id)
      where not exists (select from projects p where p.id = gone.id)`.execute(db);
    if (rows.length > 0)
      await clickhouse.run(`alter table ${table} delete where project_id in {ids: Array(Int64)}`, {
        ids: rows.map(({ id }) => id),
      });
  }
}
