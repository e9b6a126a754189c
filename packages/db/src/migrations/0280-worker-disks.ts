import { sql, type Kysely } from "kysely";

/** How much room the disk has on which each worker encodes. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    -- A worker of an older release leaves these as they are until it is replaced.
    alter table workers
      add column disk_free_bytes bigint not null default 0,
      add column disk_total_bytes bigint not null default 0`.execute(db);
}
