import { sql, type Kysely } from "kysely";

/** Videos made of a sound without a picture: music, talks and podcasts. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table videos add column sound_only boolean not null default false`.execute(db);
  // Few videos of most projects are sounds, and few videos of some are not.
  await sql`create index videos_of_sounds on videos (project_id, shelf, created_at, id) where sound_only`.execute(db);
}
