import type { TimelineSegment } from "./timeline-segment.ts";
import type { TimelineShape } from "./timeline-shape.ts";

/** Least length of a playlist, in target durations. */
const leastTargets = 5;

/** How many of the oldest segments, all closed, have left this window. */
export function countBeyond(
  segments: readonly TimelineSegment[],
  windowSeconds: number,
  { targetDurationSeconds }: TimelineShape,
): number {
  const keptSeconds = Math.max(windowSeconds, targetDurationSeconds * leastTargets);
  let listedSeconds = segments.reduce((sum, segment) => sum + segment.durationSeconds, 0);
  const end = segments.findIndex(({ offered, rungs, durationSeconds }) => {
    listedSeconds -= durationSeconds;
    const isWhole = offered.every(({ label }) => (rungs.get(label)?.state ?? "open") !== "open");
    return !isWhole || listedSeconds < keptSeconds;
  });
  return Math.max(0, end);
}

/** End of the last of these segments, in milliseconds since 1970; 0 for none. */
export function endsAtMs(segments: readonly TimelineSegment[]): number {
  const last = segments.at(-1);
  return last ? last.startsAtMs + last.durationSeconds * 1000 : 0;
}

/** Longest key frame interval at segment starts, in seconds; 0 without encoder media. */
export function longestGroupSeconds(segments: readonly TimelineSegment[]): number {
  let longest = 0;
  let seconds = 0;
  for (const [at, { kind, source, rungs, durationSeconds }] of segments.entries()) {
    const isIndependent = [...rungs.values()].some(({ independent }) => independent);
    const goesOn = !isIndependent && segments[at - 1]?.source === source;
    seconds = (goesOn ? seconds : 0) + durationSeconds;
    if (kind === "live") longest = Math.max(longest, seconds);
  }
  return longest;
}
