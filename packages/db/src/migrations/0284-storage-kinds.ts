import { sql, type Kysely } from "kysely";

/** What stored bytes are: hours and days from now on have them by kind, those before only their sum. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    -- As of the last hour at whose start a project stored another number of bytes.
    create table project_storage_kinds (
      project_id bigint primary key references projects on delete cascade,
      bytes bigint not null,
      originals bigint not null,
      recordings bigint not null,
      other bigint not null
    );
    -- Renditions are what is left of the bytes.
    alter table storage_hours add column originals bigint, add column recordings bigint, add column other bigint;
    -- Byte-hours by kind; null where they are not known.
    alter table usage_days add column kinds jsonb;
    alter table invoice_usage add column kinds jsonb;
  `.execute(db);
}
