import { sql, type Kysely } from "kysely";

/** Where the players of a project report views to. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table project_analytics (
      project_id bigint primary key,
      account_id bigint not null,
      settings jsonb not null,
      updated_at timestamptz not null default now(),
      foreign key (project_id, account_id) references projects (id, account_id) on delete cascade
    )
  `.execute(db);
}
