import { sql, type Kysely } from "kysely";

/** A part is cut out of what is kept of a livestream; its picture may have the project's watermark already. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table stream_recordings drop constraint stream_recordings_kind_check;
    alter table stream_recordings add constraint stream_recordings_kind_check check (kind in ('recording', 'clip', 'trim'));
    -- What it is cut out of, and from where to where.
    alter table stream_recordings add column trim jsonb;
    alter table videos add column watermarked boolean not null default false;
  `.execute(db);
}
