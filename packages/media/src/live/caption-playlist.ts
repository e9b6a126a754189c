import { webVttOf, type SpokenCue } from "@kinora/domain/speech/cues.ts";
import { formatVttTime } from "@kinora/domain/videos/vtt-time.ts";
import type { TimelineSegment } from "./timeline-segment.ts";
import type { LiveTimeline } from "./timeline.ts";

/** Folder of a stream's captions, beside those of its rungs. */
export const captionFolder = "captions";

/** The clock of transport streams: 33 bits of 90 kHz. */
const ticksPerSecond = 90_000;
const clockTicks = 2 ** 33;

/**
 * Writes the media playlist of a stream's captions, whole segments with the numbers and times of the pictures' (RFC 8216bis §3.1.4).
 * @param listedTo number of the last segment whose captions are complete; null for none
 */
export function captionPlaylist(timeline: LiveTimeline, listedTo: number | null): string {
  const listed = timeline.segments.filter(({ sequence }) => listedTo !== null && sequence <= listedTo);
  const [first] = listed;
  const lines = [
    "#EXTM3U",
    "#EXT-X-VERSION:8",
    `#EXT-X-TARGETDURATION:${timeline.shape.targetDurationSeconds}`,
    ...(timeline.ended ? [] : ["#EXT-X-SERVER-CONTROL:CAN-BLOCK-RELOAD=YES"]),
    `#EXT-X-MEDIA-SEQUENCE:${first?.sequence ?? timeline.nextSequence}`,
    `#EXT-X-DISCONTINUITY-SEQUENCE:${first ? first.discontinuitySequence - Number(first.discontinuity) : timeline.discontinuitySequence}`,
    ...listed.flatMap(({ sequence, discontinuity, startsAtMs, durationSeconds }) => [
      ...(discontinuity ? ["#EXT-X-DISCONTINUITY"] : []),
      `#EXT-X-PROGRAM-DATE-TIME:${new Date(startsAtMs).toISOString()}`,
      `#EXTINF:${durationSeconds.toFixed(5)},`,
      `${sequence}.vtt`,
    ]),
    ...(timeline.ended ? ["#EXT-X-ENDLIST"] : []),
  ];
  return `${lines.join("\n")}\n`;
}

/**
 * Writes a segment of captions. Its times are those of the timeline's clock, which the decode times of the pictures have
 * (RFC 8216bis §3.1.4): a caption of two segments has the same times in both, so that players show it once.
 */
export function captionSegment(clockSeconds: number, cues: readonly SpokenCue[]): string {
  const ticks = Math.round(clockSeconds * ticksPerSecond);
  // The clock of a stream runs on for years; that of transport streams starts again each 26.5 hours.
  const wrapped = ticks % clockTicks;
  const beforeMs = ((ticks - wrapped) / ticksPerSecond) * 1_000;
  const header = `X-TIMESTAMP-MAP=MPEGTS:${wrapped},LOCAL:${formatVttTime(wrapped / ticksPerSecond)}\n`;
  const shown = cues.map(({ startMs, endMs, lines }) => ({
    startMs: Math.max(0, startMs - beforeMs),
    endMs: Math.max(1, endMs - beforeMs),
    lines,
  }));
  return webVttOf(shown, header);
}

/** Whether a segment does not grow any more, so that its captions can be listed. */
export const isWhole = ({ rungs }: Pick<TimelineSegment, "rungs">): boolean =>
  rungs.size > 0 && [...rungs.values()].every(({ state }) => state !== "open");
