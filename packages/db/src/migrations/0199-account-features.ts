import { sql, type Kysely } from "kysely";

/** Features that an account has or has not, whatever the installation's switches say. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table account_features (
      account_id bigint not null references accounts on delete cascade,
      feature text not null,
      allowed boolean not null,
      primary key (account_id, feature)
    )`.execute(db);
}
