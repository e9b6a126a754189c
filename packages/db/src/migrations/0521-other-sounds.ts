import { sql, type Kysely } from "kysely";

/** What a source calls a track of sound, and whether that describes the picture: a video can have several. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table renditions add column title text, add column describes_pictures boolean not null default false`.execute(
    db,
  );
}
