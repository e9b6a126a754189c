/** The page size people get unless they ask for another (spec §9). */
export const DEFAULT_PER_PAGE = 30;
export const PAGE_SIZES = [30, 50, 100] as const;

/** Where a page stands in its list (spec §3, Pagination): `max` is the last page, `from`–`to` count from 1. */
export interface Pagination {
  page: number;
  max: number;
  per_page: number;
  total: number;
  from: number;
  to: number;
}

/** Describes page `page` of a list of `total` rows; an empty list is page 1 of 1, from 0 to 0. */
export function pagination(page: number, perPage: number, total: number): Pagination {
  const max = Math.max(1, Math.ceil(total / perPage));
  const from = total === 0 ? 0 : Math.min((page - 1) * perPage + 1, total);
  return { page, max, per_page: perPage, total, from, to: Math.min(page * perPage, total) };
}

/**
 * The page numbers to show around the current one: at most `links` of them, the current one as near the middle as it
 * can be (spec §9: 7 wide, 5 narrow).
 */
export function pageLinks(page: number, max: number, links: number): number[] {
  const count = Math.min(links, max);
  const first = Math.max(1, Math.min(page - Math.floor(count / 2), max - count + 1));
  return Array.from({ length: count }, (_, index) => first + index);
}
