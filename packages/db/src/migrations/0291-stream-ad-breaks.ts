import { sql, type Kysely } from "kysely";

/** The ad break of a livestream that its operator asked for last. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table stream_ad_breaks (
      stream_id bigint primary key references streams on delete cascade,
      project_id bigint not null references projects on delete cascade,
      -- Counts the breaks of the livestream, so that players play each once.
      number integer not null default 1,
      ends_at timestamptz not null
    );
    create index stream_ad_breaks_project on stream_ad_breaks (project_id)`.execute(db);
}
