import { BoxError, readBoxes } from "./boxes.ts";
import { readFragment } from "./fragment.ts";
import { readInit } from "./init-segment.ts";

/** Segments of equal length that follow one another. */
export interface SegmentRun {
  durationTicks: number;
  count: number;
}

/** When each segment of a rendition is shown, from the first one on (SegmentTimeline, ISO/IEC 23009-1 §5.3.9.6). */
export interface SegmentTimeline {
  /** Ticks a second. */
  timescale: number;
  runs: readonly SegmentRun[];
}

/** The stored files a timeline is read from. */
export interface TimelineFiles {
  /** The media playlist of a finished rendition. */
  playlist: string;
  init: Buffer;
  /** At least the first `segmentHeadBytes` of its first segment. */
  firstHead: Buffer;
}

/**
 * Reads the timeline of a finished rendition, exact in the ticks of its track: durations in playlists are rounded to a
 * microsecond, which is less than half a tick.
 *
 * A playlist says how long a segment is decoded, a timeline when its first picture is shown. All pictures but the very first
 * are shown later than they are decoded, by the same delay, so the first segment is shown longer by that much.
 * @throws BoxError when a file is broken.
 */
export function readSegmentTimeline({ playlist, init, firstHead }: TimelineFiles): SegmentTimeline {
  const { timescale, defaults } = readInit(init);
  const decoded = [...playlist.matchAll(/^#EXTINF:([0-9.]+),/gm)].map(([, seconds]) =>
    Math.round(Number(seconds) * timescale),
  );
  const [first = 0, ...others] = decoded;
  return { timescale, runs: inRuns([Math.max(first, shownTicks(firstHead, defaults)), ...others]) };
}

/** How long a timeline is. */
export const timelineSeconds = ({ timescale, runs }: SegmentTimeline): number =>
  runs.reduce((ticks, { durationTicks, count }) => ticks + durationTicks * count, 0) / timescale;

/** When the last picture of the video's first segment ends, counted from the first one's beginning. */
function shownTicks(firstHead: Buffer, defaults: ReturnType<typeof readInit>["defaults"]): number {
  for (const { type, start, end } of readBoxes(firstHead)) {
    if (type !== "moof") continue;
    let decodedAt = 0;
    let endsAt = 0;
    for (const { durationTicks, compositionOffsetTicks } of readFragment(firstHead.subarray(start, end), defaults)
      .samples) {
      endsAt = Math.max(endsAt, decodedAt + compositionOffsetTicks + durationTicks);
      decodedAt += durationTicks;
    }
    return endsAt;
  }
  throw new BoxError("A segment begins with more than its description.");
}

/** Joins equal durations that follow one another. */
export function inRuns(durations: readonly number[]): SegmentRun[] {
  const runs: SegmentRun[] = [];
  for (const durationTicks of durations) {
    const last = runs.at(-1);
    if (last?.durationTicks === durationTicks) last.count += 1;
    else runs.push({ durationTicks, count: 1 });
  }
  return runs;
}
