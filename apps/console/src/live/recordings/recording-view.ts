import { CLIP_SECONDS } from "@kinora/domain/live/streams.ts";
import { STATUS_MARKS } from "@kinora/ui/status-marks.ts";
import type { Stream, StreamRecording } from "../queries.ts";

/** What a recording or a clip is at: its own state until there is a video, then the video's. */
export type KeptState =
  | Exclude<StreamRecording["state"], "ready">
  | "gone"
  | "transcoding"
  | "videoFailed"
  | "published"
  | "unpublished";

/** How a recording or a clip stands, its video included. */
export function keptState({ state, video }: Pick<StreamRecording, "state" | "video">): KeptState {
  if (state !== "ready") return state;
  if (video === null) return "gone";
  if (video.status === "failed" || video.status === "cancelled") return "videoFailed";
  if (video.status !== "complete") return "transcoding";
  return video.published ? "published" : "unpublished";
}

/** Whether a recording or a clip is still on its way to being a video, so that it is worth looking at again. */
export const isUnderWay = (recording: Pick<StreamRecording, "state" | "video">): boolean =>
  STATUS_MARKS[keptState(recording)] === "working";

/** Lengths that are offered beside the usual one, in seconds. */
const LENGTHS = [10, 60, 120, CLIP_SECONDS.max];

/** Lengths a clip can have where so many of the last seconds are there: the offered ones, and all of it where that is less than the longest. */
export function clipLengths(reachSeconds: number): number[] {
  const offered = LENGTHS.filter((seconds) => seconds <= reachSeconds);
  const isAll = reachSeconds > CLIP_SECONDS.default && reachSeconds < CLIP_SECONDS.max;
  return isAll && !offered.includes(reachSeconds) ? [...offered, reachSeconds] : offered;
}

/** What viewers see in the place of an encoder that sends, so that a clip is of what they do not see; null when they see it. */
export function clipsUnseen({ state, on_air: onAir }: Pick<Stream, "state" | "on_air">): "slate" | "loop" | null {
  const isReceived = state === "live" || state === "paused";
  return isReceived && (onAir === "slate" || onAir === "loop") ? onAir : null;
}
