import { sql, type RawBuilder } from "kysely";

/** Where a page begins in its list, and how many videos it shows. */
export interface Place {
  offset: number;
  perPage: number;
}

export interface SelectedPage {
  ids: number[];
  /** At least one more than all pages to this one show, where there are so many; 300 where one thing narrows. */
  total: number;
  /** There are, or may be, more than `total`. */
  more: boolean;
}

/** Videos looked through in the order of a list before anything else is tried. */
export const LOOKED_THROUGH = 3_000;
/** The most that are looked through when the first look showed that the page will be full there, or that one thing has in order. */
export const LOOKED_FURTHER = 20_000;
/** What was looked for may be rarer on the way than at its beginning. */
const SPARE = 1.5;

export const pageOf = ({ offset, perPage }: Place): RawBuilder<unknown> => sql`offset ${offset} limit ${perPage}`;

/**
 * How many videos a second look goes through when the first, of `reach`, found fewer than are `wanted`; null where finding
 * all of them is likely to be shorter, since hardly any stand at this end of the order.
 */
export function furtherReach(found: number, wanted: number, reach: number): number | null {
  const further = Math.ceil((SPARE * reach * wanted) / Math.max(found, 1));
  return further <= LOOKED_FURTHER + 3 * wanted ? further : null;
}
