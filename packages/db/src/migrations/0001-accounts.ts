import { sql, type Kysely } from "kysely";

/** Accounts, people, roles, projects and keys. Composite foreign keys carry account_id so that no row can join two tenants. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create extension if not exists pg_trgm;
    create extension if not exists btree_gin;

    create table users (
      id bigint generated always as identity primary key,
      email text not null check (email = lower(email)),
      first_name text not null default '',
      last_name text not null default '',
      avatar_key text,
      superuser boolean not null default false,
      status text not null default 'active' check (status in ('invited', 'active', 'blocked')),
      created_at timestamptz not null default now(),
      last_seen_at timestamptz,
      unique (email)
    );

    create table accounts (
      id bigint generated always as identity primary key,
      name text not null,
      cell text not null,
      status text not null default 'active' check (status in ('active', 'suspended', 'closed')),
      storage_limit_bytes bigint,
      created_at timestamptz not null default now()
    );

    create table account_owners (
      account_id bigint not null references accounts on delete cascade,
      user_id bigint not null references users on delete cascade,
      created_at timestamptz not null default now(),
      primary key (account_id, user_id)
    );
    create index account_owners_user on account_owners (user_id);

    create table roles (
      id bigint generated always as identity primary key,
      account_id bigint not null references accounts on delete cascade,
      title text not null,
      description text not null default '',
      system boolean not null default false,
      permissions text[] not null default '{}',
      unique (id, account_id),
      unique (account_id, title)
    );

    create table projects (
      id bigint generated always as identity primary key,
      account_id bigint not null references accounts on delete cascade,
      hash text not null unique,
      name text not null,
      domain text not null,
      created_at timestamptz not null default now(),
      deleted_at timestamptz,
      unique (id, account_id)
    );
    create unique index projects_name on projects (account_id, lower(name)) where deleted_at is null;

    create table project_members (
      project_id bigint not null,
      account_id bigint not null,
      user_id bigint not null references users on delete cascade,
      role_id bigint not null,
      created_at timestamptz not null default now(),
      primary key (project_id, user_id),
      foreign key (project_id, account_id) references projects (id, account_id) on delete cascade,
      foreign key (role_id, account_id) references roles (id, account_id)
    );
    create index project_members_user on project_members (user_id);

    create table api_keys (
      id bigint generated always as identity primary key,
      project_id bigint not null,
      account_id bigint not null,
      name text not null,
      prefix text not null,
      key_hash bytea not null unique,
      scopes text[] not null,
      created_by bigint references users on delete set null,
      created_at timestamptz not null default now(),
      expires_at timestamptz,
      disabled_at timestamptz,
      last_used_at timestamptz,
      foreign key (project_id, account_id) references projects (id, account_id) on delete cascade
    );
    create index api_keys_project on api_keys (project_id);
  `.execute(db);
}
