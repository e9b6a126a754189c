import { isWholeWords } from "@kinora/domain/searchLength.ts";
import { sql, type RawBuilder } from "kysely";

const RUN = 3;
/** So many runs of a search, all over it, say enough of it. */
const RUNS = 12;
/** What stands in more of a sample than this share is left to be seen: reading all its places takes longer than it saves. */
export const COMMON = 0.3;
/** So many of the rarest runs are asked for; where all are common, that many hardly find more than all would. */
const ASKED = 4;

/** The runs of characters an index of words (`word_runs`) may be asked for; none of one or two letters, which it does not know. */
export function runsOf(search: string): string[] {
  const characters = Array.from(search.toLowerCase());
  if (characters.length < RUN) return isWholeWords(search) ? [characters.join("")] : [];
  const count = characters.length - RUN + 1;
  const step = Math.max(1, (count - 1) / (RUNS - 1));
  const starts = Array.from({ length: Math.min(count, RUNS) }, (_, at) => Math.round(at * step));
  return [...new Set(starts.map((start) => characters.slice(start, start + RUN).join("")))];
}

/** How many rows were looked at, and in how many of them each run of a search stands. */
export type Sample = readonly number[];

/** Counts a sample, as an expression over its rows; `words` is their column, in lower case. */
export function counted(runs: readonly string[], words: RawBuilder<unknown>): RawBuilder<Sample> {
  const each = runs.map((run) => sql`count(*) filter (where position(${run} in ${words}) > 0)`);
  return sql`array[${sql.join([sql`count(*)`, ...each])}]`;
}

/** Those runs of a search that are rare in a sample: the index would read every place of the common ones too. */
export function rarestOf(runs: readonly string[], [size = 0, ...counts]: Sample): string[] {
  const rarest = runs
    .map((run, at) => ({ run, count: counts[at] ?? 0 }))
    .toSorted((one, other) => one.count - other.count)
    .slice(0, ASKED);
  const rare = rarest.filter(({ count }) => count <= COMMON * size);
  return (rare.length > 0 ? rare : rarest).map(({ run }) => run);
}

/** What `words` in lower case must be like to hold a search; the search's own `%` and `_` are letters. */
export const holding = (search: string): RawBuilder<string> =>
  sql`lower(${`%${search.toLowerCase().replaceAll(/[\\%_]/g, String.raw`\$&`)}%`})`;

/** Whether the index on words of `table` has all these runs in a row of a project. */
export const holdsRuns = (table: "u" | "v" | "l", projectId: number, runs: readonly string[]): RawBuilder<boolean> =>
  sql`word_runs(${sql.ref(`${table}.project_id`)}, ${sql.ref(`${table}.words`)}) @> run_keys(${projectId}, ${runs}::text[])`;
