/**
 * A video's way from bytes to playable: `uploading → receiving → in_queue → processing → complete`; any may end in
 * `failed` or `cancelled`. Whether it is published is a separate switch (spec §4).
 */
export const VIDEO_STATUSES = [
  "uploading",
  "receiving",
  "in_queue",
  "processing",
  "complete",
  "failed",
  "cancelled",
] as const;
export type VideoStatus = (typeof VIDEO_STATUSES)[number];

/** The lists a video can be in (spec §3): `inprogress` is everything not finished, failures of the work included. */
export const VIDEO_LISTS = ["completed", "inprogress"] as const;
export type VideoList = (typeof VIDEO_LISTS)[number];

/** Work is under way or waits to be. */
export const UNDER_WAY_STATUSES = ["uploading", "receiving", "in_queue", "processing"] as const satisfies VideoStatus[];

/** What people look for in progress: all of its list but what failed, which has a list of its own. */
export const IN_PROGRESS_STATUSES = [...UNDER_WAY_STATUSES, "cancelled"] as const satisfies VideoStatus[];

/** In which list a video with this status stands; a failed upload stays in `inprogress` with its error (spec §4). */
export function videoList(status: VideoStatus): VideoList {
  return status === "complete" ? "completed" : "inprogress";
}

const MOVES: Record<VideoStatus, readonly VideoStatus[]> = {
  uploading: ["receiving", "in_queue", "failed", "cancelled"],
  receiving: ["in_queue", "failed", "cancelled"],
  in_queue: ["processing", "failed", "cancelled"],
  processing: ["complete", "failed", "cancelled", "in_queue"],
  complete: ["in_queue"],
  failed: ["in_queue"],
  cancelled: ["in_queue"],
};

/** Whether a video may go from one status to the other. */
export function canMove(from: VideoStatus, to: VideoStatus): boolean {
  return MOVES[from].includes(to);
}

/** Work is under way or waiting, so it can be cancelled. */
export const canCancel = (status: VideoStatus) => canMove(status, "cancelled");

/** Stopped before the end, so it can be tried again. */
export const canRetry = (status: VideoStatus) => status === "failed" || status === "cancelled";

/** Finished, so its renditions can be made again while the old ones keep playing. */
export const canRetranscode = (status: VideoStatus) => status === "complete";

/** Nothing is under way, so another file can take the place of its source: of a failed one, too, since its file may be the reason. */
export const canReplaceSource = (status: VideoStatus) => status === "complete" || canRetry(status);

/** Why a video failed: a code for programs, a sentence for people, and whether trying again can help. */
export interface VideoFailure {
  code: string;
  message: string;
  retryable: boolean;
}

/** The heights posters are made in, best first: the spec's fallback order (§3, Video). */
export const POSTER_HEIGHTS = [1440, 1080, 720, 360] as const;
export type PosterLabel = `${(typeof POSTER_HEIGHTS)[number]}p`;

/** The heights of the posters there are, best first: those of the spec, or where a video is smaller than all of them, its own. */
export function posterHeights(images: Partial<Record<string, string>>): number[] {
  const usual = POSTER_HEIGHTS.filter((height) => images[`${height}p`]);
  if (usual.length > 0) return usual;
  const own = Object.entries(images).flatMap(([label, url]) =>
    url ? (/^([1-9]\d{0,4})p$/.exec(label)?.[1] ?? []) : [],
  );
  return own.map(Number).toSorted((a, b) => b - a);
}

/** The best poster there is, or none. */
export function bestImage(images: Partial<Record<string, string>>): string | null {
  return images[`${posterHeights(images)[0]}p`] ?? null;
}

/** The smallest poster there is, for rows of lists, or none. */
export function smallestImage(images: Partial<Record<string, string>>): string | null {
  return images[`${posterHeights(images).at(-1)}p`] ?? null;
}

export const VIDEO_TITLE_MAX = 200;
export const VIDEO_DESCRIPTION_MAX = 5000;

/** The label of the sound that plays unless the viewer chooses another one; those are `audio-2`, `audio-3`, …. */
export const MAIN_SOUND = "audio";

/** The file for download of a sound without a picture, below its version's folder. */
export const SOUND_DOWNLOAD = "mp4/audio.m4a";
