import { sql, type Kysely } from "kysely";

/**
 * Searches compare without accents and case: `folded` returns what `fold` of @kinora/domain/folded-text.ts does. It is made of
 * functions that every PostgreSQL has, since `unaccent` has other rules in each release and may have a file of the operator's.
 *
 * In a database whose character type is `C`, letters that are neither Latin nor without an accent keep their case.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create function folded(written text) returns text language sql immutable parallel safe as $$
      select case when octet_length(written) = length(written) then lower(written collate "C") else
        normalize(
          translate(
            replace(replace(replace(replace(replace(replace(replace(replace(
              lower(regexp_replace(normalize(written, NFKD),
                '[\\u0300-\\u036f\\u0591-\\u05bd\\u05bf\\u05c1\\u05c2\\u05c4\\u05c5\\u05c7\\u064b-\\u0652\\u0670]', '', 'g')),
              'ß', 'ss'), 'ẞ', 'ss'), 'æ', 'ae'), 'Æ', 'ae'), 'œ', 'oe'), 'Œ', 'oe'), 'þ', 'th'), 'Þ', 'th'),
            'łŁøØđĐðÐħĦıς', 'llooddddhhiσ'),
          NFC) end
    $$;
  `.execute(db);
  const words = {
    videos: "title || chr(10) || description || chr(10) || file_name",
    uploads: "file_name || chr(10) || coalesce(source_url, '')",
    stream_log: "detail || chr(10) || coalesce(client_ip, '')",
  };
  for (const [table, written] of Object.entries(words))
    await sql`
      alter table ${sql.table(table)} drop column words,
        add column words text not null generated always as (folded(${sql.raw(written)})) stored;
      alter table ${sql.table(table)} alter column words set statistics 1000;
      create index ${sql.id(`${table}_search`)} on ${sql.table(table)} using gin (project_id, words gin_trgm_ops)
        with (fastupdate = off);
    `.execute(db);
  await sql`
    drop index tags_search, spoken_passages_search;
    create index tags_search on tags using gin (project_id, folded(name) gin_trgm_ops) where leaving_at is null;
    -- A search reads the words of each passage that its index finds: they are folded once, when they are stored.
    alter table spoken_passages add column words text not null generated always as (folded(text)) stored;
    create index spoken_passages_search on spoken_passages using gin (project_id, words gin_trgm_ops)
      with (fastupdate = off);
    analyze videos, uploads, stream_log, tags, spoken_passages;
  `.execute(db);
}
