import { loopSlots, type LoopClock } from "@kinora/domain/live/stream-loop.ts";

/** A complete video in a loop. */
export interface LoopVideo {
  /** Duration on the loop's clock. */
  seconds: number;
  /** Durations of its segments in order; never empty. */
  segmentSeconds: readonly number[];
}

/** One segment of a loop. */
export interface LoopSegment<Video extends LoopVideo> {
  video: Video;
  index: number;
  durationSeconds: number;
  /** The first segment of a video, with a new clock and init. */
  isFirst: boolean;
}

/**
 * The segments of a loop from its current position, without end: first the one on air by the clock, then the following ones. Empty for
 * a loop without videos.
 *
 * @param videos in the user's order; null for a skipped one.
 */
export function* loopSegments<Video extends LoopVideo>(
  videos: readonly (Video | null)[],
  times: Omit<LoopClock, "seconds">,
  nowMs: number,
): Generator<LoopSegment<Video>, void, undefined> {
  const clock = { ...times, seconds: videos.map((video) => video?.seconds ?? 0) };
  let offsetSeconds: number | null = null;
  for (const { item, startsAtMs } of loopSlots(clock, nowMs)) {
    const video = videos[item];
    if (!video) continue;
    // Only the first one starts in its middle.
    offsetSeconds = offsetSeconds === null ? Math.max(0, nowMs - startsAtMs) / 1000 : 0;
    for (let index = segmentAt(video, offsetSeconds); index < video.segmentSeconds.length; index += 1) {
      const durationSeconds = video.segmentSeconds[index] ?? 0;
      yield { video, index, durationSeconds, isFirst: index === 0 };
    }
  }
}

/** The segment at a time of a video. */
function segmentAt({ segmentSeconds }: LoopVideo, offsetSeconds: number): number {
  let endsAt = 0;
  const index = segmentSeconds.findIndex((seconds) => (endsAt += seconds) > offsetSeconds);
  return index < 0 ? Math.max(0, segmentSeconds.length - 1) : index;
}

/** Durations of the segments of a complete media playlist (EXTINF, RFC 8216bis §4.4.4.1), in order. */
export function segmentSecondsOf(playlist: string): number[] {
  return [...playlist.matchAll(/^#EXTINF:([0-9.]+)/gm)].map(([, seconds]) => Number(seconds));
}
