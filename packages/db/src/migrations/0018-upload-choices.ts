import { sql, type Kysely } from "kysely";

/** A video may be made with a preset of rungs instead of its project's; an import may carry a secret header. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    -- Null: the project's own resolutions.
    alter table videos add column ladder_preset text check (ladder_preset in ('basic', 'standard', 'full'));
    alter table uploads
      add column fetch_header_name text,
      -- AES-256-GCM with the installation's key; null as soon as it is not needed any more.
      add column fetch_header_sealed bytea;
    create index uploads_fetch_header on uploads (finished_at) where fetch_header_sealed is not null;
  `.execute(db);
}
