import { sql, type Kysely } from "kysely";

/** The refused requests of one video or livestream are read newest first. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create index playback_denials_item on playback_denials (project_id, item_kind, item_id, id desc)
  `.execute(db);
}
