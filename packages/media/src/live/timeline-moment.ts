import type { RungSegment, TimelineSegment } from "./timeline-segment.ts";
import type { LiveTimeline } from "./timeline.ts";

const USUAL_FRAME_RATE = 25;

/** A moment of a livestream: of the clock, or so long before its newest whole segment ends; in milliseconds. */
export type LiveMoment = { atMs: number } | { behindMs: number };

/** Where the picture of a moment is. */
export interface MomentPlace {
  /** The initialization segment and the segment that hold it, below the stream's folder. */
  init: string;
  segment: string;
  /** From the segment's beginning: half a frame before the one that is shown, so that rounded times lead to the same frame. */
  atSeconds: number;
  /** Pixels of the rung. */
  width: number;
}

/**
 * Where the picture of a moment is, in the smallest rung that is as wide as requested. What lies before the listed segments is their
 * first picture, what was lost is the next one. `newest` for what comes after the last whole segment; null while there is none. Pure.
 */
export function momentPlace(timeline: LiveTimeline, moment: LiveMoment, width: number): MomentPlace | "newest" | null {
  const rung = timeline.rungs.find((one) => one.width >= width) ?? timeline.rungs.at(-1);
  if (!rung || rung.width === 0) return null;
  const whole = timeline.segments.flatMap((segment) => {
    const entry = timeline.entry(segment, rung.label)?.entry;
    return entry?.state === "closed" ? [{ segment, entry }] : [];
  });
  const last = whole.at(-1);
  if (!last) return null;
  const endsAtMs = endOf(last);
  const atMs = "atMs" in moment ? moment.atMs : endsAtMs - moment.behindMs;
  if (atMs >= endsAtMs) return "newest";
  const found = whole.find((one) => endOf(one) > atMs) ?? last;
  const frameRate = rung.frameRate ?? USUAL_FRAME_RATE;
  const frame = Math.max(0, Math.floor(((atMs - found.segment.startsAtMs) / 1_000) * frameRate + 0.001));
  const { init, name } = found.entry;
  return { init, segment: name, atSeconds: Math.max(0, (frame - 0.5) / frameRate), width: rung.width };
}

const endOf = ({ segment, entry }: { segment: TimelineSegment; entry: RungSegment }): number =>
  segment.startsAtMs + entry.durationSeconds * 1_000;
