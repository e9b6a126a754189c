import type { Database } from "@kinora/db/connect.ts";
import { sql } from "kysely";
import type { Sample } from "../platform/word-runs.ts";
import { isFrequent, shown } from "./frequency.ts";
import type { ListOrder } from "./list-orders.ts";
import { lookThrough } from "./look-through.ts";
import { foundBy } from "./look-up.ts";
import type { Narrowing } from "./narrowings.ts";
import type { Place, SelectedPage } from "./page-place.ts";
import { sampled } from "./rare-words.ts";
import type { Parts } from "./selection.ts";

/** So few of one are looked at where several things narrow, and each one's index is asked. */
const FEW_OF_ONE = 1_000;
/** What two narrow together is narrowed as far as an index can. */
const FEW_OF_TWO = 5_000;
const fewOf = ({ pair }: Narrowing) => (pair ? FEW_OF_TWO : FEW_OF_ONE);

export interface Look {
  /** The first of the leaders that finds few: nothing else was looked for then. */
  leader: Narrowing | null;
  /** What was found where that is enough for the page, or all there is. */
  page: SelectedPage | null;
  part: SelectedPage;
  /** Where words are so rare that the list was not looked through for them. */
  sample: Sample | null;
}

interface Found {
  each: (number | null)[];
  /** Null where one of the leaders finds few. */
  ids: number[] | null;
  /** Whether there are more videos than were looked through; null where nobody needs to know. */
  beyond: boolean | null;
  sample: Sample | null;
}

/**
 * What is found among the first `reach` videos of the list, until there is one more than the page shows. Where hardly any of the
 * first few are shown, each of the leaders is asked before whether it finds few, and words are left to their index.
 */
export async function firstLook(
  db: Database,
  parts: Parts,
  order: ListOrder,
  place: Place,
  leaders: readonly Narrowing[],
  reach: number,
): Promise<Look> {
  const counts = leaders.map((leader, at) => {
    const before = leaders[at - 1];
    return sql`${sql.raw(`asked_${at}`)} as materialized (select case when ${before ? sql`found > ${fewOf(before)}` : sql`not frequent`}
      then (select count(*) from (${foundBy(parts, leader, sql``, fewOf(leader) + 1)}) as m) end as found
      from ${sql.raw(before ? `asked_${at - 1}` : "near")})`;
  });
  const each = leaders.map((_, at) => sql`(select found from ${sql.raw(`asked_${at}`)})`);
  const frequent = sql`(select frequent from near)`;
  const sample = sampled(parts, order);
  const last = leaders.at(-1);
  const many = sample || !last ? frequent : sql`(${frequent} or ${each.at(-1)} > ${fewOf(last)})`;
  const { rows } = await sql<Found>`
    with near as materialized (select ${isFrequent(parts, order)} as frequent),
      ${sql.join([...counts, through(parts, order, place, reach, many)])}
    select array[${sql.join(each)}]::bigint[] as each, ids, ${beyond(parts, order, place, reach)},
      case when not ${frequent} then ${sample ?? sql`null`} end as sample from through`.execute(db);
  const [found] = rows;
  const counted = (found?.each ?? []).map((count) => (count === null ? Infinity : Number(count)));
  const few = leaders.find((leader, at) => (counted[at] ?? Infinity) <= fewOf(leader));
  return { leader: few ?? null, ...whatWasFound(found, place), sample: found?.sample?.map(Number) ?? null };
}

/** What is found among the first `reach` videos of the list, until there is one more than the page shows. */
export async function lookFurther(
  db: Database,
  parts: Parts,
  order: ListOrder,
  place: Place,
  reach: number,
): Promise<Look> {
  const { rows } = await sql<Pick<Found, "ids" | "beyond">>`
    with ${through(parts, order, place, reach, sql`true`)}
    select ids, ${beyond(parts, order, place, reach)} from through`.execute(db);
  return { leader: null, ...whatWasFound(rows[0], place), sample: null };
}

const wanted = ({ offset, perPage }: Place) => offset + perPage + 1;

const through = (parts: Parts, order: ListOrder, place: Place, reach: number, where: ReturnType<typeof sql>) =>
  sql`through as materialized (select case when ${where} then
    array(select v.id from ${lookThrough(parts, order, reach)} where ${shown(parts, order)} limit ${wanted(place)}) end as ids)`;

const beyond = (parts: Parts, order: ListOrder, place: Place, reach: number) =>
  sql`case when cardinality(ids) < ${wanted(place)} then
    exists (select from ${lookThrough(parts, order, reach + 1)} offset ${reach}) end as beyond`;

function whatWasFound(found: Pick<Found, "ids" | "beyond"> | undefined, place: Place): Pick<Look, "page" | "part"> {
  const ids = (found?.ids ?? []).map(Number);
  const full = ids.length === wanted(place);
  const more = found?.beyond !== false;
  const part = { ids: ids.slice(place.offset, place.offset + place.perPage), total: ids.length, more };
  return { page: full || !more ? part : null, part };
}
