import type { Database } from "@kinora/db/connect.ts";
import { sql } from "kysely";
import { inRollUp } from "./count-matching.ts";
import { isFrequent, shown } from "./frequency.ts";
import type { ListOrder } from "./list-orders.ts";
import { looksThroughAll, lookThrough } from "./look-through.ts";
import { foundBy } from "./look-up.ts";
import type { Narrowing } from "./narrowings.ts";
import type { Place, SelectedPage } from "./page-place.ts";
import type { Parts } from "./selection.ts";

/** So few of one are looked at where several things narrow, and each one's index is asked. */
const FEW_OF_ONE = 1_000;

export interface Look {
  /** The first of the leaders that finds few: nothing else was looked for then. */
  leader: Narrowing | null;
  /** What was found where that is enough for the page, or all there is. */
  page: SelectedPage | null;
  part: SelectedPage;
}

interface Found {
  each: (number | null)[];
  ids: number[] | null;
  size: number | null;
}

/**
 * What is found among the first `reach` videos of the list, until there is one more than the page shows. Where hardly any of the
 * first few are shown, each of the leaders is asked before whether it finds few.
 */
export async function firstLook(
  db: Database,
  parts: Parts,
  order: ListOrder,
  place: Place,
  leaders: readonly Narrowing[],
  reach: number,
): Promise<Look> {
  const counts = leaders.map(
    (
      leader,
      at,
    ) => sql`${sql.raw(`asked_${at}`)} as materialized (select case when ${at === 0 ? sql`not frequent` : sql`found > ${FEW_OF_ONE}`}
      then (select count(*) from (${foundBy(parts, leader, sql``, FEW_OF_ONE + 1)}) as m) end as found
      from ${sql.raw(at === 0 ? "near" : `asked_${at - 1}`)})`,
  );
  const each = leaders.map((_, at) => sql`(select found from ${sql.raw(`asked_${at}`)})`);
  const many = sql`(select frequent from near) or ${each.at(-1) ?? sql`null`} > ${FEW_OF_ONE}`;
  const { rows } = await sql<Found>`
    with near as materialized (select ${isFrequent(parts, order)} as frequent),
      ${sql.join([...counts, through(parts, order, place, reach, many)])}
    select array[${sql.join(each)}]::bigint[] as each, ids, ${sizeWhere(parts, order, place, reach)} from through`.execute(
    db,
  );
  const [found] = rows;
  const few = (found?.each ?? []).findIndex((count) => count !== null && Number(count) <= FEW_OF_ONE);
  return { leader: leaders[few] ?? null, ...whatWasFound(found, place, reach) };
}

/** What is found among the first `reach` videos of the list, until there is one more than the page shows. */
export async function lookFurther(
  db: Database,
  parts: Parts,
  order: ListOrder,
  place: Place,
  reach: number,
): Promise<Look> {
  const { rows } = await sql<Omit<Found, "each">>`
    with ${through(parts, order, place, reach, sql`true`)}
    select ids, ${sizeWhere(parts, order, place, reach)} from through`.execute(db);
  return { leader: null, ...whatWasFound(rows[0], place, reach) };
}

const wanted = ({ offset, perPage }: Place) => offset + perPage + 1;

const through = (parts: Parts, order: ListOrder, place: Place, reach: number, where: ReturnType<typeof sql>) =>
  sql`through as materialized (select case when ${where}
    then array(select v.id from ${lookThrough(parts, order, reach)} where ${shown(parts)} limit ${wanted(place)}) end as ids)`;

/** How many there are to be looked through, when that may be fewer than `reach`. */
const sizeWhere = (parts: Parts, order: ListOrder, place: Place, reach: number) =>
  sql`case when cardinality(ids) < ${wanted(place)} then ${sizeOf(parts, order, reach)} end as size`;

const sizeOf = (parts: Parts, order: ListOrder, reach: number) =>
  (looksThroughAll(parts, order) ? inRollUp(parts) : null) ??
  sql`(select count(*) from ${lookThrough(parts, order, reach + 1)})`;

function whatWasFound(found: Omit<Found, "each"> | undefined, place: Place, reach: number): Omit<Look, "leader"> {
  const ids = (found?.ids ?? []).map(Number);
  const size = found?.size ?? null;
  const all = size !== null && size <= reach;
  const part = { ids: ids.slice(place.offset, place.offset + place.perPage), total: ids.length, more: !all };
  return { page: all || ids.length === wanted(place) ? part : null, part };
}
