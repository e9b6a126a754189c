import type { Database, Executor } from "@kinora/db/connect.ts";
import { COUNTED_ROWS } from "@kinora/domain/library.ts";
import type { VideoList } from "@kinora/domain/videos.ts";
import { sql, type RawBuilder, type SqlBool } from "kysely";
import { columns, lookThrough, ordered, type ListOrder } from "./list-orders.ts";
import { foundBy, foundEach, idOf, least, leadersOf, led, lookUp, lookUpOne, type Place } from "./look-up.ts";
import { countWhole } from "./queries.ts";
import { allOf, sought, type Parts } from "./selection.ts";
import { searchRuns } from "./word-search.ts";

export interface Counted {
  /** At most 10,000. */
  total: number;
  /** There are, or may be, more than `total`. */
  more: boolean;
}

export interface SelectedPage {
  ids: number[];
  /** Counted while what the page shows is read. */
  counted: Promise<Counted>;
}

/** Videos looked through in the order of the list before what narrows it is looked up instead. */
const LOOKED_THROUGH = 10_000;
/** The same for one narrowing, whose videos its own index has counted: the look ends where the page does. */
const LOOKED_THROUGH_FOR_PAGE = 20_000;
/** The same for words in the order of arrival, which can be searched from run to run. */
const WORDS_LOOKED_THROUGH = 3_000;
/** So few are found by what narrows them and then put in order. */
const FEW = 2_000;
/** The same where several things narrow, and each one's index is asked. */
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
  const place = { offset, perPage: Math.max(0, Math.min(request.perPage, COUNTED_ROWS - offset)) };
  const [only, ...others] = parts.narrowings;
  if (others.length > 0 || only?.about === "words" || only?.indexed === false)
    return (await amongFew(db, parts, order, place)) ?? throughOrder(db, parts, order, place);
  return byItself(db, parts, order, place, only ?? null);
}

type Single = Parts["narrowings"][number] | null;

const byArrival = (order: ListOrder) => order === "created" || order === "-created";

/** Whether what a narrowing's own index finds lies there in this order. */
const liesInOrder = ({ about, inOrder }: NonNullable<Single>, order: ListOrder) =>
  (inOrder && byArrival(order)) ||
  (about === "length" && order.endsWith("duration")) ||
  (about === "size" && order.endsWith("size"));

const known = (ids: readonly number[], { total, more }: Counted): SelectedPage => ({
  ids: ids.map(Number),
  counted: Promise.resolve({ total: Math.min(total, COUNTED_ROWS), more }),
});

/** At most one narrowing: its own index counts, and the shorter way leads to the page. */
async function byItself(
  db: Database,
  parts: Parts,
  order: ListOrder,
  place: Place,
  single: Single,
): Promise<SelectedPage> {
  const { offset, perPage } = place;
  const page = sql`offset ${offset} limit ${perPage}`;
  const inOrder = parts.shelves.length === 1 && (single === null || liesInOrder(single, order));
  const { rows } = await (
    inOrder
      ? sql<{ few: number | null; ids: number[] }>`
        select null as few, array(select v.id from videos v where ${sought(parts)} order by ${ordered(order)} ${page}) as ids`
      : lookedFor(parts, order, place, single)
  ).execute(db);
  const { few, ids } = rows[0] ?? { few: null, ids: [] };
  if (few !== null && few <= FEW) return known(ids, { total: few, more: false });
  const counted = countAll(db, parts, single);
  // Who waits for it hears of its failure; it may fail before.
  counted.catch(() => undefined);
  if (ids.length < perPage && ids.length < (await counted).total - offset)
    return {
      ids: single ? await lookUpOne(db, parts, order, place, single) : (await lookUp(db, parts, order, place)).ids,
      counted,
    };
  return { ids: ids.map(Number), counted };
}

/** Those a narrowing leaves, when they are few, put in order; else the page is looked for from the end of the order's index. */
function lookedFor(parts: Parts, order: ListOrder, { offset, perPage }: Place, single: Single) {
  const page = sql`offset ${offset} limit ${perPage}`;
  const reach = single === null ? offset + perPage : LOOKED_THROUGH_FOR_PAGE + 3 * offset;
  const seen = allOf([...parts.always, ...(single ? [single.seen] : [])]);
  const looked = sql`array(select v.id from ${lookThrough(parts, order, reach)} where ${seen} ${page})`;
  if (single === null) return sql<{ few: number | null; ids: number[] }>`select null as few, ${looked} as ids`;
  const few = foundBy(parts, single, sql`${idOf(single)}, ${columns(order)}`, FEW + 1);
  return sql<{ few: number | null; ids: number[] }>`
    with few as materialized (${few}),
      found as materialized (select count(*) as few from few)
    select few, case when few > ${FEW} then ${looked} else array(select v.id from few v order by ${ordered(order)} ${page}) end as ids
    from found`;
}

async function countAll(db: Database, parts: Parts, single: Single): Promise<Counted> {
  const total = await (single || wholeList(parts) === undefined ? countSome(db, parts, single) : countList(db, parts));
  return { total: Math.min(total, COUNTED_ROWS), more: total > COUNTED_ROWS };
}

async function countSome(db: Database, parts: Parts, single: Single): Promise<number> {
  const limit = COUNTED_ROWS + 1;
  const some = single
    ? foundBy(parts, single, sql``, limit)
    : sql`select from videos v where ${sought(parts)} order by v.shelf, v.created_at, v.id limit ${limit}`;
  const { rows } = await sql<{ total: number }>`select count(*) as total from (${some}) as matching`.execute(db);
  return rows[0]?.total ?? 0;
}

const countList = (db: Database, parts: Parts) =>
  countWhole(db, { projectId: parts.projectId, list: wholeList(parts) ?? null });

/** Which of the lists that are counted as they change these shelves are; null for all of them, undefined for none. */
function wholeList({ shelves, always }: Parts): VideoList | null | undefined {
  if (always.length > 0) return undefined;
  const all = shelves.includes("inprogress") && shelves.includes("failed") ? shelves.length - 1 : 0;
  if (all === 2 && shelves.includes("completed")) return null;
  if (all === 1) return "inprogress";
  return shelves.length === 1 && shelves[0] === "completed" ? "completed" : undefined;
}

/** Several narrowings of which one's own index finds few videos: those are looked at and put in order. Null when none does. */
async function amongFew(db: Database, parts: Parts, order: ListOrder, place: Place): Promise<SelectedPage | null> {
  if (parts.narrowings.some(({ indexed }) => indexed === false)) return null;
  const leaders = leadersOf(parts);
  if (leaders.length === 0) return null;
  const counts = await sql<{ each: number[] }>`select ${foundEach(parts, leaders, FEW_OF_ONE + 1)} as each`.execute(db);
  const each = (counts.rows[0]?.each ?? []).map(Number);
  const leader = least(leaders, each);
  if (!leader || Math.min(...each) > FEW_OF_ONE) return null;
  const { rows } = await sql<{ total: number; ids: number[] }>`
    with matching as materialized (select v.id, ${columns(order)} from ${led(parts, leader)})
    select (select count(*) from matching) as total, array(select v.id from matching v order by ${ordered(order)}
      offset ${place.offset} limit ${place.perPage}) as ids`.execute(db);
  const { total, ids } = rows[0] ?? { total: 0, ids: [] };
  return known(ids, { total, more: false });
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
    return known(ids, { total, more: !all });
  const found = await (inRuns ? searchRuns : lookUp)(db, parts, order, place);
  return known(found.ids, found);
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
