/** The orders a list of videos can be in; `-` is the largest or latest first. `created` is the order of arrival. */
export const VIDEO_SORTS = [
  "created",
  "-created",
  "title",
  "-title",
  "duration",
  "-duration",
  "size",
  "-size",
] as const;
export type VideoSort = (typeof VIDEO_SORTS)[number];

/** How far a filtered list is counted and paged; a larger count is shown as "1,000+". */
export const COUNTED_ROWS = 1_000;

/** What a bulk action does to each of its videos, and the permission it needs. */
export const BULK_ACTIONS = {
  publish: "video_publish",
  unpublish: "video_publish",
  set_category: "video_edit",
  add_tags: "video_edit",
  remove_tags: "video_edit",
  retranscode: "video_edit",
  delete: "video_delete",
  restore: "video_delete",
  purge: "video_delete",
} as const;
export type BulkAction = keyof typeof BULK_ACTIONS;

export const BULK_STATES = ["running", "complete", "cancelled", "failed"] as const;
export type BulkState = (typeof BULK_STATES)[number];

/** Videos that can be named one by one in one bulk action; more are chosen by a filter. */
export const BULK_IDS_MAX = 1_000;
