import type { SpokenCue } from "./cues.ts";

/** A stretch of a longer medium, and where it is in what was cut out of that, in milliseconds. */
export interface CutStretch {
  fromMs: number;
  untilMs: number;
  /** Where it begins in what was cut. */
  atMs: number;
}

/** What is left of a caption at an edge is left out when it is shorter: nobody can read it. */
const SHORTEST_MS = 250;
/** Speech has no pauses as long as this: words are missing there, as when captions were turned on late. */
const LONGEST_GAP_MS = 120_000;

/** Captions of what was cut out of a longer medium, with its times; those at an edge end or begin there. Pure. */
export const cutCues = (cues: readonly SpokenCue[], stretches: readonly CutStretch[]): SpokenCue[] =>
  stretches.flatMap(({ fromMs, untilMs, atMs }) =>
    cues.flatMap((cue) => {
      const [startMs, endMs] = [Math.max(cue.startMs, fromMs), Math.min(cue.endMs, untilMs)];
      if (endMs - startMs < Math.max(1, Math.min(SHORTEST_MS, cue.endMs - cue.startMs))) return [];
      return [{ ...cue, startMs: Math.round(startMs - fromMs + atMs), endMs: Math.round(endMs - fromMs + atMs) }];
    }),
  );

/** Whether two minutes or more of a medium have no captions, at its beginning and its end as well. Pure. */
export function haveLongGap(cues: readonly SpokenCue[], durationMs: number): boolean {
  let endMs = 0;
  for (const cue of cues) {
    if (cue.startMs - endMs >= LONGEST_GAP_MS) return true;
    endMs = Math.max(endMs, cue.endMs);
  }
  return durationMs - endMs >= LONGEST_GAP_MS;
}
