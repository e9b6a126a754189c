import { sql, type RawBuilder } from "kysely";
import type { ListOrder } from "./list-orders.ts";
import { isRunOf, leaderIn, lookThrough } from "./look-through.ts";
import { allOf, type Parts } from "./selection.ts";

/** So many videos are looked at before anything is counted; where that many of them are shown, looking on fills a page sooner. */
const FIRST_LOOK = { among: 300, shown: 2 };
/** What words find in their index is read row by row, wherever the rows lie: that is left to words that are rarer. */
const FIRST_LOOK_FOR_WORDS = { among: 1_000, shown: 4 };

/** Whether what narrows a list leaves enough of its first videos that the page is likely to be found by looking on, as an expression. */
export function isFrequent(parts: Parts, order: ListOrder): RawBuilder<unknown> {
  const words = parts.narrowings.some(({ about }) => about === "words");
  const look = words ? FIRST_LOOK_FOR_WORDS : FIRST_LOOK;
  return sql`(select count(*) = ${look.shown} from (select from ${lookThrough(parts, order, look.among)}
    where ${shown(parts, order)} limit ${look.shown}) as shown)`;
}

/**
 * What `v` of the videos that are looked through must fulfil to be shown, told by what every order's index carries along. What
 * leads there, and the run that is looked through, they fulfil already.
 */
export function shown(parts: Parts, order: ListOrder) {
  const leader = leaderIn(parts, order);
  const left = parts.narrowings.filter((each) => each !== leader && !isRunOf(order, each));
  return allOf([...parts.always, ...left.map(({ seen }) => seen)]);
}
