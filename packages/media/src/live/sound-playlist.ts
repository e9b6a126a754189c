import type { TimelineSegment } from "./timeline-segment.ts";
import type { LiveTimeline } from "./timeline.ts";

/** Folder of a further sound, beside those of the rungs. @param track from 1 on */
export const soundFolder = (track: number): string => `sound-${track}`;

/** When a segment ends on the timeline's clock, in seconds. */
export const segmentEnd = ({ stretch, startsAtMs, durationSeconds }: TimelineSegment): number =>
  stretch.clockSeconds + (startsAtMs - stretch.startsAtMs) / 1000 + durationSeconds;

/**
 * Writes the media playlist of a further sound: whole segments with the numbers and times of the pictures'. Where a segment has no such
 * sound, as of a loop, it lists the sound of the lowest rung.
 * @param listedTo number of the last segment whose sounds are complete; null for none
 */
export function soundPlaylist(timeline: LiveTimeline, track: number, listedTo: number | null): string {
  const listed = timeline.segments.filter(({ sequence }) => listedTo !== null && sequence <= listedTo);
  const [first] = listed;
  let init: string | null = null;
  const lines = [
    "#EXTM3U",
    "#EXT-X-VERSION:8",
    `#EXT-X-TARGETDURATION:${timeline.shape.targetDurationSeconds}`,
    `#EXT-X-MEDIA-SEQUENCE:${first?.sequence ?? timeline.nextSequence}`,
    `#EXT-X-DISCONTINUITY-SEQUENCE:${first ? first.discontinuitySequence - Number(first.discontinuity) : timeline.discontinuitySequence}`,
    "#EXT-X-INDEPENDENT-SEGMENTS",
    ...listed.flatMap((segment) => {
      const file = fileOf(timeline, segment, track);
      const map = file.init === null || file.init === init ? [] : [`#EXT-X-MAP:URI="${file.init}"`];
      init = file.init ?? init;
      return [
        ...(segment.discontinuity ? ["#EXT-X-DISCONTINUITY"] : []),
        `#EXT-X-PROGRAM-DATE-TIME:${new Date(segment.startsAtMs).toISOString()}`,
        ...map,
        ...(file.isGap ? ["#EXT-X-GAP"] : []),
        `#EXTINF:${segment.durationSeconds.toFixed(5)},`,
        file.name,
      ];
    }),
    ...(timeline.ended ? ["#EXT-X-ENDLIST"] : []),
  ];
  return `${lines.join("\n")}\n`;
}

interface SoundFile {
  name: string;
  /** Null where it does not matter. */
  init: string | null;
  isGap: boolean;
}

function fileOf(timeline: LiveTimeline, segment: TimelineSegment, track: number): SoundFile {
  const own = `${segment.sequence}.m4s`;
  if (segment.sounds.has(track)) return { name: own, init: "init.mp4", isGap: false };
  const found = timeline.entry(segment, timeline.rungs[0]?.label ?? "");
  if (!found || found.entry.state === "gap") return { name: own, init: null, isGap: true };
  return { name: `../audio/${found.entry.name}`, init: `../audio/${found.entry.init}`, isGap: false };
}
