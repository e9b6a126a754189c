import { withAsciiDigits } from "../digits.ts";

/** The times and plain settings of a caption, in seconds. */
export interface CueTiming {
  start: number;
  end: number;
  settings: string;
}

/**
 * A time as WebVTT, SubRip and programs that translate either write it: without hours, with a comma, a colon, a semicolon
 * or nothing before its milliseconds, and with a space beside each mark.
 */
const TIME = String.raw`(?:(\d{1,4}) ?: ?)?(\d{1,2}) ?: ?(\d{1,2})(?: ?[.,:;] ?(\d{1,9}))?`;
/** `-->`, and what editors and translators make of it. */
const ARROW = String.raw`(?:[-\u2013\u2014\u2212]{1,3} ?[-\u2013\u2014\u2212]? ?(?:>|&gt;)|[\u2192\u21D2])`;
const TIMES = new RegExp(String.raw`^\s*${TIME}\s*${ARROW}\s*${TIME}(?=\s|$)`);
/** The beginning of a line that was meant as times. */
const BEGINS_WITH_TIME = /^\s*[-+]?\d[\d:.,; ]*-->/;
const SETTING =
  /^(?:vertical:(?:rl|lr)|line:-?\d{1,4}(?:\.\d+)?%?(?:,(?:start|center|end))?|position:\d{1,3}(?:\.\d+)?%(?:,(?:line-left|center|line-right))?|size:\d{1,3}(?:\.\d+)?%|align:(?:start|center|end|left|right))$/;
/** What every line of times has; most lines have none of it. */
const POINTS = /[>\u2192\u21D2]|&gt;/;
/** Marks of direction, which programs put around each line of a language from right to left. */
const DIRECTION_MARKS = /[\u061C\u200B\u200E\u200F\u202A-\u202E\u2066-\u2069]/g;
const MARKS_OF_SCRIPTS: Readonly<Record<string, string>> = {
  ...{ "\uFF1A": ":", "\uFF0C": ",", "\uFF0E": ".", "\uFF1B": ";", "\u066B": ",", "\u060C": "," },
};

/** A line of numbers in the digits and marks of ASCII, without marks of direction: translators change these, too. Pure. */
export const asAsciiNumbers = (line: string): string =>
  withAsciiDigits(line.replaceAll(DIRECTION_MARKS, "")).replaceAll(
    /[\uFF1A\uFF0C\uFF0E\uFF1B\u066B\u060C]/g,
    (mark) => MARKS_OF_SCRIPTS[mark] ?? mark,
  );

/** What follows the times of one line is read up to here. */
const SETTINGS_MAX = 1000;

/**
 * The times of a line, a sentence why they cannot be read, or null when it is a line of another kind. Pure.
 */
export function readCueTiming(typed: string): CueTiming | string | null {
  if (!POINTS.test(typed)) return null;
  const line = asAsciiNumbers(typed);
  const found = TIMES.exec(line);
  if (!found) {
    return BEGINS_WITH_TIME.test(line)
      ? `"${line.trim().slice(0, 60)}" is not a time such as 00:00:01.000 --> 00:00:04.000.`
      : null;
  }
  const start = seconds(found.slice(1, 5));
  const end = seconds(found.slice(5, 9));
  if (start === null || end === null) return "Minutes and seconds go up to 59.";
  if (end <= start) return end === start ? "This caption has no duration." : "This caption ends before it begins.";
  const settings = line.slice(found[0].length, found[0].length + SETTINGS_MAX).split(/\s+/);
  return { start, end, settings: settings.filter((setting) => SETTING.test(setting)).join(" ") };
}

function seconds(parts: readonly (string | undefined)[]): number | null {
  const [hours = 0, minutes = 0, whole = 0] = parts.slice(0, 3).map((part) => Number(part ?? 0));
  if (minutes > 59 || whole > 59) return null;
  return hours * 3600 + minutes * 60 + whole + Number((parts[3] ?? "").slice(0, 3).padEnd(3, "0")) / 1000;
}
