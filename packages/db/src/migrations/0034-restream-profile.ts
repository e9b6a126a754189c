import { sql, type Kysely } from "kysely";

/** What a restream target is sent: what the publisher sends, or what that is encoded to. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table stream_restreams add column profile text not null default 'source' check (profile in ('source', '720p'))
  `.execute(db);
}
