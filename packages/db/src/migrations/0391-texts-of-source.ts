import { sql, type Kysely } from "kysely";

/** Which captions and chapters were taken from a video's source, so that another source replaces them; those of before count as people's own. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table captions add column from_source boolean not null default false;
    alter table videos add column chapters_from_source boolean not null default false;
  `.execute(db);
}
