import type { Database } from "@kinora/db/connect.ts";
import { COUNTED_ROWS } from "@kinora/domain/library.ts";
import { sql } from "kysely";
import { byMonth } from "./by-month.ts";
import { bySeveral } from "./by-several.ts";
import { countOfList } from "./count-matching.ts";
import { isFrequent, shown } from "./frequency.ts";
import { byArrival, columns, ordered, type ListOrder } from "./list-orders.ts";
import { isRunOf, leaderIn, lookThrough } from "./look-through.ts";
import { foundBy, idOf, lookUpOne } from "./look-up.ts";
import type { Narrowing } from "./narrowings.ts";
import { furtherReach, LOOKED_THROUGH, pageOf, type Place, type SelectedPage } from "./page-place.ts";
import { allOf, sought, type Parts } from "./selection.ts";

/** How far one narrowing's videos are counted along with a page that is found by looking through the list. */
const LISTED_COUNT = 300;
/** So many of what one narrowing finds are put in order; finding a page among more takes longer than that. */
const FEW = 3_000;

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
  const place = { offset, perPage: Math.max(0, Math.min(request.perPage, COUNTED_ROWS - offset)) };
  const [only, ...others] = parts.narrowings;
  const several = others.length > 0 || only?.about === "words";
  const find = several ? bySeveral : only ? byOne : unnarrowed;
  const found = await find(db, parts, order, place);
  return { ...found, total: Math.min(found.total, COUNTED_ROWS) };
}

/** Whether what a narrowing's own index finds lies there in this order. */
const liesInOrder = ({ inOrder }: Narrowing, order: ListOrder) =>
  inOrder === "every" ? order !== "-deleted" : inOrder === "arrival" && byArrival(order);

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
async function byOne(db: Database, parts: Parts, order: ListOrder, place: Place): Promise<SelectedPage> {
  const [single] = parts.narrowings;
  if (!single) throw new Error("Nothing narrows the list.");
  const { offset, perPage } = place;
  const inOrder = parts.shelves.length === 1 && (liesInOrder(single, order) || isRunOf(order, single));
  const statement = (inOrder ? readInOrder : shorterWay)(parts, order, place, single);
  const { found, counted, ids } = (await statement.execute(db)).rows[0] ?? { found: 0, counted: 0, ids: [] };
  const answer = { ids: ids.map(Number), ...upTo(found, counted) };
  if (inOrder || found <= counted || ids.length === perPage) return answer;
  const further = furtherReach(offset + ids.length, offset + perPage, LOOKED_THROUGH + 3 * offset);
  if (further !== null) {
    const looked = await sql<{
      ids: number[];
    }>`select ${lookedThrough(parts, order, place, further)} as ids`.execute(db);
    const again = looked.rows[0]?.ids ?? [];
    if (again.length === perPage) return { ...answer, ids: again.map(Number) };
  }
  return { ...answer, ids: await lookUpOne(db, parts, order, place, single) };
}

interface Found {
  /** Up to `counted`, and one more. */
  found: number;
  counted: number;
  ids: number[];
}

const listed = ({ offset, perPage }: Place) => Math.max(LISTED_COUNT, offset + perPage + 1);

/** What its own index has in the order of the list. */
const readInOrder = (parts: Parts, order: ListOrder, place: Place, single: Narrowing) =>
  sql<Found>`
    select (select count(*) from (${foundBy(parts, single, sql``, listed(place) + 1)}) as counted) as found, ${listed(place)}::int as counted,
      array(select v.id from ${
        leaderIn(parts, order)
          ? sql`${lookThrough(parts, order, place.offset + place.perPage)}`
          : sql`videos v where ${sought(parts)} order by ${ordered(order)}`
      } ${pageOf(place)}) as ids`;

/**
 * Those a narrowing leaves, when they are few, put in order; else the page is looked for from the end of the order's index, or
 * month by month. How many of the first videos there are shown says which is shorter, and how many are few.
 */
function shorterWay(parts: Parts, order: ListOrder, place: Place, single: Narrowing) {
  const lookOn = lookedThrough(parts, order, place, LOOKED_THROUGH + 3 * place.offset);
  const months = byMonth(parts, order, place, single);
  return sql<Found>`
    with near as materialized (select ${isFrequent(parts, order)} as frequent),
      counting as materialized (select frequent, case when frequent then ${listed(place)}::int
        else ${Math.max(FEW, listed(place))}::int end as up_to from near),
      few as materialized (${foundBy(parts, single, sql`${idOf(single)}, ${columns(order)}`, sql`(select up_to + 1 from counting)`)}),
      counted as materialized (select (select count(*) from few) as found, frequent, up_to from counting)
    select found, up_to as counted, case
      when found <= up_to then array(select v.id from few v order by ${ordered(order)} ${pageOf(place)})
      ${months ? sql`when not frequent then array(${months})` : sql``}
      else ${lookOn} end as ids
    from counted`;
}

const lookedThrough = (parts: Parts, order: ListOrder, place: Place, reach: number) =>
  sql`array(select v.id from ${lookThrough(parts, order, reach)} where ${shown(parts, order)} ${pageOf(place)})`;
