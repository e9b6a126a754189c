import type { TimelineSegment } from "./timelineSegment.ts";

/** How many of the oldest segments, all of them whole, a playlist of this length needs no longer. */
export function countBeyond(segments: readonly TimelineSegment[], keptSeconds: number): number {
  let listedSeconds = segments.reduce((sum, segment) => sum + segment.durationSeconds, 0);
  const end = segments.findIndex(({ offered, rungs, durationSeconds }) => {
    listedSeconds -= durationSeconds;
    const isWhole = offered.every(({ label }) => (rungs.get(label)?.state ?? "open") !== "open");
    return !isWhole || listedSeconds < keptSeconds;
  });
  return Math.max(0, end);
}
