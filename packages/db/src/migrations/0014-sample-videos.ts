import { sql, type Kysely } from "kysely";

/** Uploads may be films made on the spot to try things with. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table uploads drop constraint uploads_source_check;
    alter table uploads add constraint uploads_source_check check (source in ('browser', 'api', 'url', 'csv', 'sample'));
  `.execute(db);
}
