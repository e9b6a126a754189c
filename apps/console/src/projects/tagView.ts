import type { TagView } from "./queries.ts";

/** The part of the tags page's address that differs from the usual one: `?search=&sort=&page=&unused=`. */
export interface TagSearch {
  search?: string;
  sort?: "-videos" | "-created_at";
  page?: number;
  unused?: true;
}

/** Reads an address; what makes no sense counts as not said. */
export function readTagSearch(raw: Record<string, unknown>): TagSearch {
  const text =
    typeof raw["search"] === "string" || typeof raw["search"] === "number" ? String(raw["search"]).trim() : "";
  const page = Number(raw["page"]);
  return tagSearch({
    search: text === "" ? null : text,
    sort: raw["sort"] === "-videos" || raw["sort"] === "-created_at" ? raw["sort"] : "name",
    page: Number.isSafeInteger(page) && page > 0 ? page : 1,
    unused: String(raw["unused"]) === "true",
  });
}

/** The whole view an address stands for. */
export const tagView = (search: TagSearch): TagView => ({
  search: search.search ?? null,
  sort: search.sort ?? "name",
  page: search.page ?? 1,
  unused: search.unused ?? false,
});

/** The shortest address of a view. */
export const tagSearch = (view: TagView): TagSearch => ({
  ...(view.search === null ? {} : { search: view.search }),
  ...(view.sort === "name" ? {} : { sort: view.sort }),
  ...(view.page === 1 ? {} : { page: view.page }),
  ...(view.unused ? { unused: true as const } : {}),
});
