import { sql, type Kysely } from "kysely";

/** Projects can be suspended, and have storage quotas of their own: the soft one warns, the hard one refuses uploads. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table projects
      add column suspended_at timestamptz,
      add column storage_soft_bytes bigint,
      add column storage_hard_bytes bigint,
      add column storage_warned_at timestamptz;
  `.execute(db);
}
