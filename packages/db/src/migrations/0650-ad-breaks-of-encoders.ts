import { sql, type Kysely } from "kysely";

/** Tells ad breaks of encoders from those of operators: playlists name them with what the encoder sent. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table stream_ad_breaks add column of_encoder boolean not null default false
  `.execute(db);
}
