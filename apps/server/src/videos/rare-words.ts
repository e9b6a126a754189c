import type { Executor } from "@kinora/db/connect.ts";
import { sql, type RawBuilder } from "kysely";
import { counted, rarestOf, type Sample } from "../platform/word-runs.ts";
import type { ListOrder } from "./list-orders.ts";
import { lookThrough } from "./look-through.ts";
import type { Parts } from "./selection.ts";

/** Videos whose words are looked at for how often each run of a search stands there. */
const SAMPLED = 100;

const searchIn = ({ narrowings }: Parts) => narrowings.find(({ about }) => about === "words");

/** Whether the index on words may be asked for what is searched for, or nothing is. */
export const isIndexed = (parts: Parts): boolean => searchIn(parts)?.words?.runs.length !== 0;

/** A sample of the first videos of the list, as an expression; null where nothing is searched for. */
export function sampled(parts: Parts, order: ListOrder): RawBuilder<Sample> | null {
  const { runs = [] } = searchIn(parts)?.words ?? {};
  if (runs.length === 0) return null;
  return sql`(select ${counted(runs, sql`v.words`)} from ${lookThrough(parts, order, SAMPLED)})`;
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
  const narrower = { ...search, sought: asking(rarestOf(runs, sample)) };
  return { ...parts, narrowings: parts.narrowings.map((each) => (each === search ? narrower : each)) };
}
