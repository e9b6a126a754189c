import { sql, type Kysely } from "kysely";

/**
 * What is said in videos, divided into passages in which a search looks. A migration cannot read the files of captions that are there: a
 * chore fills in those whose `spoken_revision` is behind, one after the other, and continues where it stopped.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table spoken_passages (
      captions_id bigint not null references captions on delete cascade,
      -- Counts from 1 in the order of the captions.
      number integer not null,
      project_id bigint not null,
      video_id bigint not null,
      text text not null,
      -- Where in the text each caption begins, and the millisecond at which it does in the video.
      offsets integer[] not null,
      starts_ms integer[] not null,
      primary key (captions_id, number)
    );
    -- A search reads what waits to be sorted in from one end to the other, so nothing waits.
    create index spoken_passages_search on spoken_passages using gin (project_id, lower(text) gin_trgm_ops)
      with (fastupdate = off);
    create index spoken_passages_video on spoken_passages (project_id, video_id);
    -- 0: none of their words are in passages yet.
    alter table captions add column spoken_revision integer not null default 0;
    create index captions_unspoken on captions (id) where spoken_revision < revision;
  `.execute(db);
}
