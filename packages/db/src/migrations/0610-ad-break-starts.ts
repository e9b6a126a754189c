import { sql, type Kysely } from "kysely";

/** When an ad break began, which playlists state. Those that are there lasted as long as one does unless asked otherwise. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table stream_ad_breaks add column begins_at timestamptz;
    update stream_ad_breaks set begins_at = ends_at - interval '60 seconds';
    alter table stream_ad_breaks alter column begins_at set not null, alter column begins_at set default now();`.execute(
    db,
  );
}
