import { sql, type Kysely } from "kysely";

/** A person's new mail address while the old and the new one have not both confirmed it. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table login_mail_changes (
      user_id bigint primary key references users on delete cascade,
      email text not null,
      -- The SHA-256 of those in the two mails; null until they are sent, and where the new address is taken.
      old_token bytea unique,
      new_token bytea unique,
      old_confirmed_at timestamptz,
      new_confirmed_at timestamptz,
      created_at timestamptz not null,
      expires_at timestamptz not null
    )
  `.execute(db);
}
