import { sql, type Kysely } from "kysely";

/** Limits per address, sessions seen by their activity, and the mails of installations without a mail server. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create index login_attempts_address on login_attempts (ip, created_at desc);
    create index login_tokens_user on login_tokens (user_id, kind);
    create index api_sessions_user on api_sessions (user_id);

    create table development_mails (
      id bigint generated always as identity primary key,
      recipient text not null,
      subject text not null,
      body text not null,
      created_at timestamptz not null default now()
    );
  `.execute(db);
}
