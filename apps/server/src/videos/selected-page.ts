import type { Database } from "@kinora/db/connect.ts";
import { COUNTED_ROWS } from "@kinora/domain/library.ts";
import { sql, type RawBuilder } from "kysely";
import { countOfList, inRollUp } from "./count-matching.ts";
import { columns, lookThrough, ordered, type ListOrder } from "./list-orders.ts";
import { foundBy, foundEach, idOf, least, leadersOf, led, lookUp, lookUpOne, type Place } from "./look-up.ts";
import type { Narrowing } from "./narrowings.ts";
import { allOf, sought, type Parts } from "./selection.ts";
import { searchRuns } from "./word-search.ts";

export interface SelectedPage {
  ids: number[];
  /** At least one more than the page shows, where there are so many; of one narrowing 1,000 or three pages more. */
  total: number;
  /** There are, or may be, more than `total`. */
  more: boolean;
}

/** How far one narrowing's videos are counted along with a page. */
const LISTED_COUNT = 1_000;
/** Pages behind the one asked for that are counted along, so that people can turn to them. */
const PAGES_AHEAD = 3;
/** Videos looked through in the order of the list while what narrows it is counted, and after that found too many to sort. */
const LOOKED_THROUGH = { first: 3_000, further: 20_000 };
/** The same for several narrowings, and for words in orders they can not be searched in. */
const LOOKED_THROUGH_FOR_SEVERAL = 10_000;
/** The same for words in the order of arrival, which can be searched from run to run. */
const WORDS_LOOKED_THROUGH = 3_000;
/** So many are found by what narrows them and put in order when the first look does not fill the page. */
const SORTED = 5_000;
/** So few of one are looked at where several things narrow, and each one's index is asked. */
const FEW_OF_ONE = 1_000;

/**
 * One page of a narrowed or otherwise ordered list, in steps whose number does not grow with the project: where its own
 * index finds few videos for anything that narrows it, those are put in order; else the page is read from the end of the
 * order's index. Only what is too rare there is looked up as a whole.
 * @throws Refusal `unavailable` when even that takes more than 4 s.
 */
export async function findSelectedPage(
  db: Database,
  parts: Parts,
  order: ListOrder,
  request: { page: number; perPage: number },
): Promise<SelectedPage> {
  const offset = (request.page - 1) * request.perPage;
  const ahead = Math.min(COUNTED_ROWS, offset + (1 + PAGES_AHEAD) * request.perPage);
  const place = { offset, perPage: Math.max(0, Math.min(request.perPage, COUNTED_ROWS - offset)), ahead };
  const [only, ...others] = parts.narrowings;
  if (others.length > 0 || only?.about === "words" || only?.indexed === false)
    return bySeveral(db, parts, order, place);
  return only ? byOne(db, parts, order, place, only) : unnarrowed(db, parts, order, place);
}

const byArrival = (order: ListOrder) => order === "created" || order === "-created";

/** Whether what a narrowing's own index finds lies there in this order. */
const liesInOrder = ({ about, inOrder }: Narrowing, order: ListOrder) =>
  (inOrder && byArrival(order)) ||
  (about === "length" && order.endsWith("duration")) ||
  (about === "size" && order.endsWith("size"));

const pageOf = ({ offset, perPage }: Place) => sql`offset ${offset} limit ${perPage}`;

/** What a statement counted up to `counted` and one more. */
const upTo = (total: number, counted: number) => ({ total: Math.min(total, counted), more: total > counted });

async function unnarrowed(db: Database, parts: Parts, order: ListOrder, place: Place): Promise<SelectedPage> {
  const reach = place.offset + place.perPage;
  const { rows } = await sql<{ total: number; ids: number[] }>`
    select ${countOfList(parts, COUNTED_ROWS + 1)} as total,
      array(select v.id from ${lookThrough(parts, order, reach)} where ${allOf(parts.always)} ${pageOf(place)}) as ids`.execute(
    db,
  );
  const { total, ids } = rows[0] ?? { total: 0, ids: [] };
  return { ids: ids.map(Number), ...upTo(total, COUNTED_ROWS) };
}

