import { sql, type Kysely } from "kysely";

/** What renditions tell master playlists beside their segments; older renditions have neither. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table renditions add column key_frame_bitrate integer, add column language text;`.execute(db);
}
