import type { LiveRung } from "./timeline-segment.ts";
import type { LiveTimeline } from "./timeline.ts";

/** The ladder of a timeline with the bitrates of its listed segments, which may be far below the configured maximum. */
export const measuredRungs = (timeline: Pick<LiveTimeline, "rungs" | "segments">): LiveRung[] =>
  timeline.rungs.map((rung) => measured(rung, timeline.segments));

/** BANDWIDTH: the highest bitrate of any segment (RFC 8216bis §4.4.6.2). Slates are ignored. */
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

/**
 * Most bits per second of the key frames that listed segments start with, by rung: a segment's first part has its key frame.
 * Rungs whose segments have no parts are left out.
 */
export function keyFrameBitrates({ segments }: Pick<LiveTimeline, "segments">): Map<string, number> {
  const found = new Map<string, number>();
  for (const { rungs } of segments)
    for (const [label, { parts, durationSeconds, state }] of rungs) {
      const [first] = parts;
      if (!first || state !== "closed" || durationSeconds < 1) continue;
      found.set(label, Math.max(found.get(label) ?? 0, (first.sizeBytes * 8) / durationSeconds));
    }
  return found;
}
