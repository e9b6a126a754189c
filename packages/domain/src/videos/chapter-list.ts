import { withAsciiDigits } from "../digits.ts";
import type { Chapter } from "./chapters.ts";
import { readTime } from "./vtt-time.ts";

/** What a pasted list holds: chapters, and the lines (from 1) that have no time and were left out. */
export interface ChapterList {
  chapters: Chapter[];
  skipped: number[];
  /** The first line with a time that cannot be read or that names nothing; nothing is read after it. */
  problem: { line: number; text: string } | null;
}

const TIME = String.raw`(?:\d{1,3}:)?\d{1,3}:\d{2}(?:[.,]\d{1,3})?`;
/** Editors count frames after the seconds, `00:01:30:12` or `00:01:30;12`, of a rate that stands elsewhere. */
const FRAMES = /(?<!\d)(\d{1,2}:\d{2}:\d{2})[:;]\d{2}(?![\d:])/g;
/** A time in the digits of any script. */
const ANY_DIGITS = /(?<!\p{N})\p{Nd}{1,3}(?:[:\uFF1A]\p{Nd}{2}){1,2}(?!\p{N})/gu;
const IN_WORDS = /(?<![\p{L}\p{N}])(?:(\d{1,3})h ?)?(\d{1,3})m ?(\d{1,2})s(?![\p{L}\p{N}])/giu;
/** What Markdown has around a time: a link, emphasis, code. */
const MARKED = new RegExp(
  String.raw`\[(${TIME})\]\([^)\s]*\)|(?:\*{1,3}|__?|${"`"})(${TIME})(?:\*{1,3}|__?|${"`"})`,
  "g",
);
/** A time alone or in brackets, as a moment or from one to another, which may have brackets of its own. */
const WHEN = String.raw`[([]?\s*(${TIME})(?:[)\]]?\s*(?:[-\u2013\u2014\u2192~|]|-->|to)\s*[([]?${TIME})?\s*[)\]]?`;
const DIVIDER = String.raw`[-\u2013\u2014:|=>\u2192\u00b7\u2022@]`;
/** A bullet, a number, or both: `1.`, `(1)`, `#2)`, `a)`, `Chapter 3:`, `①`. */
const COUNTED =
  /^(?:[^\p{L}\p{N}\s([#]{1,3}\s*)?(?:\[[ x]\]\s*)?(?:(?:\d\uFE0F?\u20E3|\p{No})\s*)?(?:\(?(?:(?:\p{L}{1,12}\.?\s?)?#?\d{1,3}\s*[.):\u2013\u2014-]?|\p{L}{1,4}[.)])\s+(?=[([]?\s*\d{1,3}:\d))?/u;
const TIME_FIRST = new RegExp(String.raw`^${WHEN}(?!:?\d)\s*(?:${DIVIDER}+(?=\s|\p{L}|$)\s*)?(.*)$`, "u");
const TIME_LAST = new RegExp(
  String.raw`^(.*?\S)\s*(?:\s${DIVIDER}+|[:|])?\s+${WHEN}$|^(.*?\S)\s*[([](${TIME})[)\]]$`,
  "u",
);
const LONGEST_LINE = 1000;

/**
 * Reads a list of chapters as people write them below videos: one to a line, the time before the title or after it,
 * numbered or with bullets, or the title on the line below its time. Lines without a time are left out. Pure.
 */
export function readChapterList(text: string): ChapterList {
  const found: ChapterList = { chapters: [], skipped: [], problem: null };
  /** A time whose title is expected on the next line. */
  let open: { line: number; text: string; start: number } | null = null;
  for (const [index, typed] of withPlainTimes(text)
    .split(/\r\n|[\n\r\u2028\u2029]/)
    .entries()) {
    const line = typed.trim().slice(0, LONGEST_LINE);
    if (line === "") continue;
    const entry = readEntry(line);
    const here = { line: index + 1, text: line.slice(0, 60) };
    if (entry && (open || entry.start === null)) return { ...found, problem: open ?? here };
    if (entry && entry.start !== null) {
      if (entry.title === "") open = { ...here, start: entry.start };
      else found.chapters.push({ start_seconds: entry.start, title: entry.title });
    } else if (open) {
      found.chapters.push({ start_seconds: open.start, title: line });
      open = null;
    } else found.skipped.push(here.line);
  }
  return { ...found, problem: open };
}

/** Writes the times of a text as players show them. */
const withPlainTimes = (text: string) =>
  text
    .replaceAll(ANY_DIGITS, (time) => withAsciiDigits(time.replaceAll("\uFF1A", ":")))
    .replaceAll(FRAMES, "$1")
    .replaceAll(IN_WORDS, (_, hours: string | undefined, minutes: string, seconds: string) =>
      [...(hours ? [hours] : []), minutes, seconds.padStart(2, "0")].join(":"),
    )
    .replaceAll(MARKED, (_, linked: string | undefined, marked: string | undefined) => linked ?? marked ?? "");

/** A line's time, null where it is none, and title; null for a line without a time. */
function readEntry(line: string): { start: number | null; title: string } | null {
  const [, first, title = ""] = TIME_FIRST.exec(line.replace(COUNTED, "")) ?? [];
  if (first !== undefined) return { start: readTime(first), title: title.replace(/\s\|$/, "").trim() };
  const [, before, last, beside, within] = TIME_LAST.exec(line) ?? [];
  const time = last ?? within;
  return time === undefined
    ? null
    : { start: readTime(time), title: (before ?? beside ?? "").replace(COUNTED_TITLE, "").replace(LEADER, "").trim() };
}

/** The bullet or number of a line whose title comes first. */
const COUNTED_TITLE =
  /^(?:[-*\u2022\u00b7\u25b6\u25ba\u2023\u25cf\u2013\u2014]\s*|#?\d{1,3}(?:[.)]|\s*[-\u2013\u2014:])\s+)/;
/** Dots that lead from a title to its time. */
const LEADER = /\s*(?:\.{3,}|\u2026+|_{3,})$/;
