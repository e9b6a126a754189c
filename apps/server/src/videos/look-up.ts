import type { Database } from "@kinora/db/connect.ts";
import { COUNTED_ROWS } from "@kinora/domain/library.ts";
import { sql, type RawBuilder } from "kysely";
import { bounded } from "../platform/bounded-read.ts";
import { columns, ordered, type ListOrder } from "./list-orders.ts";
import type { Narrowing } from "./narrowings.ts";
import { allOf, onShelves, sought, type Parts } from "./selection.ts";

/** What follows the shelf in the index each narrowing has for itself; null where it is found in another way. */
const OWN_COLUMNS: Record<Narrowing["about"], string | null> = {
  words: null,
  tags: null,
  renditions: "v.rendition_labels, v.created_at, v.id",
  publication: "v.published, v.created_at, v.id",
  status: "v.status, v.created_at, v.id",
  category: "v.category_key, v.created_at, v.id",
  tagged: "v.tagged, v.created_at, v.id",
  uploader: "v.user_id, v.created_at, v.id",
  captions: "v.captioned, v.created_at, v.id",
  publishing: "v.published_at, v.created_at, v.id",
  creation: "v.created_at, v.id",
  length: "v.duration_seconds nulls first, v.id",
  size: "v.stored_bytes, v.id",
};

export interface Place {
  offset: number;
  perPage: number;
}

/** So many are put in order once they are found. */
const ORDERED = 50_000;
const PLANS = ["enable_seqscan", "enable_hashjoin", "enable_mergejoin"];

/** The ids of so many that are found by the indexes of what narrows, without a promise which. */
export function found(parts: Parts, limit: number): RawBuilder<unknown> {
  const [only, ...more] = parts.narrowings;
  if (only?.ids && more.length === 0 && parts.always.length === 0) return sql`${only.ids} limit ${limit}`;
  const leading = parts.narrowings.find(({ leads }) => leads);
  if (!leading?.ids)
    return sql`select v.id from videos v where ${sought(parts)} ${more.length === 0 ? ownOrder(only) : sql``} limit ${limit}`;
  const others = parts.narrowings.filter((each) => each !== leading).map(({ seen }) => seen);
  const here = allOf([onShelves(parts.projectId, parts.shelves), ...parts.always, ...others]);
  return sql`select v.id from (${leading.ids}) as t cross join lateral (
    select v.id from videos v where v.id = t.id and ${here} offset 0) as v limit ${limit}`;
}

/** The order of a narrowing's own index, which only that index can follow without looking at everything. */
function ownOrder(single: Narrowing | undefined): RawBuilder<unknown> {
  const own = OWN_COLUMNS[single?.about ?? "creation"];
  return own ? sql`order by v.shelf, ${sql.raw(own)}` : sql``;
}

/** What was found, with what it is ordered by: fetched by id, whatever the planner thinks how much it is. */
export const foundInOrder = (parts: Parts, order: ListOrder, limit: number): RawBuilder<unknown> => sql`
  select v.* from (${found(parts, limit)}) as f
  cross join lateral (select v.id, ${columns(order)} from videos v where v.id = f.id offset 0) as v`;

/**
 * Finds all of it by the indexes of what narrows, and puts it in order then; where that is more than 50,000, the first of
 * it in order. Counted up to 10,000.
 * @throws Refusal `unavailable` when that takes more than 4 s.
 */
export function lookUp(db: Database, parts: Parts, order: ListOrder, { offset, perPage }: Place) {
  return bounded(db, async (tx) => {
    // The planner knows what is frequent in all projects together, not in this one: what is found is fetched by id, and
    // nothing walks through all videos.
    await sql`select set_config(name, 'off', true) from unnest(${PLANS}::text[]) as name`.execute(tx);
    const { rows } = await sql<{ total: number; ids: number[] }>`
      with matching as materialized (
        ${foundInOrder(parts, order, ORDERED)})
      select (select count(*) from matching) as total,
        array(select v.id from matching v order by ${ordered(order)} offset ${offset} limit ${perPage}) as ids`.execute(
      tx,
    );
    const { total, ids } = rows[0] ?? { total: 0, ids: [] };
    const counted = { total: Math.min(total, COUNTED_ROWS), more: total > COUNTED_ROWS };
    if (total < ORDERED) return { ids: ids.map(Number), ...counted };
    const first = await sql<{ id: number }>`
      select v.id from videos v where ${sought(parts)} order by ${ordered(order)} offset ${offset} limit ${perPage}`.execute(
      tx,
    );
    return { ids: first.rows.map(({ id }) => id), ...counted };
  });
}
