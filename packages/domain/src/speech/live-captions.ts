import type { SpokenCue } from "./cues.ts";

/**
 * How automatic captions of a livestream are: `behind` while the engine is slower than the speech, `failed` while it does not answer,
 * `minutes_used` when the plan has no transcribed minutes left, `own` where the publisher's pictures have captions.
 */
export const LIVE_CAPTIONS_STATES = ["on", "behind", "failed", "minutes_used", "own"] as const;
export type LiveCaptionsState = (typeof LIVE_CAPTIONS_STATES)[number];

/** Words are shown at most this long after they are said; later ones are left out. */
export const LIVE_CAPTIONS_LATE_SECONDS = 20;

/** A caption is readable for this long at least. */
const SHORTEST_MS = 1_000;
/** How much of its time a caption keeps that waited for the one before it, so that captions catch up. */
const HURRIED = 0.7;

/** Where the next captions go, in milliseconds of the stream's clock. */
interface NextSegment {
  /** Where the segment begins: what was said before is shown from here on. */
  fromMs: number;
  untilMs: number;
  /** End of the last caption that has its place. */
  freeMs: number;
}

interface Placed {
  placed: SpokenCue[];
  /** Those that begin after the segment. */
  waiting: SpokenCue[];
  /** How many were too late. */
  leftOut: number;
  freeMs: number;
}

/**
 * Gives captions that became known their time in the next segment that players get: at the moment of their words, or as soon after it as
 * segments that players have allow. They keep their order and do not overlap. Pure.
 */
export function placeCues(cues: readonly SpokenCue[], { fromMs, untilMs, freeMs }: NextSegment): Placed {
  const placed: SpokenCue[] = [];
  let free = freeMs;
  let leftOut = 0;
  for (const [at, cue] of cues.entries()) {
    const earliest = Math.max(cue.startMs, fromMs);
    const startMs = Math.max(earliest, free);
    if (startMs - cue.startMs > LIVE_CAPTIONS_LATE_SECONDS * 1_000) {
      leftOut += 1;
      continue;
    }
    if (startMs >= untilMs) return { placed, waiting: cues.slice(at), leftOut, freeMs: free };
    const ownMs = Math.max(SHORTEST_MS, cue.endMs - cue.startMs);
    const shownMs = startMs > earliest ? Math.max(SHORTEST_MS, Math.round(ownMs * HURRIED)) : ownMs;
    free = startMs + shownMs;
    placed.push({ startMs, endMs: free, lines: cue.lines });
  }
  return { placed, waiting: [], leftOut, freeMs: free };
}
