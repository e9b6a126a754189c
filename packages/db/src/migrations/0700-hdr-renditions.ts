import { sql, type Kysely } from "kysely";

/** The HDR that a rendition of pictures keeps of its source: until now, none. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table renditions add column hdr text check (hdr in ('HLG', 'PQ'))`.execute(db);
}
