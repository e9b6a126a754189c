import { loopPosition } from "@kinora/domain/streamLoop.ts";

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
 * @param sinceMs when its first video began, in milliseconds since 1970.
 */
export function* loopSegments<Video extends LoopVideo>(
  videos: readonly Video[],
  sinceMs: number,
  nowMs: number,
): Generator<LoopSegment<Video>, void, undefined> {
  const now = loopPosition(
    videos.map(({ seconds }) => seconds),
    sinceMs,
    nowMs,
  );
  if (!now) return;
  let at = now.item;
  let from = segmentAt(videos[at], now.offsetSeconds);
  for (;;) {
    const video = videos[at];
    if (!video) return;
    for (let index = from; index < video.segmentSeconds.length; index += 1) {
      const durationSeconds = video.segmentSeconds[index] ?? 0;
      yield { video, index, durationSeconds, isFirst: index === 0 };
    }
    from = 0;
    at = (at + 1) % videos.length;
  }
}

/** The segment a moment of a video lies in. */
function segmentAt(video: LoopVideo | undefined, offsetSeconds: number): number {
  let endsAt = 0;
  const { segmentSeconds = [] } = video ?? {};
  const index = segmentSeconds.findIndex((seconds) => (endsAt += seconds) > offsetSeconds);
  return index < 0 ? Math.max(0, segmentSeconds.length - 1) : index;
}

/** How long each segment of a finished media playlist is (EXTINF, RFC 8216bis §4.4.4.1), in order. */
export function segmentSecondsOf(playlist: string): number[] {
  return [...playlist.matchAll(/^#EXTINF:([0-9.]+)/gm)].map(([, seconds]) => Number(seconds));
}
