import { type Kysely, sql } from "kysely";

/** People join a project by accepting; who was invited and never signed in was a member already. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table project_invitations (
      id bigint generated always as identity primary key,
      project_id bigint not null,
      account_id bigint not null,
      email text not null,
      role_id bigint not null,
      created_at timestamptz not null default now(),
      expires_at timestamptz not null,
      unique (project_id, email),
      foreign key (project_id, account_id) references projects (id, account_id) on delete cascade,
      foreign key (role_id, account_id) references roles (id, account_id)
    );
    create index project_invitations_email on project_invitations (email);

    insert into project_invitations (project_id, account_id, email, role_id, created_at, expires_at)
      select project_members.project_id, project_members.account_id, users.email, project_members.role_id,
        project_members.created_at, now() + interval '7 days'
      from project_members join users on users.id = project_members.user_id where users.status = 'invited';
    delete from project_members using users where users.id = project_members.user_id and users.status = 'invited';
  `.execute(db);
}
