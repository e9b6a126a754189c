import { VIDEO_SORTS, type VideoSort } from "@kinora/domain/library.ts";
import { DEFAULT_PER_PAGE, PAGE_SIZES } from "@kinora/domain/pages.ts";

export const LIBRARY_TYPES = ["completed", "inprogress", "recent", "failed", "trash"] as const;
export type LibraryType = (typeof LIBRARY_TYPES)[number];

/** What narrows a list beside the search and the publication; what is not there narrows nothing. */
export interface Narrowing {
  /** A category's id, or `none`. */
  category?: string;
  tags?: number[];
  tags_mode?: "all";
  untagged?: "true";
  user?: number;
  /** Days, such as 2030-01-31. */
  from?: string;
  to?: string;
  /** Seconds. */
  duration_min?: number;
  duration_max?: number;
  has?: string;
  missing?: string;
}

/** What the address of the library says: `?type=&page=&search=&per_page=&published=&sort=` and what narrows the list. */
export interface LibraryView {
  type: LibraryType;
  page: number;
  search: string;
  per_page: number;
  published: "true" | "false" | null;
  /** Null for the list's own order. */
  sort: VideoSort | null;
  narrowing: Narrowing;
}

/** The part of a view that differs from the usual one; the address shows only this. */
export interface LibrarySearch extends Narrowing {
  type?: LibraryType;
  page?: number;
  search?: string;
  per_page?: number;
  published?: "true" | "false";
  sort?: VideoSort;
}

/** Fewer letters find too much (spec §5, "Minimum 3 characters"). */
export const SEARCH_MIN = 3;
/** Typing rests this long before a search is sent (spec §9). */
export const SEARCH_DEBOUNCE_MS = 500;

const positive = (value: unknown): number | null => {
  const number = typeof value === "string" || typeof value === "number" ? Number(value) : Number.NaN;
  return Number.isSafeInteger(number) && number > 0 ? number : null;
};

const matching = (value: unknown, pattern: RegExp): string | null =>
  pattern.test(String(value)) ? String(value) : null;

const DAY = /^\d{4}-\d\d-\d\d$/;
const LABEL = /^\d{2,4}p$/;

/** Reads an address; what makes no sense counts as not said. */
export function readLibrarySearch(raw: Record<string, unknown>): LibrarySearch {
  const type = LIBRARY_TYPES.find((known) => known === raw["type"]);
  const page = positive(raw["page"]);
  const perPage = PAGE_SIZES.find((size) => size === positive(raw["per_page"]));
  const text =
    typeof raw["search"] === "string" || typeof raw["search"] === "number" ? String(raw["search"]).trim() : "";
  const published = String(raw["published"]);
  return librarySearch({
    type: type ?? "completed",
    page: page ?? 1,
    per_page: perPage ?? DEFAULT_PER_PAGE,
    search: text,
    published: published === "true" || published === "false" ? published : null,
    sort: VIDEO_SORTS.find((known) => known === raw["sort"]) ?? null,
    narrowing: readNarrowing(raw),
  });
}

function readNarrowing(raw: Record<string, unknown>): Narrowing {
  const category = raw["category"] === "none" ? "none" : positive(raw["category"]);
  const listed: unknown[] = Array.isArray(raw["tags"]) ? raw["tags"] : [];
  const tags = listed.map(positive).filter((id) => id !== null);
  const user = positive(raw["user"]);
  const days = { from: matching(raw["from"], DAY), to: matching(raw["to"], DAY) };
  const lengths = { duration_min: positive(raw["duration_min"]), duration_max: positive(raw["duration_max"]) };
  const labels = { has: matching(raw["has"], LABEL), missing: matching(raw["missing"], LABEL) };
  return {
    ...(category === null ? {} : { category: String(category) }),
    ...(tags.length === 0 ? {} : { tags }),
    ...(tags.length > 1 && raw["tags_mode"] === "all" ? { tags_mode: "all" as const } : {}),
    ...(String(raw["untagged"]) === "true" ? { untagged: "true" as const } : {}),
    ...(user === null ? {} : { user }),
    ...(days.from === null ? {} : { from: days.from }),
    ...(days.to === null ? {} : { to: days.to }),
    ...(lengths.duration_min === null ? {} : { duration_min: lengths.duration_min }),
    ...(lengths.duration_max === null ? {} : { duration_max: lengths.duration_max }),
    ...(labels.has === null ? {} : { has: labels.has }),
    ...(labels.missing === null ? {} : { missing: labels.missing }),
  };
}

/** The whole view an address stands for. */
export function libraryView(address: LibrarySearch): LibraryView {
  const { type, page, search, per_page: perPage, published, sort, ...narrowing } = address;
  return {
    type: type ?? "completed",
    page: page ?? 1,
    search: search ?? "",
    per_page: perPage ?? DEFAULT_PER_PAGE,
    published: published ?? null,
    sort: sort ?? null,
    narrowing,
  };
}

/** The shortest address of a view. */
export const librarySearch = (view: LibraryView): LibrarySearch => ({
  ...(view.type === "completed" ? {} : { type: view.type }),
  ...(view.page === 1 ? {} : { page: view.page }),
  ...(view.search === "" ? {} : { search: view.search }),
  ...(view.per_page === DEFAULT_PER_PAGE ? {} : { per_page: view.per_page }),
  ...(view.published === null ? {} : { published: view.published }),
  ...(view.sort === null ? {} : { sort: view.sort }),
  ...view.narrowing,
});

/** Whether a view shows less than its whole list. */
export const isNarrowed = (view: LibraryView): boolean =>
  view.search !== "" || view.published !== null || Object.keys(view.narrowing).length > 0;

/** A view's list with what narrows it, as the API is asked for it, for an export and for bulk actions. */
export function selectionOf(view: LibraryView) {
  const { category, tags, user, has, missing, ...rest } = view.narrowing;
  return {
    type: view.type,
    ...(view.search === "" ? {} : { search: view.search }),
    ...(view.published === null ? {} : { published: view.published }),
    ...(category === undefined ? {} : { category: [category === "none" ? ("none" as const) : Number(category)] }),
    ...(tags === undefined ? {} : { tags }),
    ...(user === undefined ? {} : { user: [user] }),
    ...(has === undefined ? {} : { has: [has] }),
    ...(missing === undefined ? {} : { missing: [missing] }),
    ...rest,
  };
}

/** A selection as the query of an address: lists as `name[]`. */
export function selectionQuery(selection: Record<string, unknown>): string {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(selection)) {
    if (Array.isArray(value)) for (const each of value) query.append(`${name}[]`, String(each));
    else query.append(name, String(value));
  }
  return query.toString();
}

/** What a typed text searches for: nothing until it is long enough. */
export const effectiveSearch = (typed: string): string => (typed.trim().length >= SEARCH_MIN ? typed.trim() : "");
