import { isAllThatFollows, playlistEnd } from "./livePlaylist.ts";
import type { LiveTimeline } from "./timeline.ts";
import { advertisedPartSeconds } from "./timelineShape.ts";

/** `_HLS_msn` and `_HLS_part` (RFC 8216bis §6.2.5.2). */
export interface ReloadRequest {
  sequence: number;
  part: number | null;
}

/** What to answer: the playlist now, 400 (`too_far`), 503 (`timeout`), nothing (`aborted`). */
export type ReloadOutcome = "ready" | "too_far" | "timeout" | "aborted";

/** What `_HLS_msn` and `_HLS_part` of a query ask for; null for neither, `invalid` (400) for what makes no sense. */
export function reloadRequest(query: {
  msn?: string | undefined;
  part?: string | undefined;
}): ReloadRequest | null | "invalid" {
  if (query.msn === undefined) return query.part === undefined ? null : "invalid";
  const number = /^\d{1,12}$/;
  if (!number.test(query.msn) || (query.part !== undefined && !number.test(query.part))) return "invalid";
  return { sequence: Number(query.msn), part: query.part === undefined ? null : Number(query.part) };
}

/** A source that follows another may take as long to begin. */
const leastWaitMs = 12_000;

/**
 * Waits until a rung's playlist has what was asked for, or something later; at most three target durations, or
 * twelve seconds.
 * What lies absurdly far ahead is not waited for.
 */
export async function waitForPlaylist(
  timeline: LiveTimeline,
  rung: string,
  request: ReloadRequest,
  signal: AbortSignal,
): Promise<ReloadOutcome> {
  if (isThere(timeline, rung, request)) return "ready";
  if (isTooFar(timeline, rung, request)) return "too_far";
  if (signal.aborted) return "aborted";
  const { promise, resolve } = Promise.withResolvers<ReloadOutcome>();
  const stop = timeline.subscribe(() => {
    if (isThere(timeline, rung, request)) resolve("ready");
  });
  const onAbort = (): void => resolve("aborted");
  signal.addEventListener("abort", onAbort, { once: true });
  const waitMs = Math.max(leastWaitMs, timeline.shape.targetDurationSeconds * 3000);
  const timer = setTimeout(() => resolve("timeout"), waitMs);
  try {
    return await promise;
  } finally {
    stop();
    clearTimeout(timer);
    signal.removeEventListener("abort", onAbort);
  }
}

/** Waits until a timeline's target duration is known, before which nothing of it may be served. */
export async function waitForTarget(timeline: LiveTimeline, signal: AbortSignal): Promise<void> {
  if (!timeline.target.isOpen || signal.aborted) return;
  const { promise, resolve } = Promise.withResolvers<void>();
  const onAbort = (): void => resolve();
  signal.addEventListener("abort", onAbort, { once: true });
  const stop = timeline.subscribe(() => {
    if (!timeline.target.isOpen || timeline.ended) resolve();
  });
  await promise;
  stop();
  signal.removeEventListener("abort", onAbort);
}

function isThere(timeline: LiveTimeline, rung: string, { sequence, part }: ReloadRequest): boolean {
  if (timeline.ended) return true;
  const end = playlistEnd(timeline, rung);
  if (!end || sequence > end.sequence) return false;
  // Answered at once it would be what the player has; it would then look away for half a target duration.
  if (sequence < end.sequence && part !== null && isAllThatFollows(timeline, rung, sequence, part)) return false;
  if (sequence < end.sequence || !end.isOpen) return true;
  return part !== null && part < end.parts;
}

function isTooFar(timeline: LiveTimeline, rung: string, { sequence, part }: ReloadRequest): boolean {
  const end = playlistEnd(timeline, rung);
  const last = end?.sequence ?? timeline.nextSequence;
  if (sequence > last + 2) return true;
  // The Advance Part Limit: three parts, or as many as fill three seconds.
  const advance = Math.ceil(3 / Math.min(1, advertisedPartSeconds(timeline.shape)));
  return end !== null && sequence === last && part !== null && part >= end.parts + advance;
}
