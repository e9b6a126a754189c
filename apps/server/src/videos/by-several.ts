import type { Database } from "@kinora/db/connect.ts";
import { sql } from "kysely";
import { byArrival, columns, ordered, type ListOrder } from "./list-orders.ts";
import { firstLook, lookFurther } from "./look-for.ts";
import { leaderIn } from "./look-through.ts";
import { leadersOf, led, lookUp } from "./look-up.ts";
import type { Narrowing } from "./narrowings.ts";
import { furtherReach, LOOKED_FURTHER, LOOKED_THROUGH, pageOf, type Place, type SelectedPage } from "./page-place.ts";
import { isIndexed, rareWords, readSample } from "./rare-words.ts";
import type { Parts } from "./selection.ts";
import { searchRuns } from "./word-search.ts";

/** Videos looked through for letters that no index knows. */
const LOOKED_THROUGH_FOR_LETTERS = 10_000;

/**
 * Several narrowings, or words. Where one's own index finds few, those are looked at and put in order; else they are looked
 * for in the order of the list, and looked up as a whole when that does not fill the page.
 */
export async function bySeveral(db: Database, parts: Parts, order: ListOrder, place: Place): Promise<SelectedPage> {
  const { offset, perPage } = place;
  if (!isIndexed(parts)) {
    const { page, part } = await lookFurther(db, parts, order, place, LOOKED_THROUGH_FOR_LETTERS);
    return page ?? part;
  }
  const words = parts.narrowings.some(({ about }) => about === "words");
  const inRuns = words && byArrival(order) && !parts.shelves.includes("trash");
  // What one thing has in order is looked through to its end where that is not too far; words take longer, row by row.
  const isLed = !words && leaderIn(parts, order) !== null;
  const reach = (isLed ? LOOKED_FURTHER : LOOKED_THROUGH) + 3 * offset;
  const { leader, page, part, sample } = await firstLook(db, parts, order, place, leadersOf(parts), reach);
  if (leader) return amongFew(db, parts, order, place, leader);
  if (page) return page;
  const further = furtherReach(part.total, offset + perPage + 1, reach);
  const second = inRuns || further === null ? null : await lookFurther(db, parts, order, place, further);
  if (second?.page) return second.page;
  if (!words) return lookUp(db, parts, order, place);
  const rare = rareWords(parts, sample ?? (await readSample(db, parts, order)));
  return inRuns ? searchRuns(db, rare, order, place) : lookUp(db, rare, order, place);
}

/** Several narrowings of which one's own index finds few videos: those are looked at and put in order. */
async function amongFew(
  db: Database,
  parts: Parts,
  order: ListOrder,
  place: Place,
  leader: Narrowing,
): Promise<SelectedPage> {
  const { rows } = await sql<{ total: number; ids: number[] }>`
    with matching as materialized (select v.id, ${columns(order)} from ${led(parts, leader)})
    select (select count(*) from matching) as total,
      array(select v.id from matching v order by ${ordered(order)} ${pageOf(place)}) as ids`.execute(db);
  const { total, ids } = rows[0] ?? { total: 0, ids: [] };
  return { ids: ids.map(Number), total, more: false };
}
