import { sql, type Kysely } from "kysely";

/** Built-in roles know which they are, and what superusers make of each is kept for accounts to come. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table role_templates (
      template text primary key,
      permissions text[] not null,
      updated_at timestamptz not null default now(),
      updated_by bigint references users on delete set null
    );
    alter table roles add column template text;
    update roles set template = case title
      when 'Project admin' then 'project_admin'
      when 'Editor' then 'editor'
      when 'Uploader' then 'uploader'
      when 'Live operator' then 'live_operator'
      when 'Player & ads designer' then 'designer'
      when 'Analyst' then 'analyst'
      when 'Viewer' then 'viewer' end
      where system;
    alter table roles drop column system;
    alter table roles add column system boolean not null generated always as (template is not null) stored;
    create unique index roles_template on roles (template, account_id) where template is not null;
  `.execute(db);
}
