import { sql, type Kysely } from "kysely";

/** Imports from S3-compatible buckets, with the keys that people give for reading them. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table import_jobs drop constraint import_jobs_kind_check;
    alter table import_jobs add constraint import_jobs_kind_check
      check (kind in ('feed', 'bucket', 'folder', 'peertube'));
    alter table import_jobs add column bucket_keys_sealed bytea;
    -- The keys that are still stored.
    create index import_jobs_bucket_keys on import_jobs (created_at) where bucket_keys_sealed is not null;
  `.execute(db);
}
