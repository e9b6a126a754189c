import { sql, type Kysely } from "kysely";

/** Exports of accounts: a zip that a job builds and an owner downloads once. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table account_exports (
      id bigint generated always as identity primary key,
      account_id bigint not null references accounts on delete cascade,
      state text not null default 'running' check (state in ('running', 'complete', 'failed', 'cancelled')),
      requested_at timestamptz not null,
      requested_by bigint references users on delete set null,
      -- Files of the zip: those that are written, and all of them; null until they were counted.
      files_done integer not null default 0,
      files integer,
      bytes bigint not null default 0,
      problem text,
      finished_at timestamptz,
      expires_at timestamptz,
      -- The person who proved that it is they, and until when they can begin the download.
      permitted_to bigint references users on delete set null,
      permitted_until timestamptz,
      -- Set while it is being downloaded.
      sending_since timestamptz,
      downloaded_at timestamptz,
      downloaded_by bigint references users on delete set null,
      file_deleted_at timestamptz
    );
    create unique index account_exports_running on account_exports (account_id) where state = 'running';
    create index account_exports_account on account_exports (account_id, id desc);
    create index account_exports_with_file on account_exports (id) where file_deleted_at is null;
  `.execute(db);
}
