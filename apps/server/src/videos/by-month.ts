import { sql, type RawBuilder } from "kysely";
import { columns, ordered, type ListOrder } from "./list-orders.ts";
import type { Narrowing } from "./narrowings.ts";
import { pageOf, type Place } from "./page-place.ts";
import { allOf, onShelves, type Parts } from "./selection.ts";

/** Orders in which the videos of each month lie in an index, by what the months are of. */
const ORDERS: Record<"created_at" | "published_at", readonly ListOrder[]> = {
  created_at: ["title", "-title"],
  published_at: ["title", "-title", "created", "-created"],
};
/** Each month gives as many videos as the page and all before it show; deeper pages are found as others are. */
const DEEPEST = 300;

/**
 * A page of a list narrowed to a range of moments alone: the first videos of each of its months, put together. Null where the
 * order has no such index.
 */
export function byMonth(
  { projectId, shelves, always }: Parts,
  order: ListOrder,
  place: Place,
  { range, seen }: Narrowing,
): RawBuilder<{ id: number }> | null {
  const wanted = place.offset + place.perPage;
  if (!range || shelves.length !== 1 || !ORDERS[range.column].includes(order) || wanted > DEEPEST) return null;
  const column = sql.raw(`v.${range.column}`);
  const list = onShelves(projectId, shelves);
  // A range without a beginning begins with the list, and none goes beyond today; another clock may be a little ahead.
  const begin = sql`(select ${column} from videos v where ${list} and ${column} is not null order by ${column} limit 1)`;
  const first = monthOf(range.least ? sql`greatest(${range.least}::timestamptz, ${begin})` : begin);
  const last = monthOf(sql`least(${range.most}::timestamptz, now() + interval '1 day')`);
  return sql`select v.id from generate_series(${first}, ${last}, interval '1 month') as m (month)
    cross join lateral (select v.id, ${columns(order)} from videos v
      where ${allOf([list, sql`${monthOf(column)} = m.month`, ...always, seen])}
      order by ${ordered(order)} limit ${wanted}) as v
    order by ${ordered(order)} ${pageOf(place)}`;
}

/** As the indexes have it. */
const monthOf = (moment: RawBuilder<unknown>) => sql`date_trunc('month', ${moment} at time zone 'UTC')`;
