import { sql, type Kysely } from "kysely";

/** An account that is closed keeps everything until a promised time; then it is purged. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table accounts drop constraint accounts_status_check,
      add constraint accounts_status_check check (status in ('active', 'suspended', 'closing', 'closed'));
    create table account_closures (
      account_id bigint primary key references accounts on delete cascade,
      closed_at timestamptz not null,
      closed_by bigint references users on delete set null,
      reason text not null,
      purge_at timestamptz not null,
      reminded_at timestamptz,
      purged_at timestamptz
    );
    create index account_closures_pending on account_closures (purge_at) where purged_at is null;
  `.execute(db);
}
