import { sql, type Kysely } from "kysely";

/** What could be deleted to free disk space, as the last search found it. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table storage_scans (
      id bigint generated always as identity primary key,
      state text not null default 'running' check (state in ('running', 'complete', 'cancelled', 'failed')),
      requested_at timestamptz not null default now(),
      finished_at timestamptz,
      -- Files looked at until now, their bytes, and the bytes that rows speak of.
      files bigint not null default 0,
      bytes bigint not null default 0,
      expected_bytes bigint not null default 0,
      candidates jsonb not null default '[]',
      problem text,
      -- The deletion of the orphans it found; null until someone asks for it.
      deletion text check (deletion in ('running', 'complete', 'failed')),
      deletion_problem text
    );
    create unique index storage_scans_running on storage_scans ((true)) where state = 'running' or deletion = 'running';
    create table storage_orphans (
      scan_id bigint not null references storage_scans on delete cascade,
      folder text not null,
      files bigint not null,
      bytes bigint not null,
      newest_at timestamptz not null,
      state text not null default 'found' check (state in ('found', 'deleted', 'kept')),
      primary key (scan_id, folder)
    );`.execute(db);
}
