import { sql, type Kysely } from "kysely";

/** Invitations stay after they were accepted or revoked; only one of a person and a project is open. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table project_invitations
      add column message text not null default '',
      add column invited_by bigint references users on delete set null,
      add column accepted_at timestamptz,
      add column revoked_at timestamptz,
      drop constraint project_invitations_project_id_email_key;
    create unique index project_invitations_open on project_invitations (project_id, email)
      where accepted_at is null and revoked_at is null;
  `.execute(db);
}
