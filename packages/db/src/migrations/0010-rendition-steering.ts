import { sql, type Kysely } from "kysely";

/**
 * Single renditions can be made anew or added: what a transcode takes over from an older version, what the tool said when
 * it failed, and of each rendition how like its source it is and how long it took. Videos say whether they move under the pointer.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table renditions add column ssim double precision check (ssim between 0 and 1);
    alter table renditions add column encode_seconds double precision check (encode_seconds >= 0);
    alter table transcodes add column reuse jsonb;
    alter table transcodes add column log text[] not null default '{}';
    alter table videos add column animated_preview boolean not null default true;
  `.execute(db);
}