/** One narrowing: its own index counts, and the shorter way leads to the page. */
async function byOne(
  db: Database,
  parts: Parts,
  order: ListOrder,
  place: Place,
  single: Narrowing,
): Promise<SelectedPage> {
  const counted = Math.max(LISTED_COUNT, place.ahead);
  const inOrder = parts.shelves.length === 1 && liesInOrder(single, order);
  const attempt = async (few: number, statement: RawBuilder<{ found: number; ids: number[] }>) => {
    const { rows } = await statement.execute(db);
    const { found, ids } = rows[0] ?? { found: 0, ids: [] };
    const full = ids.length >= Math.min(place.perPage, found - place.offset);
    return { ids: ids.map(Number), found, full: found <= few || full };
  };
  const first = await attempt(
    counted,
    inOrder
      ? readInOrder(parts, order, place, single, counted)
      : shorterWay(parts, order, place, single, counted, LOOKED_THROUGH.first),
  );
  if (first.full) return { ids: first.ids, ...upTo(first.found, counted) };
  const sorted = Math.max(SORTED, counted);
  const second = await attempt(sorted, shorterWay(parts, order, place, single, sorted, LOOKED_THROUGH.further));
  if (second.full) return { ids: second.ids, ...upTo(second.found, sorted) };
  return { ids: await lookUpOne(db, parts, order, place, single), ...upTo(second.found, sorted) };
}

/** What its own index has in the order of the list. */
const readInOrder = (parts: Parts, order: ListOrder, place: Place, single: Narrowing, counted: number) =>
  sql<{ found: number; ids: number[] }>`
    select (select count(*) from (${foundBy(parts, single, sql``, counted + 1)}) as counted) as found,
      array(select v.id from videos v where ${sought(parts)} order by ${ordered(order)} ${pageOf(place)}) as ids`;

/** Those a narrowing leaves, when they are few, put in order; else the page is looked for from the end of the order's index. */
function shorterWay(parts: Parts, order: ListOrder, place: Place, single: Narrowing, few: number, reach: number) {
  const found = foundBy(parts, single, sql`${idOf(single)}, ${columns(order)}`, few + 1);
  return sql<{ found: number; ids: number[] }>`
    with few as materialized (${found}),
      counted as materialized (select count(*) as found from few)
    select found, case
      when found > ${few} then array(select v.id from ${lookThrough(parts, order, reach + 3 * place.offset)}
        where ${allOf([...parts.always, single.seen])} ${pageOf(place)})
      else array(select v.id from few v order by ${ordered(order)} ${pageOf(place)}) end as ids
    from counted`;
}

/**
 * Several narrowings, or words. Where one's own index finds few, those are looked at and put in order; else they are looked
 * for in the order of the list, and looked up as a whole when that does not fill the page.
 */
async function bySeveral(db: Database, parts: Parts, order: ListOrder, place: Place): Promise<SelectedPage> {
  const words = parts.narrowings.find(({ about }) => about === "words");
  const indexed = parts.narrowings.every((each) => each.indexed !== false);
  const inRuns = words?.indexed === true && byArrival(order) && !parts.shelves.includes("trash");
  const reach = inRuns ? WORDS_LOOKED_THROUGH : LOOKED_THROUGH_FOR_SEVERAL;
  const leaders = indexed ? leadersOf(parts) : [];
  const wanted = place.ahead + 1;
  const seen = allOf([...parts.always, ...parts.narrowings.map((each) => each.seen)]);
  const size = inRollUp(parts) ?? sql`(select count(*) from ${lookThrough(parts, order, reach + 1)})`;
  const { rows } = await sql<{ each: number[]; ids: number[] | null; size: number | null }>`
    with asked as materialized (select ${foundEach(parts, leaders, FEW_OF_ONE + 1)} as each),
      through as materialized (select each, case when ${FEW_OF_ONE} < all(each)
        then array(select v.id from ${lookThrough(parts, order, reach)} where ${seen} limit ${wanted}) end as ids from asked)
    select each, ids, case when cardinality(ids) < ${wanted} then ${size} end as size from through`.execute(db);
  const { each, ids, size: stand } = rows[0] ?? { each: [], ids: null, size: null };
  if (ids === null) return amongFew(db, parts, order, place, leaders, each.map(Number));
  const all = stand !== null && stand <= reach;
  if (all || !indexed || ids.length > place.offset + place.perPage)
    return {
      ids: ids.slice(place.offset, place.offset + place.perPage).map(Number),
      total: Math.min(ids.length, place.ahead),
      more: !all,
    };
  return (inRuns ? searchRuns : lookUp)(db, parts, order, place);
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
