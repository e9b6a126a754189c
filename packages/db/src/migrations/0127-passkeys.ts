import { sql, type Kysely } from "kysely";

/** Passkeys of people (WebAuthn Level 3); a challenge is a token that works once. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table login_passkeys (
      id bigint generated always as identity primary key,
      user_id bigint not null references users on delete cascade,
      credential_id text not null unique,
      public_key bytea not null,
      -- Of the signatures so far; authenticators that do not count keep it at 0.
      counter bigint not null,
      transports text[] not null,
      name text not null,
      created_at timestamptz not null default now(),
      last_used_at timestamptz
    );
    create index login_passkeys_user on login_passkeys (user_id);

    alter table login_tokens drop constraint login_tokens_kind_check;
    alter table login_tokens add constraint login_tokens_kind_check check (kind in (
      'first_run', 'activate', 'reset', 'confirm', 'second_factor', 'passkey_add', 'passkey_sign_in'
    ));
  `.execute(db);
}
