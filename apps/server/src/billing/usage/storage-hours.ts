import type { Database } from "@kinora/db/connect.ts";
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
    insert into storage_hours (hour, project_id, account_id, bytes)
    select hours.hour, s.project_id, s.account_id, s.bytes
    from hours, gone join storage_hours s on s.hour = gone.hour
    where hours.hour < date_trunc('hour', ${now}::timestamptz, 'UTC')
    on conflict do nothing`.execute(db);
  await sql`
    insert into storage_hours (hour, project_id, account_id, bytes)
    select date_trunc('hour', ${now}::timestamptz, 'UTC'), p.id, p.account_id, s.bytes
    from project_storage s join projects p on p.id = s.project_id
    where p.deleted_at is null and s.bytes > 0
    on conflict do nothing`.execute(db);
  await sql`delete from storage_hours where hour < ${now}::timestamptz - make_interval(days => ${STORAGE_HOURS_KEPT_DAYS})`.execute(
    db,
  );
}
