import { sql, type Kysely } from "kysely";

/** What directories of podcasts ask of a playlist's feed; feeds that are there say nothing of it yet. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table playlists add column podcast jsonb not null
      default '{"category": null, "language": null, "explicit": false, "author": null, "email": null}'`.execute(db);
}
