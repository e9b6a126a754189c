import type { Database, Executor } from "@kinora/db/connect.ts";
import { COUNTED_ROWS } from "@kinora/domain/library.ts";
import { sql, type RawBuilder, type SqlBool } from "kysely";
import { lookThrough, ordered, type ListOrder } from "./list-orders.ts";
import { found, foundInOrder, lookUp, type Place } from "./look-up.ts";
import { allOf, sought, type Parts } from "./selection.ts";
import { searchRuns } from "./word-search.ts";

export interface SelectedPage {
  ids: number[];
  /** At most 10,000. */
  total: number;
  /** There are, or may be, more than `total`. */
  more: boolean;
}

/** Videos looked through in the order of the list before what narrows it is looked up instead. */
const LOOKED_THROUGH = 10_000;
/** The same for one narrowing, whose videos its own index has counted: the look ends where the page does. */
const LOOKED_THROUGH_FOR_PAGE = 20_000;
/** The same for words in the order of arrival, which can be searched from run to run. */
const WORDS_LOOKED_THROUGH = 3_000;
/** So few are found by what narrows them and then put in order. */
const FEW = 2_000;

/**
 * One page of a narrowed or otherwise ordered list, in steps whose number does not grow with the project: what one thing
 * narrows is counted by its own index, and the page is read from the end of the order's index; what several things narrow
 * is looked for among the first 10,000 in order. Only what is too rare there is looked up as a whole.
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
  if (others.length > 0 || only?.about === "words" || only?.indexed === false)
    return throughOrder(db, parts, order, place);
  return byItself(db, parts, order, place, only ?? null);
}

type Single = Parts["narrowings"][number] | null;

const byArrival = (order: ListOrder) => order === "created" || order === "-created";

/** Whether what a narrowing's own index finds lies there in this order. */
const liesInOrder = ({ about, inOrder }: NonNullable<Single>, order: ListOrder) =>
  (inOrder && byArrival(order)) ||
  (about === "length" && order.endsWith("duration")) ||
  (about === "size" && order.endsWith("size"));

/** At most one narrowing: its own index counts, and the shorter way leads to the page. */
async function byItself(
  db: Database,
  parts: Parts,
  order: ListOrder,
  place: Place,
  single: Single,
): Promise<SelectedPage> {
  const { rows } = await sql<{ total: number; ids: number[] }>`
    with counted as materialized (select count(*) as total from (${found(parts, COUNTED_ROWS + 1)}) as m)
    select total, ${pageWithout(parts, order, place, single)} as ids from counted`.execute(db);
  const { total, ids } = rows[0] ?? { total: 0, ids: [] };
  const counted = { total: Math.min(total, COUNTED_ROWS), more: total > COUNTED_ROWS };
  if (ids.length >= Math.min(place.perPage, Math.max(0, counted.total - place.offset)))
    return { ...counted, ids: ids.map(Number) };
  return { ...(await lookUp(db, parts, order, place)), ...counted };
}

function pageWithout(parts: Parts, order: ListOrder, { offset, perPage }: Place, single: Single): RawBuilder<unknown> {
  const page = sql`offset ${offset} limit ${perPage}`;
  if (parts.shelves.length === 1 && (single === null || liesInOrder(single, order)))
    return sql`array(select v.id from videos v where ${sought(parts)} order by ${ordered(order)} ${page})`;
  const reach = single === null ? offset + perPage : LOOKED_THROUGH_FOR_PAGE + 3 * offset;
  const seen = allOf([...parts.always, ...(single ? [single.seen] : [])]);
  const looked = sql`array(select v.id from ${lookThrough(parts, order, reach)} where ${seen} ${page})`;
  if (single === null) return looked;
  const few = sql`select v.id from (${foundInOrder(parts, order, FEW)}) as v order by ${ordered(order)}`;
  return sql`case when total > ${FEW} then ${looked} else array(${few} ${page}) end`;
}

/** Several narrowings, or words: looked for in the order of the list, and looked up when that does not fill the page. */
async function throughOrder(db: Database, parts: Parts, order: ListOrder, place: Place): Promise<SelectedPage> {
  const words = parts.narrowings.find(({ about }) => about === "words");
  const inRuns = words?.indexed === true && byArrival(order) && !parts.shelves.includes("trash");
  const reach = inRuns ? WORDS_LOOKED_THROUGH : LOOKED_THROUGH;
  const { offset, perPage } = place;
  const seen = allOf([...parts.always, ...parts.narrowings.map((each) => each.seen)]);
  const { rows } = await sql<{ looked: number; total: number; ids: number[] }>`
    select looked, cardinality(ids) as total, ids[${offset + 1}::int:${offset + perPage}::int] as ids from (
      select count(*) as looked, coalesce(array_agg(v.id) filter (where ${seen}), '{}') as ids
      from ${lookThrough(parts, order, reach)}) as s`.execute(db);
  const { looked, total, ids } = rows[0] ?? { looked: 0, total: 0, ids: [] };
  const all = looked < reach;
  // One more than the page shows, or nobody could turn to the next one.
  if (all || parts.narrowings.some(({ indexed }) => indexed === false) || total > offset + perPage)
    return { ids: ids.map(Number), total, more: !all };
  return (inRuns ? await searchRuns(db, parts, order, place) : null) ?? lookUp(db, parts, order, place);
}

/** How many videos there are, up to 10,000. */
export async function countUpTo(on: Executor, where: RawBuilder<SqlBool>): Promise<{ rows: number; more: boolean }> {
  const { rows } = await sql<{ total: number }>`
    select count(*) as total from (select from videos v where ${where} limit ${COUNTED_ROWS + 1}) as matching`.execute(
    on,
  );
  const total = rows[0]?.total ?? 0;
  return { rows: Math.min(total, COUNTED_ROWS), more: total > COUNTED_ROWS };
}
