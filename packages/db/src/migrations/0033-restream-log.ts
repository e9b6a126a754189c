import { sql, type Kysely } from "kysely";

/** Lines of a stream's log say which restream target they tell of; they stay when it is removed. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table stream_log add column restream_id bigint`.execute(db);
  await sql`
    create index stream_log_restream on stream_log (restream_id, id desc) where restream_id is not null
  `.execute(db);
}
