import { sql, type Kysely } from "kysely";

/** Nothing is copied to ClickHouse any more: PostgreSQL answers all reports. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    drop trigger view_hours_added on view_hours;
    drop trigger view_hours_changed on view_hours;
    drop trigger delivery_hours_added on delivery_hours;
    drop trigger delivery_hours_changed on delivery_hours;
    drop function mark_changed_hours();
    drop table changed_hours;
    drop table hour_copies;
  `.execute(db);
}
