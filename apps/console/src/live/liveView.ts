import { DEFAULT_PER_PAGE, PAGE_SIZES } from "@kinora/domain/pages.ts";
import { STREAM_STATES, type StreamState } from "@kinora/domain/streams.ts";

export const STREAM_SORTS = ["name", "created_at", "last_live_at"] as const;
export type StreamSort = (typeof STREAM_SORTS)[number];

/** A list's order: the column, with a dash before it from the end to the beginning. */
export type StreamOrder = StreamSort | `-${StreamSort}`;
const ORDERS: readonly StreamOrder[] = STREAM_SORTS.flatMap((sort) => [sort, `-${sort}` as const]);
const USUAL_ORDER: StreamOrder = "-created_at";

/** What the address of the livestreams says; what is left out is as usual. */
export interface LiveSearch {
  page?: number;
  per_page?: number;
  search?: string;
  state?: StreamState[];
  /** Only those of which a recording runs. */
  recording?: true;
  /** Only those that are sent on. */
  restream?: true;
  /** Days of their making, such as 2030-01-31. */
  from?: string;
  to?: string;
  sort?: StreamOrder;
}

/** The whole view an address stands for. */
export interface LiveView {
  page: number;
  perPage: number;
  search: string;
  states: readonly StreamState[];
  recording: boolean;
  restream: boolean;
  /** Empty: from the beginning, until now. */
  from: string;
  to: string;
  order: StreamOrder;
}

/** What narrows nothing. */
export const NOT_NARROWED = { search: "", states: [], recording: false, restream: false, from: "", to: "" } as const;

/** A number of the address; null for anything that is none above zero. */
export const positive = (value: unknown): number | null => {
  const number = typeof value === "string" || typeof value === "number" ? Number(value) : Number.NaN;
  return Number.isSafeInteger(number) && number > 0 ? number : null;
};

/** A text of the address: the router reads digits as a number. */
export const textOf = (value: unknown): string =>
  typeof value === "string" || typeof value === "number" ? String(value).trim() : "";

const DAY = /^\d{4}-\d\d-\d\d$/;
/** A day of the address, such as 2030-01-31. */
export const dayOf = (value: unknown) => (typeof value === "string" && DAY.test(value) ? value : undefined);

/** Those of `known` that an address names, each once and in their own order. */
export function listed<Value extends string>(value: unknown, known: readonly Value[]): Value[] {
  const named: unknown[] = Array.isArray(value) ? value : [value];
  return known.filter((each) => named.includes(each));
}

/** Reads an address; what makes no sense counts as not said. */
export const readLiveSearch = (raw: Record<string, unknown>): LiveSearch =>
  liveSearch({
    page: positive(raw["page"]) ?? 1,
    perPage: PAGE_SIZES.find((size) => size === positive(raw["per_page"])) ?? DEFAULT_PER_PAGE,
    search: textOf(raw["search"]),
    states: listed(raw["state"], STREAM_STATES),
    recording: String(raw["recording"]) === "true",
    restream: String(raw["restream"]) === "true",
    from: dayOf(raw["from"]) ?? "",
    to: dayOf(raw["to"]) ?? "",
    order: ORDERS.find((known) => known === raw["sort"]) ?? USUAL_ORDER,
  });

export const liveView = (address: LiveSearch): LiveView => ({
  page: address.page ?? 1,
  perPage: address.per_page ?? DEFAULT_PER_PAGE,
  search: address.search ?? "",
  states: address.state ?? [],
  recording: address.recording ?? false,
  restream: address.restream ?? false,
  from: address.from ?? "",
  to: address.to ?? "",
  order: address.sort ?? USUAL_ORDER,
});

/** The shortest address of a view. */
export const liveSearch = ({ page, perPage, order, recording, restream, ...view }: LiveView): LiveSearch => ({
  ...(page === 1 ? {} : { page }),
  ...(perPage === DEFAULT_PER_PAGE ? {} : { per_page: perPage }),
  ...textFilter(view),
  ...(recording ? { recording } : {}),
  ...(restream ? { restream } : {}),
  ...(order === USUAL_ORDER ? {} : { sort: order }),
});

/** What narrows a view by text, state and day; what is empty is left out. */
const textFilter = ({ search, states, from, to }: Pick<LiveView, "search" | "states" | "from" | "to">) => ({
  ...(search === "" ? {} : { search }),
  ...(states.length === 0 ? {} : { state: [...states] }),
  ...(from === "" ? {} : { from }),
  ...(to === "" ? {} : { to }),
});

/** Whether a view shows less than all livestreams. */
export const isNarrowed = ({ recording, restream, ...view }: LiveView): boolean =>
  recording || restream || Object.keys(textFilter(view)).length > 0;

/** The order a press on a column's name asks for: names from A, moments from the latest; again turns it round. */
export function nextOrder(current: StreamOrder, column: StreamSort): StreamOrder {
  const first: StreamOrder = column === "name" ? column : `-${column}`;
  const second: StreamOrder = column === "name" ? `-${column}` : column;
  return current === first ? second : first;
}

/** A view as the API is asked for it. */
export function streamsInput({ page, perPage, order, recording, restream, ...view }: LiveView) {
  const down = order.startsWith("-");
  return {
    page,
    per_page: perPage,
    ...textFilter(view),
    ...(recording ? { recording: "true" as const } : {}),
    ...(restream ? { restream: "true" as const } : {}),
    sort: STREAM_SORTS.find((sort) => order.endsWith(sort)) ?? "created_at",
    sort_order: down ? ("desc" as const) : ("asc" as const),
  };
}
