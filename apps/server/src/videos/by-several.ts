import type { Database } from "@kinora/db/connect.ts";
import { sql } from "kysely";
import { inRollUp } from "./count-matching.ts";
import { byArrival, columns, lookThrough, ordered, type ListOrder } from "./list-orders.ts";
import { foundEach, least, leadersOf, led, lookUp } from "./look-up.ts";
import type { Narrowing } from "./narrowings.ts";
import { furtherReach, LOOKED_THROUGH, pageOf, type Place, type SelectedPage } from "./page-place.ts";
import { allOf, type Parts } from "./selection.ts";
import { searchRuns } from "./word-search.ts";

/** Videos looked through for letters that no index knows. */
const LOOKED_THROUGH_FOR_LETTERS = 10_000;
/** So few of one are looked at where several things narrow, and each one's index is asked. */
const FEW_OF_ONE = 1_000;

/**
 * Several narrowings, or words. Where one's own index finds few, those are looked at and put in order; else they are looked
 * for in the order of the list, and looked up as a whole when that does not fill the page.
 */
export async function bySeveral(db: Database, parts: Parts, order: ListOrder, place: Place): Promise<SelectedPage> {
  const { offset, perPage } = place;
  const indexed = parts.narrowings.every((each) => each.indexed !== false);
  const words = parts.narrowings.some(({ about }) => about === "words");
  const inRuns = words && indexed && byArrival(order) && !parts.shelves.includes("trash");
  const reach = indexed ? LOOKED_THROUGH + 3 * offset : LOOKED_THROUGH_FOR_LETTERS;
  const leaders = indexed ? leadersOf(parts) : [];
  const first = await look(db, parts, order, place, leaders, reach);
  if (first.each !== null) return amongFew(db, parts, order, place, leaders, first.each);
  if (first.page || !indexed) return first.page ?? first.part;
  if (inRuns) return searchRuns(db, parts, order, place);
  const further = furtherReach(first.part.total, offset + perPage + 1, reach);
  const second = further === null ? null : await look(db, parts, order, place, [], further);
  return second?.page ?? lookUp(db, parts, order, place);
}

/**
 * What is found among the first `reach` videos of the list, until there is one more than the page shows: `page` when that is
 * enough, else `part` of it; or how many `each` of the leaders finds, when that is few for one of them.
 */
async function look(
  db: Database,
  parts: Parts,
  order: ListOrder,
  { offset, perPage }: Place,
  leaders: readonly Narrowing[],
  reach: number,
): Promise<{ each: number[] | null; page: SelectedPage | null; part: SelectedPage }> {
  const wanted = offset + perPage + 1;
  const seen = allOf([...parts.always, ...parts.narrowings.map((narrowing) => narrowing.seen)]);
  const size = inRollUp(parts) ?? sql`(select count(*) from ${lookThrough(parts, order, reach + 1)})`;
  const { rows } = await sql<{ each: number[]; ids: number[] | null; size: number | null }>`
    with asked as materialized (select ${foundEach(parts, leaders, FEW_OF_ONE + 1)} as each),
      through as materialized (select each, case when ${FEW_OF_ONE} < all(each)
        then array(select v.id from ${lookThrough(parts, order, reach)} where ${seen} limit ${wanted}) end as ids from asked)
    select each, ids, case when cardinality(ids) < ${wanted} then ${size} end as size from through`.execute(db);
  const { each, ids, size: stand } = rows[0] ?? { each: [], ids: [], size: null };
  const found = (ids ?? []).map(Number);
  const all = stand !== null && stand <= reach;
  const part = { ids: found.slice(offset, offset + perPage), total: Math.min(found.length, wanted), more: !all };
  return { each: ids === null ? each.map(Number) : null, page: all || found.length === wanted ? part : null, part };
}

/** Several narrowings of which one's own index finds few videos: those are looked at and put in order. */
async function amongFew(
  db: Database,
  parts: Parts,
  order: ListOrder,
  place: Place,
  leaders: readonly Narrowing[],
  each: readonly number[],
): Promise<SelectedPage> {
  const leader = least(leaders, each);
  if (!leader) throw new Error("Nothing narrows the list.");
  const { rows } = await sql<{ total: number; ids: number[] }>`
    with matching as materialized (select v.id, ${columns(order)} from ${led(parts, leader)})
    select (select count(*) from matching) as total,
      array(select v.id from matching v order by ${ordered(order)} ${pageOf(place)}) as ids`.execute(db);
  const { total, ids } = rows[0] ?? { total: 0, ids: [] };
  return { ids: ids.map(Number), total, more: false };
}
