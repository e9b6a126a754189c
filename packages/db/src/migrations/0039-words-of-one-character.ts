import { sql, type Kysely } from "kysely";

/**
 * The index on words knows runs of one and two characters, too, where one says as much as a word: from U+2E80 on (Unicode, "CJK
 * Radicals Supplement") stand the scripts of China, Japan and Korea, and pictographs.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create or replace function word_runs(project bigint, words text) returns bigint[] language plpgsql immutable strict parallel safe as $$
    declare runs bigint[];
    begin
      select coalesce(array_agg(distinct hashtextextended(one || two || three, project)), '{}') into runs from (
        select one, lead(one) over text_order as two, lead(one, 2) over text_order as three
        from string_to_table(words, null) with ordinality as characters (one, at) window text_order as (order by at)
      ) as threes where three is not null;
      if octet_length(words) > length(words) then
        select runs || coalesce(array_agg(distinct hashtextextended(run, project)), '{}') into runs from (
          select one, lead(one) over text_order as two
          from string_to_table(words, null) with ordinality as characters (one, at) window text_order as (order by at)
        ) as twos cross join lateral (values (one), (case when ascii(two) >= 11904 then one || two end)) as whole (run)
        where ascii(one) >= 11904 and run is not null;
      end if;
      return runs;
    end $$;
    reindex index videos_words;
  `.execute(db);
}
