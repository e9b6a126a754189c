import { sql, type Kysely } from "kysely";

/** Indexes for what reports are narrowed to. None of these columns changes while a view is counted, but for a country that becomes known. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create index views_item on views (project_id, item_kind, item_id);
    create index views_host on views (project_id, host);
    create index views_country on views (project_id, country);
    drop index views_project;
  `.execute(db);
}
