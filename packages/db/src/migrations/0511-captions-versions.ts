import { sql, type Kysely } from "kysely";

/** Who saved the file of captions and when, and the files before it, which are kept. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table captions_versions (
      captions_id bigint not null references captions on delete cascade,
      version integer not null,
      cues integer not null,
      size_bytes integer not null,
      saved_by bigint references users on delete set null,
      saved_at timestamptz not null,
      primary key (captions_id, version)
    );
    alter table captions add column saved_by bigint references users on delete set null,
      add column saved_at timestamptz not null default now();
    update captions set saved_by = created_by, saved_at = case when revision = 1 then created_at else updated_at end;
  `.execute(db);
}
