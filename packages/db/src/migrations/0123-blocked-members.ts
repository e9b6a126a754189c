import { sql, type Kysely } from "kysely";

/** Members who are blocked in a project. They are no members meanwhile, so that no path to the project is left open. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table blocked_members (
      project_id bigint not null,
      account_id bigint not null,
      user_id bigint not null references users on delete cascade,
      role_id bigint not null,
      reason text not null,
      blocked_by bigint references users on delete set null,
      blocked_at timestamptz not null default now(),
      primary key (project_id, user_id),
      foreign key (project_id, account_id) references projects (id, account_id) on delete cascade,
      foreign key (role_id, account_id) references roles (id, account_id)
    );
    create index blocked_members_role on blocked_members (role_id);
    create index blocked_members_user on blocked_members (user_id);
  `.execute(db);
}
