import { sql, type Kysely } from "kysely";

/** Which parts of what is included were used up, so that each is mailed once a month. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table usage_warnings (
      account_id bigint not null references accounts on delete cascade,
      month text not null,
      meter text not null,
      percent integer not null,
      warned_at timestamptz not null default now(),
      primary key (account_id, month, meter, percent)
    )`.execute(db);
}
