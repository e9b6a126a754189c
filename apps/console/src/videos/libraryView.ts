import { VIDEO_SORTS, type VideoSort } from "@kinora/domain/library.ts";
import { DEFAULT_PER_PAGE, PAGE_SIZES } from "@kinora/domain/pages.ts";
import { IN_PROGRESS_STATUSES, VIDEO_STATUSES, type VideoStatus } from "@kinora/domain/videos.ts";

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
  status?: VideoStatus;
  captions?: "true" | "false";
  /** Megabytes, of a million bytes each. */
  larger?: number;
  /** Days of publishing. */
  published_from?: string;
  published_to?: string;
}

/** What the address of the library says: `?type=&page=&search=&per_page=&published=&sort=` , what narrows the list, and `?peek=` for the video beside it. */
export interface LibraryView {
  type: LibraryType;
  page: number;
  search: string;
  per_page: number;
  published: "true" | "false" | null;
  /** Null for the list's own order. */
  sort: VideoSort | null;
  narrowing: Narrowing;
  /** The video that is looked at beside the list. */
  peek: number | null;
}

/** The part of a view that differs from the usual one; the address shows only this. */
export interface LibrarySearch extends Narrowing {
  type?: LibraryType;
  page?: number;
  search?: string;
  per_page?: number;
  published?: "true" | "false";
  sort?: VideoSort;
  peek?: number;
}

const positive = (value: unknown): number | null => {
  const number = typeof value === "string" || typeof value === "number" ? Number(value) : Number.NaN;
  return Number.isSafeInteger(number) && number > 0 ? number : null;
};

const matching = (value: unknown, pattern: RegExp): string | null =>
  pattern.test(String(value)) ? String(value) : null;

const MEGABYTE = 1_000_000;
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
    peek: positive(raw["peek"]),
  });
}

function readNarrowing(raw: Record<string, unknown>): Narrowing {
  const category = raw["category"] === "none" ? "none" : positive(raw["category"]);
  const listed: unknown[] = Array.isArray(raw["tags"]) ? raw["tags"] : [];
  const tags = listed.map(positive).filter((id) => id !== null);
  const user = positive(raw["user"]);
  const added = { from: matching(raw["from"], DAY), to: matching(raw["to"], DAY) };
  const lengths = { duration_min: positive(raw["duration_min"]), duration_max: positive(raw["duration_max"]) };
  const labels = { has: matching(raw["has"], LABEL), missing: matching(raw["missing"], LABEL) };
  const status = VIDEO_STATUSES.find((known) => known === raw["status"]);
  const captions = String(raw["captions"]);
  const larger = positive(raw["larger"]);
  const days = { from: matching(raw["published_from"], DAY), to: matching(raw["published_to"], DAY) };
  return {
    ...(category === null ? {} : { category: String(category) }),
    ...(tags.length === 0 ? {} : { tags }),
    ...(tags.length > 1 && raw["tags_mode"] === "all" ? { tags_mode: "all" as const } : {}),
    ...(String(raw["untagged"]) === "true" ? { untagged: "true" as const } : {}),
    ...(user === null ? {} : { user }),
    ...(added.from === null ? {} : { from: added.from }),
    ...(added.to === null ? {} : { to: added.to }),
    ...(lengths.duration_min === null ? {} : { duration_min: lengths.duration_min }),
    ...(lengths.duration_max === null ? {} : { duration_max: lengths.duration_max }),
    ...(labels.has === null ? {} : { has: labels.has }),
    ...(labels.missing === null ? {} : { missing: labels.missing }),
    ...(status === undefined ? {} : { status }),
    ...(captions === "true" || captions === "false" ? { captions } : {}),
    ...(larger === null ? {} : { larger }),
    ...(days.from === null ? {} : { published_from: days.from }),
    ...(days.to === null ? {} : { published_to: days.to }),
  };
}

/** The whole view an address stands for. */
export function libraryView(address: LibrarySearch): LibraryView {
  const { type, page, search, per_page: perPage, published, sort, peek, ...narrowing } = address;
  return {
    type: type ?? "completed",
    page: page ?? 1,
    search: search ?? "",
    per_page: perPage ?? DEFAULT_PER_PAGE,
    published: published ?? null,
    sort: sort ?? null,
    narrowing,
    peek: peek ?? null,
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
  ...(view.peek === null ? {} : { peek: view.peek }),
});

/** What a video's page is told about the list that led to it, so that it can walk through it. */
export const placeOf = (view: LibraryView): LibrarySearch => librarySearch({ ...view, peek: null });

/** The order a list is shown in: what is on its way begins with what began first (spec §7). */
export const orderOf = ({ type, sort }: Pick<LibraryView, "type" | "sort">): VideoSort | null =>
  sort ?? (type === "inprogress" ? "created" : null);

/** Whether a view shows less than its whole list. */
export const isNarrowed = (view: LibraryView): boolean =>
  view.search !== "" || view.published !== null || Object.keys(view.narrowing).length > 0;

/** A view's list with what narrows it, as the API is asked for it, for an export and for bulk actions. */
export function selectionOf(view: LibraryView) {
  const { category, tags, user, has, missing, status, larger, ...rest } = view.narrowing;
  return {
    type: view.type,
    ...(view.search === "" ? {} : { search: view.search }),
    ...(view.published === null ? {} : { published: view.published }),
    ...(category === undefined ? {} : { category: [category === "none" ? ("none" as const) : Number(category)] }),
    ...(tags === undefined ? {} : { tags }),
    ...(user === undefined ? {} : { user: [user] }),
    ...(has === undefined ? {} : { has: [has] }),
    ...(missing === undefined ? {} : { missing: [missing] }),
    ...(status === undefined ? statusesOf(view.type) : { status: [status] }),
    ...(larger === undefined ? {} : { size_min: larger * MEGABYTE }),
    ...rest,
  };
}

/** What failed has a list of its own, unless somebody asks for it in progress. */
const statusesOf = (type: LibraryType) => (type === "inprogress" ? { status: [...IN_PROGRESS_STATUSES] } : {});

/** A selection as the query of an address: lists as `name[]`. */
export function selectionQuery(selection: Record<string, unknown>): string {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(selection)) {
    if (Array.isArray(value)) for (const each of value) query.append(`${name}[]`, String(each));
    else query.append(name, String(value));
  }
  return query.toString();
}
