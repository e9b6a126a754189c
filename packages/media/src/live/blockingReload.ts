import type { LiveTimeline } from "./timeline.ts";

/** `_HLS_msn` and `_HLS_part` (RFC 8216bis §6.2.5.2). */
export interface ReloadRequest {
  sequence: number;
  part: number | null;
}

/** What to answer: the playlist now, 400 (`too_far`), 503 (`timeout`: three target durations passed), nothing (`aborted`). */
export type ReloadOutcome = "ready" | "too_far" | "timeout" | "aborted";

/** Waits until a rung's playlist has what was asked for, or something later. */
export declare function waitForPlaylist(
  timeline: LiveTimeline,
  rung: string,
  request: ReloadRequest,
  signal: AbortSignal,
): Promise<ReloadOutcome>;

/** What `_HLS_msn` and `_HLS_part` of a query ask for; null for neither, `invalid` (400) for what makes no sense. */
export declare function reloadRequest(query: {
  msn?: string | undefined;
  part?: string | undefined;
}): ReloadRequest | null | "invalid";
