import { sql, type Kysely } from "kysely";

/** A session can view one project as a role; it changes nothing meanwhile. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table api_sessions
      add column view_as_role_id bigint references roles on delete set null,
      add column view_as_project_id bigint references projects on delete set null;
    create index api_sessions_view_as_role on api_sessions (view_as_role_id) where view_as_role_id is not null;
    create index api_sessions_view_as_project on api_sessions (view_as_project_id) where view_as_project_id is not null
  `.execute(db);
}
