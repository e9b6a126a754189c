import { fold } from "@kinora/domain/folded-text.ts";
import { sql, type RawBuilder, type SqlBool } from "kysely";

const DAY_MS = 86_400_000;

/** A pattern for `like` that finds a text anywhere; the text's own `%` and `_` are letters. */
export const anywhere = (text: string): string => `%${literally(text)}%`;

/** A text as part of a pattern for `like`: its own `%` and `_` are letters. */
export const literally = (text: string): string => text.replaceAll(/[\\%_]/g, String.raw`\$&`);

/**
 * A pattern for `like` that finds a text anywhere in what is folded. Where a letter is a compatible form of another one (`％` of `%`),
 * it becomes that one before patterns are made of it.
 */
const anywhereFolded = (text: string) => sql`folded(${anywhere(text.normalize("NFKD"))})`;

/** Whether names, titles and other short texts of people hold a text, without accents and case; for columns without an index of words. */
export const isNamed = (text: string, ...columns: readonly [string, ...string[]]): RawBuilder<SqlBool> =>
  columns
    .map((column) => sql<SqlBool>`folded(${sql.raw(column)}) like ${anywhereFolded(text)}`)
    .reduce((one, other) => sql<SqlBool>`(${one} or ${other})`);

/** The moment a filter's `to` ends at: a day without a time includes that day. */
export const endOf = (to: string): Date => new Date(new Date(to).getTime() + (to.length === 10 ? DAY_MS : 0));

/** Conditions that keep a column's moments between those of a filter; none for what is not given. */
export function within(
  column: RawBuilder<unknown>,
  { from, to }: { from?: string | undefined; to?: string | undefined },
): RawBuilder<SqlBool>[] {
  return [
    ...(from === undefined ? [] : [sql<SqlBool>`${column} >= ${new Date(from)}`]),
    ...(to === undefined ? [] : [sql<SqlBool>`${column} < ${endOf(to)}`]),
  ];
}

/** What pg_trgm has in its index: three letters or digits in a row. */
const INDEXED = /[\p{L}\p{N}]{3}/u;

/** Too short to be looked for within words, and no whole word in a script that its users would look for. */
const BEGINNING = /^[a-z0-9]{2}$/;

/**
 * Whether a folded column holds a text, without accents and case; the text's own `%` and `_` are letters. Two Latin letters or
 * digits are found where a word begins with them: pg_trgm has those in its index (`<%`, two of the three trigrams of a word of
 * two letters, which is more than its `word_similarity_threshold` of 0.6).
 */
export function holds(column: string, text: string): RawBuilder<SqlBool> {
  const folded = fold(text);
  if (BEGINNING.test(folded)) return sql<SqlBool>`${folded} <% ${sql.raw(column)}`;
  const like = sql<SqlBool>`${sql.raw(column)} like ${anywhereFolded(text)}`;
  // For another short text the whole index would be read. No index is asked for a condition that is more than a comparison.
  return INDEXED.test(folded) ? like : sql<SqlBool>`(${like}) is true`;
}

/** Whether a text has three letters or digits in a row, by which an index of words finds it. */
export const hasIndexedRun = (text: string): boolean => INDEXED.test(fold(text));

/** Whether a column has one of these values. */
export function among(column: string, values: readonly (string | number)[]): RawBuilder<SqlBool> {
  const wanted = [...new Set(values)];
  // Of a single value the rows lie in the index in the order of its next column.
  return wanted.length === 1
    ? sql<SqlBool>`${sql.raw(column)} = ${wanted[0]}`
    : sql<SqlBool>`${sql.raw(column)} = any(${wanted})`;
}
