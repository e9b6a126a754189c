import { sql, type Kysely } from "kysely";

/** Renditions in other codecs than H.264, which is that of all there are. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table renditions add column further_codec text check (further_codec in ('hevc', 'av1'));
    create index renditions_further on renditions (account_id, id) where further_codec is not null;`.execute(db);
}
