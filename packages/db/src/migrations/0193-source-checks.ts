import { sql, type Kysely } from "kysely";

/** The last comparison of a video's original with its checksum. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table source_checks (
      video_id bigint primary key references videos on delete cascade,
      state text not null default 'waiting' check (state in ('waiting', 'running', 'matches', 'differs', 'missing', 'failed')),
      checked_bytes bigint not null default 0,
      total_bytes bigint not null,
      requested_at timestamptz not null,
      finished_at timestamptz
    )`.execute(db);
}
