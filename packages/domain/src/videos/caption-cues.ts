import { plainText } from "./caption-text.ts";
import { asAsciiNumbers, readCueTiming, type CueTiming } from "./caption-times.ts";

/** One caption: what it says, line by line, as plain WebVTT. */
export interface Cue extends CueTiming {
  text: string[];
}

/** What was left out of a caption file, by the line where it begins, from 1. */
export interface SkippedLine {
  line: number;
  message: string;
}

interface Cues {
  cues: Cue[];
  skipped: SkippedLine[];
}

const NO_TIME = "There is no time such as 00:00:01.000 --> 00:00:04.000 for this text.";
const LEFTOVER_NUMBER = "This number belongs to no caption.";

const isBlank = (line = "") => line.trim() === "";
/** The number that a line is; null for any other line. */
function numberOf(line = ""): number | null {
  const [, digits] = /^\s*(\d{1,9})\s*$/.exec(asAsciiNumbers(line)) ?? [];
  return digits === undefined ? null : Number(digits);
}
const isTimes = (line = "") => readCueTiming(line) !== null;
const nextFilled = (lines: readonly string[], at: number) => {
  let next = at + 1;
  while (next < lines.length && isBlank(lines[next])) next += 1;
  return lines[next];
};
/** Cues without a word are no captions, and nothing is lost by them. */
const withText = ({ cues, skipped }: Cues): Cues => ({ cues: cues.filter(({ text }) => text.length > 0), skipped });

function addText(cue: Cue, line: string): void {
  const text = plainText(line);
  if (text !== "") cue.text.push(text);
}

/**
 * The cues of WebVTT from a line after `WEBVTT` on, as the standard's parser collects them (W3C WebVTT §6.1): a line with
 * `-->` begins a block wherever it stands, and text without a time is left out. Beyond the standard, times are read as in
 * SubRip, and a number above a time counts the cues also where no empty line stands before it.
 */
export function readVttCues(lines: readonly string[], from: number): Cues {
  const found: Cues = { cues: [], skipped: [] };
  let cue: Cue | null = null;
  /** What a block without a time is: the header, a note, a style, text that is left out; null between blocks. */
  let ignored: "header" | "text" | null = "header";
  let counts = false;
  for (let at = from; at < lines.length; at += 1) {
    const line = lines[at] ?? "";
    const timing = readCueTiming(line);
    if (timing !== null && typeof timing === "object") {
      cue = { ...timing, text: [] };
      ignored = null;
      found.cues.push(cue);
    } else if (timing !== null || (line.includes("-->") && !(cue && cue.text.length === 0))) {
      cue = null;
      ignored = "text";
      found.skipped.push({ line: at + 1, message: timing ?? NO_TIME });
    } else if (line === "") {
      cue = null;
      ignored = null;
    } else if (
      isTimes(lines[at + 1]) &&
      (isBlank(lines[at - 1]) || ((counts || ignored === "header") && numberOf(line) !== null))
    )
      counts = numberOf(line) !== null;
    else if (cue) addText(cue, line);
    else if (ignored === null && !isBlank(line)) {
      ignored = "text";
      if (!/^(?:NOTE|STYLE|REGION|\uFEFF?WEBVTT)(?:\s|$)/.test(line))
        found.skipped.push({ line: at + 1, message: NO_TIME });
    }
  }
  return withText(found);
}

/**
 * The cues of SubRip as ffmpeg reads them: a line of times begins a cue, the number above it belongs to it, and all other
 * text to the cue before, whatever empty lines stand between.
 */
export function readSrtCues(lines: readonly string[]): Cues {
  const found: Cues = { cues: [], skipped: [] };
  let cue: Cue | null = null;
  /** The text that follows belongs to something that was left out. */
  let ignored = false;
  let count: number | null = null;
  for (const [at, line] of lines.entries()) {
    const afterBlank = at === 0 || isBlank(lines[at - 1]);
    const timing = readCueTiming(line);
    const number = timing === null ? numberOf(line) : null;
    if (typeof timing === "string") {
      cue = null;
      ignored = true;
      found.skipped.push({ line: at + 1, message: timing });
    } else if (timing) {
      cue = { ...timing, text: [] };
      found.cues.push(cue);
    } else if (isBlank(line)) continue;
    // Only a number that goes on counting is one where it could be all that a caption says.
    else if (
      number !== null &&
      isTimes(lines[at + 1]) &&
      (afterBlank || cue?.text.length !== 0 || number === (count ?? 0) + 1)
    )
      count = number;
    // Some programs write an empty line after it as well.
    else if (number !== null && afterBlank && number === (count ?? 0) + 1 && isTimes(nextFilled(lines, at)))
      count = number;
    else if (number !== null && afterBlank) found.skipped.push({ line: at + 1, message: LEFTOVER_NUMBER });
    else if (cue) addText(cue, line);
    else if (!ignored) {
      ignored = true;
      found.skipped.push({ line: at + 1, message: NO_TIME });
    }
  }
  return withText(found);
}
