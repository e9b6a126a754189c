import { sql, type Kysely } from "kysely";

const KEY = "project_id, step, dimension, value, at, item_kind, audience";

/**
 * Sums of hours and of days in tables of their own. There are ten times as many of hours: a report that reads the days of a quarter found
 * one or two of them on each page.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  const { rows } = await sql<{ definition: string }>`
    select pg_get_viewdef('played_hours'::regclass) as definition`.execute(db);
  await sql`
    drop view played_hours;
    alter table view_sums rename to view_sums_together;
    alter index view_sums_pkey rename to view_sums_together_pkey;
    alter index view_sums_range rename to view_sums_together_range;

    create table view_sums (
      like view_sums_together including defaults including constraints,
      primary key (${sql.raw(KEY)}),
      foreign key (project_id) references projects on delete cascade
    ) partition by list (step);
    create table view_sums_hours partition of view_sums for values in ('hour') with (fillfactor = 70);
    create table view_sums_days partition of view_sums for values in ('day') with (fillfactor = 70);
    -- All values of a range.
    create index view_sums_range on view_sums (project_id, dimension, at);

    insert into view_sums select * from view_sums_together order by at, project_id;
    drop table view_sums_together;
    create view played_hours as ${sql.raw(String(rows[0]?.definition))}
  `.execute(db);
}
