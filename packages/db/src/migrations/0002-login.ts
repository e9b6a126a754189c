import { sql, type Kysely } from "kysely";

/** What only the login application reads and writes, and the API hosts' sessions that hang on its sessions. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table login_credentials (
      user_id bigint primary key references users on delete cascade,
      password_hash text not null,
      changed_at timestamptz not null default now()
    );

    -- The browser holds a random value; only its SHA-256 is kept.
    create table login_sessions (
      id bytea primary key,
      user_id bigint not null references users on delete cascade,
      ip text,
      user_agent text,
      created_at timestamptz not null default now(),
      last_seen_at timestamptz not null default now(),
      expires_at timestamptz not null
    );
    create index login_sessions_user on login_sessions (user_id);

    -- Deleting a login session ends what every API host built on it, in the same transaction.
    create table api_sessions (
      id bytea primary key,
      login_session_id bytea not null references login_sessions on delete cascade,
      user_id bigint not null references users on delete cascade,
      cell text not null,
      created_at timestamptz not null default now(),
      expires_at timestamptz not null
    );
    create index api_sessions_login on api_sessions (login_session_id);

    create table login_tokens (
      id bytea primary key,
      kind text not null check (kind in ('first_run', 'activate', 'reset')),
      user_id bigint references users on delete cascade,
      created_at timestamptz not null default now(),
      expires_at timestamptz not null,
      used_at timestamptz
    );

    create table login_attempts (
      id bigint generated always as identity primary key,
      email text not null,
      ip text not null,
      result text not null,
      created_at timestamptz not null default now()
    );
    create index login_attempts_recent on login_attempts (email, ip, created_at desc);

    create table oidc_payloads (
      model text not null,
      id text not null,
      payload jsonb not null,
      grant_id text,
      user_code text,
      uid text,
      consumed_at timestamptz,
      expires_at timestamptz,
      primary key (model, id)
    );
    create index oidc_payloads_grant on oidc_payloads (grant_id) where grant_id is not null;
    create index oidc_payloads_uid on oidc_payloads (uid) where uid is not null;
    create index oidc_payloads_expiry on oidc_payloads (expires_at);

    create table settings (
      name text primary key,
      value jsonb not null
    );
  `.execute(db);
}
