import { sql, type Kysely } from "kysely";

/** The invitations of a project are read page by page, the newest first. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create index project_invitations_project on project_invitations (project_id, id desc)`.execute(db);
}
