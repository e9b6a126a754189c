import { sql, type Kysely } from "kysely";

/** When playback.denied was last emitted for an item and a reason. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table playback_denial_events (
      project_id bigint not null references projects on delete cascade,
      item_kind text not null check (item_kind in ('video', 'stream', 'playlist')),
      item_id bigint not null,
      reason text not null,
      emitted_at timestamptz not null,
      primary key (project_id, item_kind, item_id, reason)
    );
    create index playback_denial_events_emitted_at on playback_denial_events (emitted_at);
  `.execute(db);
}
