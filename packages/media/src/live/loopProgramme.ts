import { loopSlots, type LoopClock } from "@kinora/domain/streamLoop.ts";

/** A finished video as a loop plays it. */
export interface LoopVideo {
  /** How long it is on the loop's clock. */
  seconds: number;
  /** How long each of its segments is, in order; never none. */
  segmentSeconds: readonly number[];
}

/** One segment of a loop's endless row. */
export interface LoopSegment<Video extends LoopVideo> {
  video: Video;
  index: number;
  durationSeconds: number;
  /** A video begins: its clock and its init are its own. */
  isFirst: boolean;
}

/**
 * The segments of a loop from where it stands now, without end: the one that is on air by the clock first, and from there one after
 * the other. Nothing for a loop of no videos.
 *
 * @param videos in the order people gave them; null for one that is passed over.
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
    // Only the first is met in its midst.
    offsetSeconds = offsetSeconds === null ? Math.max(0, nowMs - startsAtMs) / 1000 : 0;
    for (let index = segmentAt(video, offsetSeconds); index < video.segmentSeconds.length; index += 1) {
      const durationSeconds = video.segmentSeconds[index] ?? 0;
      yield { video, index, durationSeconds, isFirst: index === 0 };
    }
  }
}

/** The segment a moment of a video lies in. */
function segmentAt({ segmentSeconds }: LoopVideo, offsetSeconds: number): number {
  let endsAt = 0;
  const index = segmentSeconds.findIndex((seconds) => (endsAt += seconds) > offsetSeconds);
  return index < 0 ? Math.max(0, segmentSeconds.length - 1) : index;
}

/** How long each segment of a finished media playlist is (EXTINF, RFC 8216bis §4.4.4.1), in order. */
export function segmentSecondsOf(playlist: string): number[] {
  return [...playlist.matchAll(/^#EXTINF:([0-9.]+)/gm)].map(([, seconds]) => Number(seconds));
}
