import { sql, type Kysely } from "kysely";

/**
 * The index on words knows runs of three characters, whatever they are: pg_trgm passes over all that is no letter in the database's
 * own character type, so that words of other scripts, signs and spaces did not narrow what it finds. A run is another
 * number in every project: nothing of one is read where another one's words are looked for.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    -- What some runs of characters are in a project.
    create function run_keys(project bigint, runs text[]) returns bigint[] language sql immutable strict parallel safe as $$
      select coalesce(array_agg(hashtextextended(lower(run), project)), '{}') from unnest(runs) as run
    $$;
    -- Every run of three characters of a text.
    create function word_runs(project bigint, words text) returns bigint[] language sql immutable strict parallel safe as $$
      select coalesce(array_agg(distinct hashtextextended(one || two || three, project)), '{}') from (
        select one, lead(one) over text_order as two, lead(one, 2) over text_order as three
        from string_to_table(words, null) with ordinality as characters (one, at) window text_order as (order by at)
      ) as runs where three is not null
    $$;
    drop index videos_words;
    -- By runs of 65536 ids, too, as video_buckets counts them. Nothing waits to be sorted in, since every search would read it.
    create index videos_words on videos using gin (word_runs(project_id, words), (id >> 16), category_key, user_id)
      with (fastupdate = off);
  `.execute(db);
}
