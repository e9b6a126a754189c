import type { Executor } from "@kinora/db/connect.ts";
import { sql, type RawBuilder } from "kysely";
import type { ListOrder } from "./list-orders.ts";
import { lookThrough } from "./look-through.ts";
import type { Parts } from "./selection.ts";

/** Videos whose words are looked at for how often each run of a search stands there. */
const SAMPLED = 100;
/** What stands in more of them than this share is left to be seen: reading all its places takes longer than it saves. */
const COMMON = 0.3;
/** So many of the rarest runs are asked for; where all are common, that many hardly find more than all would. */
const ASKED = 4;

/** How many videos were looked at, and in how many of them each run of the search stands. */
export type Sample = readonly number[];

const searchIn = ({ narrowings }: Parts) => narrowings.find(({ about }) => about === "words");

/** Whether the index on words may be asked for what is searched for, or nothing is. */
export const isIndexed = (parts: Parts): boolean => searchIn(parts)?.words?.runs.length !== 0;

/** A sample of the first videos of the list, as an expression; null where nothing is searched for. */
export function sampled(parts: Parts, order: ListOrder): RawBuilder<Sample> | null {
  const { runs = [] } = searchIn(parts)?.words ?? {};
  if (runs.length === 0) return null;
  const counts = runs.map((run) => sql`count(*) filter (where position(${run} in v.words) > 0)`);
  return sql`(select array[count(*), ${sql.join(counts)}] from ${lookThrough(parts, order, SAMPLED)})`;
}

/** The same, read by a statement of its own. */
export async function readSample(on: Executor, parts: Parts, order: ListOrder): Promise<Sample | null> {
  const expression = sampled(parts, order);
  if (!expression) return null;
  const { rows } = await sql<{ sample: Sample }>`select ${expression} as sample`.execute(on);
  return rows[0]?.sample.map(Number) ?? null;
}

/**
 * The same selection, of which the index on words is asked only for those runs of the search that are rare: it would read
 * every place of the common ones too. Whether all of the search stands there is seen in the row.
 */
export function rareWords(parts: Parts, sample: Sample | null): Parts {
  const search = searchIn(parts);
  const { runs = [], asking } = search?.words ?? {};
  if (!search || !asking || !sample) return parts;
  const [size = 0, ...counts] = sample;
  const rarest = runs
    .map((run, at) => ({ run, count: counts[at] ?? 0 }))
    .toSorted((one, other) => one.count - other.count)
    .slice(0, ASKED);
  const rare = rarest.filter(({ count }) => count <= COMMON * size);
  const asked = (rare.length > 0 ? rare : rarest).map(({ run }) => run);
  const narrower = { ...search, sought: asking(asked) };
  return { ...parts, narrowings: parts.narrowings.map((each) => (each === search ? narrower : each)) };
}
