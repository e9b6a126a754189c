import type { Database, Tx } from "@kinora/db/connect.ts";
import { sql } from "kysely";

/** Hours are kept as long as a day may be counted again. */
export const STORAGE_HOURS_KEPT_DAYS = 400;

/**
 * Notes what every project stores in the hour that has begun. Hours in which no worker ran get what was stored in the hour before
 * them: the bytes were stored meanwhile.
 */
export async function sampleStorage(db: Database, now: Date): Promise<void> {
  await sql`
    with hours as (
        select generate_series(
          greatest((select max(hour) + interval '1 hour' from storage_hours), ${now}::timestamptz - interval '31 days'),
          date_trunc('hour', ${now}::timestamptz, 'UTC'), interval '1 hour') as hour),
      gone as (select max(hour) as hour from storage_hours)
    insert into storage_hours (hour, project_id, account_id, bytes, originals, recordings, other)
    select hours.hour, s.project_id, s.account_id, s.bytes, s.originals, s.recordings, s.other
    from hours, gone join storage_hours s on s.hour = gone.hour
    where hours.hour < date_trunc('hour', ${now}::timestamptz, 'UTC')
    on conflict do nothing`.execute(db);
  // The sum of a project and its kinds are those of one moment.
  await db
    .transaction()
    .setIsolationLevel("repeatable read")
    .execute((tx) => sampleHour(tx, now));
  await sql`delete from storage_hours where hour < ${now}::timestamptz - make_interval(days => ${STORAGE_HOURS_KEPT_DAYS})`.execute(
    db,
  );
}

/** Stores the hour that has begun, of projects that do not have it. Videos are read of those whose bytes changed since the last one. */
async function sampleHour(tx: Tx, now: Date): Promise<void> {
  const hour = sql`date_trunc('hour', ${now}::timestamptz, 'UTC')`;
  const sampled = sql`
    project_storage s join projects p on p.id = s.project_id
    where p.deleted_at is null and s.bytes > 0
      and not exists (select from storage_hours where hour = ${hour} and project_id = p.id)`;
  await sql`
    with changed as materialized (
      select s.project_id, s.bytes from ${sampled}
        and not exists (select from project_storage_kinds k where k.project_id = s.project_id and k.bytes = s.bytes))
    insert into project_storage_kinds (project_id, bytes, originals, recordings, other)
    select c.project_id, c.bytes, coalesce(sum(v.source) filter (where not v.recorded), 0),
      coalesce(sum(v.source) filter (where v.recorded), 0), coalesce(sum(v.extra), 0)
        + (select coalesce(sum(stored_bytes), 0)::bigint from import_jobs where project_id = c.project_id)
    from changed c left join lateral (
        select recorded, least(coalesce(source_bytes, 0), stored_bytes) as source,
          least(extra_bytes, stored_bytes - least(coalesce(source_bytes, 0), stored_bytes)) as extra
        from videos where project_id = c.project_id and stored_bytes > 0) v on true
    group by 1, 2
    on conflict (project_id) do update set bytes = excluded.bytes, originals = excluded.originals,
      recordings = excluded.recordings, other = excluded.other`.execute(tx);
  await sql`
    insert into storage_hours (hour, project_id, account_id, bytes, originals, recordings, other)
    select ${hour}, s.project_id, account_id, bytes, originals, recordings, other
    from (select p.id as project_id, p.account_id, s.bytes from ${sampled}) s
      join project_storage_kinds using (project_id, bytes)
    on conflict do nothing`.execute(tx);
}
