import { sql, type Kysely } from "kysely";

/** Imports of archives that are uploaded in parts. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table import_jobs drop constraint import_jobs_kind_check;
    alter table import_jobs add constraint import_jobs_kind_check
      check (kind in ('feed', 'bucket', 'archive', 'folder', 'peertube'));
    alter table import_jobs drop constraint import_jobs_state_check;
    alter table import_jobs add constraint import_jobs_state_check
      check (state in ('receiving', 'reading', 'ready', 'running', 'complete', 'cancelled', 'failed'));
    -- Of an archive that is stored, or is being uploaded.
    alter table import_jobs add column archive_bytes bigint;
    -- Parts of it that are stored, from the first one on.
    alter table import_jobs add column archive_parts integer not null default 0;
    -- When the last one came.
    alter table import_jobs add column part_at timestamptz;
  `.execute(db);
}
