import type { Executor } from "@kinora/db/connect.ts";
import { sql } from "kysely";
import type { ListOrder } from "./list-orders.ts";
import { lookThrough } from "./look-through.ts";
import { allOf, type Parts } from "./selection.ts";

/** Videos whose words are looked at for how often each word of a search stands there. */
const SAMPLED = 300;
/** A word in more of them than this share is left to be seen: reading all its places takes longer than it saves. */
const COMMON = 0.1;

/**
 * The same selection, of which the index on words is asked only for those words of the search that are rare: it would read
 * every place of the common ones too. Whether all of the search stands there is seen in the row.
 */
export async function rareWords(on: Executor, parts: Parts, order: ListOrder): Promise<Parts> {
  const words = parts.narrowings.find(({ about }) => about === "words");
  const { pieces = [] } = words ?? {};
  if (!words || pieces.length < 2) return parts;
  const counts = sql.join(pieces.map((piece) => sql`count(*) filter (where ${piece})`));
  const { rows } = await sql<{ sampled: number; each: number[] }>`
    select count(*) as sampled, array[${counts}] as each from ${lookThrough(parts, order, SAMPLED)}`.execute(on);
  const { sampled, each } = rows[0] ?? { sampled: 0, each: [] };
  const rare = pieces.filter((_, at) => Number(each[at]) <= COMMON * sampled);
  if (rare.length === 0 || rare.length === pieces.length) return parts;
  // A condition that is more than a comparison is one no index is asked for.
  const sought = allOf([...rare, sql<boolean>`(${words.seen}) is true`]);
  return { ...parts, narrowings: parts.narrowings.map((each) => (each === words ? { ...words, sought } : each)) };
}
