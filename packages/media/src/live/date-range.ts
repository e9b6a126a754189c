import type { TimelineSegment } from "./timeline-segment.ts";

/** A span of a livestream that its playlists name (EXT-X-DATERANGE, RFC 8216bis §4.4.5.1). */
export interface DateRange {
  /** Unique in the stream for good, without quotation marks; what it names never changes. */
  id: string;
  /** What ranges of its kind mean to players; without quotation marks. */
  class: string;
  /** Milliseconds since 1970, on the clock of the segments' dates. */
  startsAtMs: number;
  durationSeconds: number;
}

/** A range's line in a media playlist that lists segments: they have the dates that it needs. */
export const dateRangeLine = ({ id, class: name, startsAtMs, durationSeconds }: DateRange): string =>
  `#EXT-X-DATERANGE:ID="${id}",CLASS="${name}",START-DATE="${new Date(startsAtMs).toISOString()}",DURATION=${durationSeconds.toFixed(3)}`;

/** The ranges that do not end before the first of these segments; all of them while there is none. */
export function rangesWithin(ranges: readonly DateRange[], [first]: readonly TimelineSegment[]): DateRange[] {
  return ranges.filter(
    ({ startsAtMs, durationSeconds }) => first === undefined || startsAtMs + durationSeconds * 1000 > first.startsAtMs,
  );
}
