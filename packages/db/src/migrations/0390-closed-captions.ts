import { sql, type Kysely } from "kysely";

/** The CEA-608 and CEA-708 services within a rendition's pictures, as playlists name them; null for those made before, of which nobody knows. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table renditions add column closed_captions text[]`.execute(db);
}
