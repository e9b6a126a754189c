import { sql, type Kysely } from "kysely";

/** An organization's provider ends the sessions that it began: they carry its own id of them, also past a second factor. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    -- The claim sid of the ID token (OpenID Connect Back-Channel Logout 1.0, 2.1); null where the provider names none.
    alter table login_sessions add column provider_sid text;
    create index login_sessions_provider on login_sessions (provider_account_id) where provider_account_id is not null;

    -- Of a sign-in that waits for the person's own second factor.
    alter table login_tokens
      add column provider_account_id bigint references accounts on delete set null,
      add column provider_factor boolean not null default false,
      add column provider_sid text;
  `.execute(db);
}
