import { sql, type Kysely } from "kysely";

/** When a player of a project was first loaded by a page of the project's own domain. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table project_embeds (
      project_id bigint primary key references projects on delete cascade,
      first_seen_at timestamptz not null default now()
    )`.execute(db);
}
