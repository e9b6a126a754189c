import { sql, type Kysely } from "kysely";

/** Upload tokens: each begins a number of uploads to one project and continues them, and nothing else. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table upload_tokens (
      id bigint generated always as identity primary key,
      project_id bigint not null,
      account_id bigint not null,
      name text not null,
      prefix text not null,
      token_hash bytea not null unique,
      uses_max integer not null check (uses_max > 0),
      uses integer not null default 0 check (uses between 0 and uses_max),
      -- Null: what the project and the account allow.
      max_bytes bigint check (max_bytes > 0),
      -- Of the videos made with it; one of the two at most.
      title text,
      title_prefix text,
      category_id bigint references categories on delete set null,
      -- Tags that were deleted meanwhile are left out when they are applied.
      tag_ids bigint[] not null default '{}',
      published boolean not null default false,
      -- Origins of pages whose scripts may use it.
      origins text[] not null default '{}',
      expires_at timestamptz not null,
      revoked_at timestamptz,
      last_used_at timestamptz,
      created_by bigint references users on delete set null,
      created_by_key bigint references api_keys on delete set null,
      created_at timestamptz not null default now(),
      check (title is null or title_prefix is null),
      foreign key (project_id, account_id) references projects (id, account_id) on delete cascade
    );
    create index upload_tokens_project on upload_tokens (project_id, id);
    create index upload_tokens_usable on upload_tokens (project_id, expires_at) where revoked_at is null and uses < uses_max;
    create index upload_tokens_expiry on upload_tokens (expires_at);
    create index upload_tokens_category on upload_tokens (category_id) where category_id is not null;
    create index upload_tokens_creator on upload_tokens (created_by) where created_by is not null;
    create index upload_tokens_key on upload_tokens (created_by_key) where created_by_key is not null;

    alter table uploads add column upload_token_id bigint references upload_tokens on delete set null;
    create index uploads_token on uploads (upload_token_id) where upload_token_id is not null
  `.execute(db);
}
