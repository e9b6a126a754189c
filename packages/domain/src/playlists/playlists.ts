/** Manual: ordered by people. Smart: by rules. Channel: played by the clock, for everyone the same. */
export const PLAYLIST_TYPES = ["manual", "smart", "channel"] as const;
export type PlaylistType = (typeof PLAYLIST_TYPES)[number];

/** Where an embed page shows the list of its videos. */
export const PLAYLIST_LAYOUTS = ["side", "bottom", "grid", "hidden"] as const;
export type PlaylistLayout = (typeof PLAYLIST_LAYOUTS)[number];

export const PLAYLIST_NAME_MAX = 120;
export const PLAYLIST_DESCRIPTION_MAX = 2_000;

/** Playlists of a project: few enough to list them all. */
export const PLAYLISTS_MAX = 1_000;

/** Videos a playlist can have in its own order; a page shows all of them. */
export const PLAYLIST_ITEMS_MAX = 1_000;

/** The orders a playlist can be put into once; `-` is the largest or latest first. */
export const PLAYLIST_SORTS = ["title", "-title", "created", "-created", "duration", "-duration", "reverse"] as const;
export type PlaylistSort = (typeof PLAYLIST_SORTS)[number];

/** Why viewers do not get a video of a playlist. */
export const ITEM_PROBLEMS = ["trash", "failed", "processing", "unpublished"] as const;
export type ItemProblem = (typeof ITEM_PROBLEMS)[number];

interface ItemState {
  deleted: boolean;
  status: string;
  playable: boolean;
  published: boolean;
}

/** Why viewers do not get a video; null when they do. The trash counts before everything else. */
export function itemProblem({ deleted, status, playable, published }: ItemState): ItemProblem | null {
  if (deleted) return "trash";
  if (!playable) return status === "failed" || status === "cancelled" ? "failed" : "processing";
  return published ? null : "unpublished";
}
