import { sql, type Kysely } from "kysely";

const LETTERS = ["łŁøØđĐðÐħĦıς", "llooddddhhiσ"] as const;
const APOSTROPHES = "’‘‚‛ʼʻ′‹›՚׳";
const QUOTATION_MARKS = "“”„‟«»״";
const DASHES = "‐‒–—―−־";
const ARABIC = ["ٱىیکة٠١٢٣٤٥٦٧٨٩۰۱۲۳۴۵۶۷۸۹", "اييكه01234567890123456789"] as const;

/** An apostrophe within a text of SQL is written twice. */
const FROM = LETTERS[0] + APOSTROPHES + QUOTATION_MARKS + DASHES + ARABIC[0];
const TO =
  LETTERS[1] +
  "''".repeat(APOSTROPHES.length) +
  '"'.repeat(QUOTATION_MARKS.length) +
  "-".repeat(DASHES.length) +
  ARABIC[1];

/** Accents, points and vowels, hamza and tatweel of Arabic, and what nobody sees. */
const MARKS = String.raw`[\u00ad\u0300-\u036f\u0591-\u05bd\u05bf\u05c1\u05c2\u05c4\u05c5\u05c7\u061c\u0640\u064b-\u0655\u0670\u200b-\u200f\u202a-\u202e\u2060\u2066-\u2069\ufe00-\ufe0f\ufeff]`;

/**
 * Searches compare quotation marks, apostrophes and dashes as those of keyboards, letters of Arabic as its keyboards write them,
 * and without characters that nobody sees. Only rows that have such a character are written again.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(
      `create or replace function folded(written text) returns text language sql immutable parallel safe as $$
        select case when octet_length(written) = length(written) then lower(written collate "C") else
          normalize(
            translate(
              replace(replace(replace(replace(replace(replace(replace(replace(
                lower(regexp_replace(normalize(translate(written, '´″', '''"'), NFKD), '${MARKS}', '', 'g')),
                'ß', 'ss'), 'ẞ', 'ss'), 'æ', 'ae'), 'Æ', 'ae'), 'œ', 'oe'), 'Œ', 'oe'), 'þ', 'th'), 'Þ', 'th'),
              '${FROM}', '${TO}'),
            NFC) end
      $$`,
    )
    .execute(db);
  // A generated column is computed when a column that it is made of is written.
  const words = {
    videos: { column: "file_name", written: "title || chr(10) || description || chr(10) || file_name" },
    uploads: { column: "file_name", written: "file_name || chr(10) || coalesce(source_url, '')" },
    stream_log: { column: "detail", written: "detail || chr(10) || coalesce(client_ip, '')" },
    spoken_passages: { column: "text", written: "text" },
  };
  for (const [table, { column, written }] of Object.entries(words))
    await sql`
      update ${sql.table(table)} set ${sql.ref(column)} = ${sql.ref(column)}
      where words is distinct from folded(${sql.raw(written)})`.execute(db);
  await sql`reindex index tags_search`.execute(db);
}
