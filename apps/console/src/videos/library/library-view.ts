import { VIDEO_SORTS, type VideoSort } from "@kinora/domain/videos/library.ts";
import { IN_PROGRESS_STATUSES, VIDEO_STATUSES } from "@kinora/domain/videos/videos.ts";
import { dayOf, flag, idOf, listView, oneOf, searched, shownAs, type ViewField } from "@kinora/ui/kit/list-view.ts";
import { apiInput } from "../../platform/api-input.ts";
import type { ListAddress } from "../../shell/lists/list-address.ts";

export const LIBRARY_TYPES = ["completed", "inprogress", "recent", "failed", "trash"] as const;
export type LibraryType = (typeof LIBRARY_TYPES)[number];

const BYTES_PER_MEGABYTE = 1_000_000;

/** A category's id, or that there is none. */
const categoryOf = (): ViewField<number | "none"> => ({
  read: (raw) => (raw === "none" ? "none" : idOf().read(raw)),
  narrows: true,
});

const idsOf = (): ViewField<number[]> => ({
  read(raw) {
    const ids = (Array.isArray(raw) ? raw : []).map(idOf().read).filter((id) => id !== undefined);
    return ids.length > 0 ? ids : undefined;
  },
  narrows: true,
});

/** The label of a resolution, such as 1080p. */
const resolutionOf = (): ViewField<string> => ({
  read: (raw) => (typeof raw === "string" && /^\d{2,4}p$/.test(raw) ? raw : undefined),
  narrows: true,
});

const schema = {
  type: shownAs(LIBRARY_TYPES),
  search: searched(),
  published: oneOf(["true", "false"]),
  category: categoryOf(),
  tags: idsOf(),
  /** Whether videos have all of the tags; else one of them suffices. */
  tags_mode: oneOf(["all"]),
  untagged: flag(),
  /** Id of the person who uploaded. */
  user: idOf(),
  from: dayOf(),
  to: dayOf(),
  /** Seconds. */
  duration_min: idOf(),
  duration_max: idOf(),
  has: resolutionOf(),
  missing: resolutionOf(),
  status: oneOf(VIDEO_STATUSES),
  captions: oneOf(["true", "false"]),
  sound_only: oneOf(["true", "false"]),
  /** Megabytes. */
  larger: idOf(),
  published_from: dayOf(),
  published_to: dayOf(),
  /** Without it a list has its own order. */
  sort: { ...oneOf(VIDEO_SORTS), narrows: false },
  /** Id of the video that is shown beside the list. */
  peek: { ...idOf(), narrows: false },
};

/** What the address of the library says. */
export const libraryView = listView(schema);
export type LibraryAddress = ReturnType<typeof libraryView.read>;
export type LibraryAt = ListAddress<typeof schema>;
export type LibraryChange = Parameters<typeof libraryView.change>[1];

/** What a video's page is given of the list that led to it, so that it can walk through it. */
export function placeOf({ peek: _peek, ...list }: LibraryAddress): Omit<LibraryAddress, "peek"> {
  return list;
}

/** The order a list is shown in: what is in progress begins with what began first (spec §7). */
export const orderOf = ({ type, sort }: Pick<LibraryAddress, "type" | "sort">): VideoSort | null =>
  sort ?? (type === "inprogress" ? "created" : null);

/** A list with what narrows it, as the API is asked for it, for an export and for bulk actions. */
export function selectionOf(address: LibraryAddress) {
  const { category, untagged, user, has, missing, status, larger, ...rest } = address;
  const { page: _page, per_page: _perPage, sort: _sort, peek: _peek, type = "completed", ...narrowing } = rest;
  return apiInput("videos.listVideos", {
    type,
    ...narrowing,
    ...(category === undefined ? {} : { category: [category] }),
    ...(untagged === undefined ? {} : { untagged: "true" as const }),
    ...(user === undefined ? {} : { user: [user] }),
    ...(has === undefined ? {} : { has: [has] }),
    ...(missing === undefined ? {} : { missing: [missing] }),
    ...(status === undefined ? statusesOf(type) : { status: [status] }),
    ...(larger === undefined ? {} : { size_min: larger * BYTES_PER_MEGABYTE }),
  });
}

/** What failed has a list of its own, unless someone asks for it in progress. */
const statusesOf = (type: LibraryType) => (type === "inprogress" ? { status: [...IN_PROGRESS_STATUSES] } : {});
