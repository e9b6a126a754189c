import { DEFAULT_PER_PAGE, PAGE_SIZES } from "@kinora/domain/pages.ts";

export type LibraryType = "completed" | "inprogress" | "recent";

/** What the address of the library says: `?type=&page=&search=&per_page=&published=`. */
export interface LibraryView {
  type: LibraryType;
  page: number;
  search: string;
  per_page: number;
  published: "true" | "false" | null;
}

/** The part of a view that differs from the usual one; the address shows only this. */
export interface LibrarySearch {
  type?: LibraryType;
  page?: number;
  search?: string;
  per_page?: number;
  published?: "true" | "false";
}

/** Fewer letters find too much (spec §5, "Minimum 3 characters"). */
export const SEARCH_MIN = 3;
/** Typing rests this long before a search is sent (spec §9). */
export const SEARCH_DEBOUNCE_MS = 500;

const TYPES: readonly LibraryType[] = ["completed", "inprogress", "recent"];

const positive = (value: unknown): number | null => {
  const number = typeof value === "string" || typeof value === "number" ? Number(value) : Number.NaN;
  return Number.isSafeInteger(number) && number > 0 ? number : null;
};

/** Reads an address; what makes no sense counts as not said. */
export function readLibrarySearch(raw: Record<string, unknown>): LibrarySearch {
  const type = TYPES.find((known) => known === raw["type"]);
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
  });
}

/** The whole view an address stands for. */
export const libraryView = (search: LibrarySearch): LibraryView => ({
  type: search.type ?? "completed",
  page: search.page ?? 1,
  search: search.search ?? "",
  per_page: search.per_page ?? DEFAULT_PER_PAGE,
  published: search.published ?? null,
});

/** The shortest address of a view. */
export const librarySearch = (view: LibraryView): LibrarySearch => ({
  ...(view.type === "completed" ? {} : { type: view.type }),
  ...(view.page === 1 ? {} : { page: view.page }),
  ...(view.search === "" ? {} : { search: view.search }),
  ...(view.per_page === DEFAULT_PER_PAGE ? {} : { per_page: view.per_page }),
  ...(view.published === null ? {} : { published: view.published }),
});

/** What a typed text searches for: nothing until it is long enough. */
export const effectiveSearch = (typed: string): string => (typed.trim().length >= SEARCH_MIN ? typed.trim() : "");
