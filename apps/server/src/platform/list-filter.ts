import { sql, type RawBuilder, type SqlBool } from "kysely";

const DAY_MS = 86_400_000;

/** A pattern for `like` that finds a text anywhere; the text's own `%` and `_` are letters. */
export const anywhere = (text: string): string => `%${literally(text)}%`;

/** A text as part of a pattern for `like`: its own `%` and `_` are letters. */
export const literally = (text: string): string => text.replaceAll(/[\\%_]/g, String.raw`\$&`);

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
