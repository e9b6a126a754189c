import type { Database, Executor } from "@kinora/db/connect.ts";
import { COUNTED_ROWS } from "@kinora/domain/library.ts";
import { sql, type RawBuilder, type SqlBool } from "kysely";
import { bounded } from "../platform/bounded-read.ts";
import { columns, lookThrough, ordered, type ListOrder } from "./list-orders.ts";
import { allOf, sought, type Parts } from "./selection.ts";

export interface SelectedPage {
  ids: number[];
  /** At most 10,000. */
  total: number;
  /** There are, or may be, more than `total`. */
  more: boolean;
}

export interface PageRequest {
  page: number;
  perPage: number;
}

/** Videos looked through in the order of the list before what narrows it is looked up instead. */
const LOOKED_THROUGH = 10_000;
/** The same for one narrowing, whose videos its own index has counted: the look ends where the page does. */
const LOOKED_THROUGH_FOR_PAGE = 20_000;
/** The same for words, which stand in the rows themselves. */
const WORDS_LOOKED_THROUGH = 2_000;
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
  request: PageRequest,
): Promise<SelectedPage> {
  const place = { offset: (request.page - 1) * request.perPage, perPage: request.perPage };
  if (place.offset >= COUNTED_ROWS) place.perPage = 0;
  place.perPage = Math.min(place.perPage, COUNTED_ROWS - place.offset);
  const [only, ...others] = parts.narrowings;
  const words = parts.narrowings.find(({ about }) => about === "words");
  if (others.length > 0 || words) return throughOrder(db, parts, order, place, words?.indexed ?? true);
  return byItself(db, parts, order, place, only ?? null);
}

interface Place {
  offset: number;
  perPage: number;
}

type Single = Parts["narrowings"][number] | null;

/** At most one narrowing: its own index counts, and the shorter way leads to the page. */
async function byItself(
  db: Database,
  parts: Parts,
  order: ListOrder,
  place: Place,
  single: Single,
): Promise<SelectedPage> {
  const where = sought(parts);
  const counted =
    single?.ids && parts.always.length === 0
      ? sql`select from (${single.ids}) as t limit ${COUNTED_ROWS + 1}`
      : sql`select from videos v where ${where} limit ${COUNTED_ROWS + 1}`;
  const { rows } = await sql<{ total: number; ids: number[] }>`
    with counted as materialized (select count(*) as total from (${counted}) as m)
    select total, ${pageWithout(parts, order, place, single)} as ids from counted`.execute(db);
  const { total, ids } = rows[0] ?? { total: 0, ids: [] };
  const answer = { total: Math.min(total, COUNTED_ROWS), more: total > COUNTED_ROWS };
  if (ids.length >= Math.min(place.perPage, Math.max(0, answer.total - place.offset)))
    return { ...answer, ids: ids.map(Number) };
  return { ...answer, ids: (await lookUp(db, where, order, place, answer.more)).ids };
}

function pageWithout(parts: Parts, order: ListOrder, place: Place, single: Single): RawBuilder<unknown> {
  const where = sought(parts);
  const { offset, perPage } = place;
  const window = sql`offset ${offset} limit ${perPage}`;
  const inOrder = single === null || (single.inOrder && (order === "created" || order === "-created"));
  if (inOrder && parts.shelves.length === 1)
    return sql`array(select v.id from videos v where ${where} order by ${ordered(order)} ${window})`;
  const through = lookThrough(parts, order, single === null ? offset + perPage : LOOKED_THROUGH_FOR_PAGE + 3 * offset);
  const seen = allOf([...parts.always, ...(single ? [single.seen] : [])]);
  const looked = sql`array(select v.id from ${through} where ${seen} ${window})`;
  if (single === null) return looked;
  return sql`case when total > ${FEW} then ${looked} else array(${few(where, order, FEW)} ${window}) end`;
}

/** So many of those that are found, without a promise which, and then in order. */
const few = (where: RawBuilder<SqlBool>, order: ListOrder, limit: number) => sql`
  select id from (select v.id, ${columns(order)} from videos v where ${where} limit ${limit}) v order by ${ordered(order)}`;

/** Several narrowings, or words: looked for in the order of the list, and looked up when that does not fill the page. */
async function throughOrder(
  db: Database,
  parts: Parts,
  order: ListOrder,
  place: Place,
  findable: boolean,
): Promise<SelectedPage> {
  const words = parts.narrowings.some(({ about }) => about === "words");
  const reach = words && findable ? WORDS_LOOKED_THROUGH : LOOKED_THROUGH;
  const { offset, perPage } = place;
  const seen = allOf([...parts.always, ...parts.narrowings.map((each) => each.seen)]);
  const { rows } = await sql<{ looked: number; total: number; ids: number[] }>`
    select looked, cardinality(ids) as total, ids[${offset + 1}::int:${offset + perPage}::int] as ids from (
      select count(*) as looked, coalesce(array_agg(v.id) filter (where ${seen}), '{}') as ids
      from ${lookThrough(parts, order, reach)}) as s`.execute(db);
  const { looked, total, ids } = rows[0] ?? { looked: 0, total: 0, ids: [] };
  const all = looked < reach;
  // One more than the page shows, or nobody could turn to the next one.
  if (all || !findable || total > offset + perPage) return { ids: ids.map(Number), total, more: !all };
  const where = sought(parts);
  const found = await lookUp(db, where, order, place, false);
  return found.more ? { ...found, ids: (await lookUp(db, where, order, place, true)).ids } : found;
}

/**
 * Finds by the indexes of what narrows: all of it, put in order then, or, where it is known to be more than 10,000, the
 * first of it in order.
 */
function lookUp(
  db: Database,
  where: RawBuilder<SqlBool>,
  order: ListOrder,
  { offset, perPage }: Place,
  many: boolean,
): Promise<SelectedPage> {
  const limit = many ? offset + perPage : COUNTED_ROWS + 1;
  const found = many
    ? sql`select v.id, ${columns(order)} from videos v where ${where} order by ${ordered(order)} limit ${limit}`
    : sql`select v.id, ${columns(order)} from videos v where ${where} limit ${limit}`;
  return bounded(db, async (tx) => {
    // The planner knows what is frequent in all projects together, not in this one: never a walk through all of them.
    await sql`set local enable_seqscan = off`.execute(tx);
    await sql`set local max_parallel_workers_per_gather = 0`.execute(tx);
    const { rows } = await sql<{ total: number; ids: number[] }>`
      with matching as materialized (${found})
      select (select count(*) from matching) as total,
        array(select v.id from matching v order by ${ordered(order)} offset ${offset} limit ${perPage}) as ids`.execute(
      tx,
    );
    const { total, ids } = rows[0] ?? { total: 0, ids: [] };
    return { ids: ids.map(Number), total: Math.min(total, COUNTED_ROWS), more: !many && total > COUNTED_ROWS };
  });
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
