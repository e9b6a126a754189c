import type { EditedCue } from "./caption-editing.ts";
import { wordsOf } from "./transcript.ts";

/** More letters in a second than these are too many to read (Netflix, Timed Text Style Guide, "Reading speed": 20 for adults). */
export const LETTERS_A_SECOND = 20;
/** Longer lines are broken by players, or leave the picture (the same guide: 42). */
export const LINE_LETTERS = 42;
export const LINES = 2;
/** Shorter captions flicker (the same guide: five sixths of a second). */
export const SHORTEST_READABLE_SECONDS = 0.8;

const CUE_PROBLEMS = ["times", "empty", "overlap", "fast", "long", "lines", "short"] as const;
/** What is wrong with a caption: `times` cannot be saved, and one that is `empty` is left out; everything else is a warning. */
export type CueProblem = (typeof CUE_PROBLEMS)[number];

/** Letters a second; null where there is no time or no word. Pure. */
export function readingSpeed({ start, end, text }: Pick<EditedCue, "start" | "end" | "text">): number | null {
  const letters = wordsOf(text).length;
  return end > start && letters > 0 ? letters / (end - start) : null;
}

/** The letters of the longest line as it is shown. Pure. */
export const longestLine = (text: string): number =>
  Math.max(0, ...text.split("\n").map((line) => wordsOf(line).length));

/** What is wrong with a caption, the worst first. `before` is the one before it, if there is one. Pure. */
export function problemsOf(cue: EditedCue, before: EditedCue | undefined): CueProblem[] {
  const { start, end, text } = cue;
  const speed = readingSpeed(cue);
  const found: Record<CueProblem, boolean> = {
    times: !(Number.isFinite(start) && start >= 0 && end > start),
    empty: wordsOf(text) === "",
    overlap: before !== undefined && start < before.end,
    fast: speed !== null && speed > LETTERS_A_SECOND,
    long: longestLine(text) > LINE_LETTERS,
    lines: text.split("\n").filter((line) => line.trim() !== "").length > LINES,
    short: end > start && end - start < SHORTEST_READABLE_SECONDS,
  };
  return CUE_PROBLEMS.filter((problem) => found[problem]);
}
