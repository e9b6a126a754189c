import { sql, type RawBuilder } from "kysely";
import type { ListOrder } from "./list-orders.ts";
import { lookThrough } from "./look-through.ts";
import { allOf, type Parts } from "./selection.ts";

/** Videos looked at before anything is counted. */
const LOOKED_AT_FIRST = 300;
/** Where so many of those are shown, looking through the list fills a page sooner than counting says anything. */
const SHOWN = 2;

/** Whether what narrows a list leaves enough of its first videos that the page is likely to be found by looking on, as an expression. */
export const isFrequent = (parts: Parts, order: ListOrder): RawBuilder<unknown> => sql`
  (select count(*) = ${SHOWN} from (select from ${lookThrough(parts, order, LOOKED_AT_FIRST)} where ${shown(parts)} limit ${SHOWN}) as shown)`;

/** All that `v` of a list must fulfil to be shown, told by what every order's index carries along. */
export const shown = ({ always, narrowings }: Parts) => allOf([...always, ...narrowings.map(({ seen }) => seen)]);
