/** The page size people get unless they ask for another (spec §9). */
export const DEFAULT_PER_PAGE = 30;
/** The page sizes people choose from; programs may ask for any up to the largest. */
export const PAGE_SIZES = [30, 50, 100] as const;
export const PER_PAGE_MAX = 100;

/** The position of a page in its list (spec §3, Pagination): `max` is the last page, `from`–`to` count from 1. */
export interface Pagination {
  page: number;
  max: number;
  per_page: number;
  total: number;
  from: number;
  to: number;
}

/** Describes page `page` of a list of `total` rows; a page without rows, of an empty list or beyond the last, is from 0 to 0. */
export function pagination(page: number, perPage: number, total: number): Pagination {
  const max = Math.max(1, Math.ceil(total / perPage));
  const before = (page - 1) * perPage;
  const rows = before < total ? { from: before + 1, to: Math.min(page * perPage, total) } : { from: 0, to: 0 };
  return { page, max, per_page: perPage, total, ...rows };
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
