import type { TimelineSegment } from "./timeline-segment.ts";

/** A span of a livestream that its playlists name (EXT-X-DATERANGE, RFC 8216bis §4.4.5.1). */
export interface DateRange {
  /** Unique in the stream for good, without quotation marks. */
  id: string;
  /** What ranges of its kind mean to players; without quotation marks. */
  class: string;
  /** Milliseconds since 1970, on the clock of the segments' dates. */
  startsAtMs: number;
  /** null while it is not known; once it is, it stays. */
  durationSeconds: number | null;
  /** The splice of an encoder that the range is made of. */
  splice?: SplicedRange;
}

/** What an encoder said of a range (§4.4.5.1.1). */
export interface SplicedRange {
  /** Of the splices that are about the same event. */
  event: string;
  plannedSeconds: number | null;
  /** It ends after `plannedSeconds` unless its end comes earlier. */
  endsItself: boolean;
  /** The sections of its begin and of its end, in hexadecimal digits. */
  out: string;
  in?: string;
  /** It was taken back before it began. */
  isCanceled?: boolean;
}

/** How long a range may last whose end nobody said. */
const longestSeconds = 3600;

/** When a range ends or is expected to end, in milliseconds since 1970. */
export const rangeEndsAtMs = ({ startsAtMs, durationSeconds, splice }: DateRange): number =>
  startsAtMs + (durationSeconds ?? splice?.plannedSeconds ?? longestSeconds) * 1000;

/**
 * A range's lines in a media playlist that lists segments: they have the dates that it needs. The first line never changes; the length
 * of a splice is in a second one as soon as it is known, with the same ID.
 * @param newestMs end of the newest segment, in milliseconds since 1970.
 */
export function dateRangeLines(range: DateRange, newestMs: number): string[] {
  const { id, class: name, startsAtMs, durationSeconds, splice } = range;
  const line = `#EXT-X-DATERANGE:ID="${id}",CLASS="${name}",START-DATE="${new Date(startsAtMs).toISOString()}"`;
  const lasts = (seconds: number) => `,DURATION=${seconds.toFixed(3)}`;
  if (!splice) return [durationSeconds === null ? line : line + lasts(durationSeconds)];
  const { plannedSeconds, endsItself, out, in: ends } = splice;
  const planned = plannedSeconds === null ? "" : `,PLANNED-DURATION=${plannedSeconds.toFixed(3)}`;
  const isOver = endsItself && newestMs >= rangeEndsAtMs(range);
  const known = durationSeconds ?? (isOver ? plannedSeconds : null);
  const end = known === null ? [] : [line + lasts(known) + (ends ? `,SCTE35-IN=0x${ends}` : "")];
  return [`${line}${planned},SCTE35-OUT=0x${out}`, ...end];
}

/** The ranges that do not end before the first of these segments, all of them while there is none; none that was taken back. */
export function rangesWithin(ranges: readonly DateRange[], [first]: readonly TimelineSegment[]): DateRange[] {
  return ranges.filter(
    (range) => range.splice?.isCanceled !== true && (first === undefined || rangeEndsAtMs(range) > first.startsAtMs),
  );
}
