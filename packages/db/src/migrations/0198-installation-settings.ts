import { sql, type Kysely } from "kysely";

/**
 * What an operator decides for the whole installation. Every process keeps a copy, which the trigger's notification
 * makes it forget. Whether registration is open was a setting before.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table installation_settings (
      name text primary key,
      value jsonb not null,
      updated_at timestamptz not null default now()
    );
    insert into installation_settings (name, value)
      select 'registration', jsonb_build_object('open', value) from settings where name = 'open_registration';
    delete from settings where name = 'open_registration';
    create function tell_installation_settings() returns trigger language plpgsql as $$
    begin
      perform pg_notify('installation_settings', '');
      return null;
    end $$;
    create trigger tell_installation_settings after insert or update or delete on installation_settings
      for each statement execute function tell_installation_settings();
  `.execute(db);
}
