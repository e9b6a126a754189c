import type { LiveTimeline } from "./timeline.ts";
import type { LiveRung } from "./timelineSegment.ts";

/** The ladder of a timeline with what its listed segments came to, where there are any: an encoder may send far less than its ceiling. */
export const measuredRungs = (timeline: Pick<LiveTimeline, "rungs" | "segments">): LiveRung[] =>
  timeline.rungs.map((rung) => measured(rung, timeline.segments));

/** What BANDWIDTH is: the most bits per second of any segment (RFC 8216bis §4.4.6.2). Slates say nothing of what comes after them. */
function measured(rung: LiveRung, segments: LiveTimeline["segments"]): LiveRung {
  let bits = 0;
  let seconds = 0;
  let peakBitrate = 0;
  for (const { kind, rungs } of segments) {
    const entry = kind === "slate" ? undefined : rungs.get(rung.label);
    if (entry?.state !== "closed" || entry.durationSeconds < 1) continue;
    bits += entry.sizeBytes * 8;
    seconds += entry.durationSeconds;
    peakBitrate = Math.max(peakBitrate, (entry.sizeBytes * 8) / entry.durationSeconds);
  }
  return seconds > 0 ? { ...rung, peakBitrate, averageBitrate: bits / seconds } : rung;
}
