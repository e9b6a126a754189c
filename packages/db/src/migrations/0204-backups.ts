import { sql, type Kysely } from "kysely";

/** Backups that superusers asked for, and whether their files are whole. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table backups (
      id bigint generated always as identity primary key,
      state text not null default 'running' check (state in ('running', 'complete', 'cancelled', 'failed')),
      -- The machine that has the file, and its path there.
      host text not null default '',
      file text not null,
      requested_at timestamptz not null default now(),
      finished_at timestamptz,
      -- Written until now, and what database and media take.
      bytes bigint not null default 0,
      expected_bytes bigint not null default 0,
      sha256 bytea,
      problem text,
      verification text check (verification in ('running', 'right', 'wrong', 'failed')),
      verified_at timestamptz,
      verification_problem text
    );
    create unique index backups_running on backups ((true)) where state = 'running';`.execute(db);
}
