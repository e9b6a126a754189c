import { sql, type Kysely } from "kysely";

/** Marks of the hours whose sums changed, from which they are copied to ClickHouse; nothing is marked where there is none. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    -- Has a row while sums are copied.
    create table hour_copies (
      name text primary key
    );

    create table changed_hours (
      id bigint generated always as identity primary key,
      source text not null check (source in ('view_hours', 'delivery_hours')),
      project_id bigint not null,
      hour timestamptz not null
    );

    create function mark_changed_hours() returns trigger language plpgsql as $$
    begin
      if exists (select from hour_copies) then
        insert into changed_hours (source, project_id, hour)
        select distinct tg_table_name, project_id, hour from changed;
      end if;
      return null;
    end $$;

    create trigger view_hours_added after insert on view_hours referencing new table as changed
      for each statement execute function mark_changed_hours();
    create trigger view_hours_changed after update on view_hours referencing new table as changed
      for each statement execute function mark_changed_hours();
    create trigger delivery_hours_added after insert on delivery_hours referencing new table as changed
      for each statement execute function mark_changed_hours();
    create trigger delivery_hours_changed after update on delivery_hours referencing new table as changed
      for each statement execute function mark_changed_hours();
  `.execute(db);
}
