import { sql, type Kysely } from "kysely";

/** Who watches now: one short row for each view, which nobody misses after a crash. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create unlogged table watching_views (
      id uuid primary key,
      project_id bigint not null,
      item_kind text not null,
      item_id bigint not null,
      -- When its player last reported that it played on.
      at timestamptz not null
    ) with (fillfactor = 50);
  `.execute(db);
}
