import { isAllThatFollows, playlistEnd } from "./live-playlist.ts";
import { advertisedPartSeconds } from "./timeline-shape.ts";
import type { LiveTimeline } from "./timeline.ts";

/** `_HLS_msn` and `_HLS_part` (RFC 8216bis §6.2.5.2). */
export interface ReloadRequest {
  sequence: number;
  part: number | null;
}

/** What to answer: the playlist now, 400 (`too_far`), 503 (`timeout`), nothing (`aborted`). */
export type ReloadOutcome = "ready" | "too_far" | "timeout" | "aborted";

/** The request in `_HLS_msn` and `_HLS_part`; null without either, `invalid` (400) for malformed values. */
export function reloadRequest(query: {
  msn?: string | undefined;
  part?: string | undefined;
}): ReloadRequest | null | "invalid" {
  if (query.msn === undefined) return query.part === undefined ? null : "invalid";
  const number = /^\d{1,12}$/;
  if (!number.test(query.msn) || (query.part !== undefined && !number.test(query.part))) return "invalid";
  return { sequence: Number(query.msn), part: query.part === undefined ? null : Number(query.part) };
}

/** Time a source may take to start after another. */
const leastWaitMs = 12_000;

/** Less than the ten seconds after which hls.js and Shaka Player abort an unanswered request. */
const firstSegmentMs = 8_000;

/**
 * Waits until a rung's playlist has the requested part or a later one, for at most three target durations or twelve seconds. A request
 * too far ahead is not waited for.
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

/** Waits until a timeline's target duration is known; nothing may be served before. */
export function waitForTarget(timeline: LiveTimeline, signal: AbortSignal): Promise<void> {
  return changed(timeline, () => !timeline.target.isOpen, signal);
}

/**
 * Waits until a rung lists a whole segment, at most eight seconds: Shaka Player (5.2) fails with a first playlist that has parts only.
 */
export function waitForSegment(timeline: LiveTimeline, rung: string, signal: AbortSignal): Promise<void> {
  const isWhole = (): boolean => {
    const [first] = timeline.segments;
    const found = first && timeline.entry(first, rung);
    return !!found && found.entry.state !== "open";
  };
  return changed(timeline, isWhole, signal, firstSegmentMs);
}

/** Waits until a timeline meets a condition or has ended. */
async function changed(
  timeline: LiveTimeline,
  isWanted: () => boolean,
  signal: AbortSignal,
  mostMs?: number,
): Promise<void> {
  const isOver = (): boolean => timeline.ended || isWanted();
  if (isOver() || signal.aborted) return;
  const { promise, resolve } = Promise.withResolvers<void>();
  const onAbort = (): void => resolve();
  signal.addEventListener("abort", onAbort, { once: true });
  const timer = mostMs === undefined ? undefined : setTimeout(resolve, mostMs);
  const stop = timeline.subscribe(() => {
    if (isOver()) resolve();
  });
  await promise;
  stop();
  clearTimeout(timer);
  signal.removeEventListener("abort", onAbort);
}

function isThere(timeline: LiveTimeline, rung: string, { sequence, part }: ReloadRequest): boolean {
  if (timeline.ended) return true;
  const end = playlistEnd(timeline, rung);
  if (!end || sequence > end.sequence) return false;
  // An immediate answer would have nothing new, and the player would then wait for half a target duration.
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
