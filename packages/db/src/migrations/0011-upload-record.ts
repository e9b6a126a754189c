import { sql, type Kysely } from "kysely";

/** How an upload's bytes came, for its record; and what a project encoded lately, for the dashboard. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table uploads
      -- Bodies that came whole.
      add column chunks integer not null default 0,
      -- Connections that broke off or were paused, and fetches that had to be tried again.
      add column interruptions integer not null default 0;
    create index transcodes_encoded on transcodes (project_id, finished_at) where state = 'complete';
  `.execute(db);
}
