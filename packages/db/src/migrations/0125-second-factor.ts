import { sql, type Kysely } from "kysely";

/** A second factor at sign-in: one-time codes, recovery codes, and browsers that are not asked for a while. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table login_totp (
      user_id bigint primary key references users on delete cascade,
      secret_sealed bytea not null,
      -- The time step of the newest code that was accepted: no code works twice (RFC 6238 §5.2).
      last_step bigint not null default 0,
      created_at timestamptz not null default now(),
      -- Null until the person has typed a first code.
      confirmed_at timestamptz
    );

    create table login_recovery_codes (
      user_id bigint not null references users on delete cascade,
      code_hash bytea not null,
      created_at timestamptz not null default now(),
      used_at timestamptz,
      primary key (user_id, code_hash)
    );

    -- The browser holds a random value; only its SHA-256 is kept.
    create table login_trusted_browsers (
      id bytea primary key,
      user_id bigint not null references users on delete cascade,
      ip text,
      user_agent text,
      created_at timestamptz not null default now(),
      last_used_at timestamptz not null default now(),
      expires_at timestamptz not null
    );
    create index login_trusted_browsers_user on login_trusted_browsers (user_id);

    alter table login_tokens drop constraint login_tokens_kind_check;
    alter table login_tokens add constraint login_tokens_kind_check
      check (kind in ('first_run', 'activate', 'reset', 'confirm', 'second_factor'));
  `.execute(db);
}
