import { sql, type Kysely } from "kysely";

/** How many mails people caused in a day, by the account they are of and by the address. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table mail_counts (
      day date not null,
      -- "account 7", or "to " and the SHA-256 of an address in lower case.
      subject text not null,
      mails integer not null,
      primary key (day, subject)
    )`.execute(db);
}
