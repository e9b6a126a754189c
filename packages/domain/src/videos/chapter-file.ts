import { readCsv } from "../csv.ts";
import { readChapterExport } from "./chapter-exports.ts";
import { readChapterList, type ChapterList } from "./chapter-list.ts";
import { readTime } from "./vtt-time.ts";

/** The largest file of chapters that is read: the most chapters there may be, with room to spare. */
export const CHAPTERS_MAXIMUM_BYTES = 256 * 1024;

/**
 * Reads chapters as programs export them and people write them: WebVTT and SubRip, the `CHAPTER01=` lines of OGM tools, metadata
 * of ffmpeg, files that {@link readChapterExport} reads, CSV with a column of times and one of titles, and lists of times and
 * titles. Pure.
 */
export function readChapterFile(text: string): ChapterList {
  const plain = text.replace(/^\uFEFF/, "");
  if (/^[^\S\r\n]*CHAPTER\d{1,3}=/im.test(plain)) return readChapterList(fromOgm(plain));
  if (/^\s*;FFMETADATA1/.test(plain)) return fromMetadata(plain);
  if (CUES.test(plain)) return fromCues(plain);
  const exported = readChapterExport(plain);
  if (exported) return exported;
  const lines = plain.split(/\r\n|[\r\n]/).filter((line) => line.trim() !== "");
  const table = lines.every((line) => WITH_FRAMES.test(line)) ? null : fromCsv(plain);
  if (table && table.skipped.length === 0) return table;
  // Titles may have commas: what has more chapters as a list is one.
  const list = readChapterList(plain);
  return table && table.chapters.length >= list.chapters.length ? table : list;
}

/** A semicolon that divides no cells: frames that are counted after seconds. */
const WITH_FRAMES = /^\s*\d{1,2}:\d{2}:\d{2};\d{2}\s/;

/** Lines as lists have them, of pairs `CHAPTER01=00:00:00.000` and `CHAPTER01NAME=Beginning`. */
function fromOgm(text: string): string {
  return text.replaceAll(/^[^\S\r\n]*CHAPTER\d{1,3}(?:NAME)?=/gim, "");
}

/** A section of metadata: the line of its head, from 1, and its fields by name in lower case. */
interface Section {
  line: number;
  fields: Map<string, string>;
}

/** Chapters as `ffmpeg -f ffmetadata` writes them (https://ffmpeg.org/ffmpeg-formats.html#Metadata-2). Takes time in proportion to the text. */
function fromMetadata(text: string): ChapterList {
  const list: ChapterList = { chapters: [], skipped: [], problem: null };
  for (const { line, fields } of chapterSections(text.split(/\r\n|[\r\n]/))) {
    // Without a base times are in nanoseconds.
    const [numerator = 1, denominator = 1_000_000_000] = (fields.get("timebase") ?? "")
      .split("/")
      .filter(Boolean)
      .map(Number);
    const start = (Number(fields.get("start") ?? "x") * numerator) / denominator;
    const title = (fields.get("title") ?? "").replaceAll(/\\(.)/g, "$1").trim();
    if (!Number.isFinite(start) || start < 0 || title === "") list.skipped.push(line);
    else list.chapters.push({ start_seconds: Math.round(start * 1000) / 1000, title });
  }
  return list;
}

function chapterSections(lines: readonly string[]): Section[] {
  const sections: Section[] = [];
  let section: Section | null = null;
  for (const [index, line] of lines.entries()) {
    if (line.startsWith("[") || line.trim() === "[CHAPTER]") {
      section = line.trim() === "[CHAPTER]" ? { line: index + 1, fields: new Map() } : null;
      if (section) sections.push(section);
      continue;
    }
    const [, name, value = ""] = /^(\w+)=(.*)$/.exec(line) ?? [];
    if (section && name !== undefined) section.fields.set(name.toLowerCase(), value);
  }
  return sections;
}

/** Blanks within a line: what reads over line ends takes the square of their number. */
const CUE = /^[^\S\r\n]*([\d:.,]+)[^\S\r\n]+-->[^\S\r\n]+[\d:.,]+(?:[^\S\r\n]+[a-z]+:\S+)*[^\S\r\n]*$/;
const CUES = new RegExp(CUE.source, "m");
/** Marks within a cue's text, such as `<v Anna>` (W3C WebVTT §3.5). */
const MARKUP = /<\/?[a-z\d][^<>]*>/gi;

/** Each cue is a chapter: its text, else the name above its time. */
function fromCues(text: string): ChapterList {
  const lines = text.split(/\r\n|[\r\n]/);
  const list: ChapterList = { chapters: [], skipped: [], problem: null };
  for (const [index, line] of lines.entries()) {
    const [, time] = CUE.exec(line) ?? [];
    if (time === undefined) continue;
    const start = readTime(time);
    const title = cueText(lines, index + 1) || nameAbove(lines[index - 1]);
    if (start === null || title === "")
      return { ...list, problem: { line: index + 1, text: line.trim().slice(0, 60) } };
    list.chapters.push({ start_seconds: start, title });
  }
  return list;
}

function cueText(lines: readonly string[], first: number): string {
  let end = first;
  while (end < lines.length && lines[end]?.trim() !== "" && !CUE.test(lines[end] ?? "")) end += 1;
  const text = lines.slice(first, end).join(" ");
  return decoded(text.replaceAll(MARKUP, "")).replaceAll(/\s+/g, " ").trim();
}

/** Numbers above times count cues. */
const nameAbove = (line = "") => (/^(?:\d+|WEBVTT.*)$/.test(line.trim()) ? "" : line.trim());

const ENTITIES: Record<string, string> = { amp: "&", lt: "<", gt: ">", nbsp: " ", lrm: "", rlm: "" };
const decoded = (text: string) =>
  text.replaceAll(/&(amp|lt|gt|nbsp|lrm|rlm);/g, (_, name: string) => ENTITIES[name] ?? "");

const TIME_NAMES =
  /^(?:start|start.?time|time|time.?code|timestamp|begin|from|in|position|offset|seconds|start.?seconds)$/i;
const TITLE_NAMES = /^(?:title|name|chapter|chapter.?title|text|label|description|marker.?name)$/i;

/** Chapters of a table; null where the text is none: a list of lines, whose titles may have commas. */
function fromCsv(text: string): ChapterList | null {
  // A bar stands within titles more often than between cells.
  const rows = readCsv(text, [",", ";", "\t"]);
  const [head] = rows;
  if (!head || head.cells.length < 2) return null;
  const names = head.cells.map((cell) => cell.trim());
  const isTime = (cell = "") => readTime(cell) !== null;
  const headed = names.findIndex((name) => TIME_NAMES.test(name));
  const time = headed === -1 ? names.findIndex(isTime) : headed;
  if (time === -1) return null;
  const named = names.findIndex((name, index) => index !== time && TITLE_NAMES.test(name));
  const title =
    headed !== -1 && named !== -1 ? named : names.findIndex((name, index) => index !== time && !isTime(name));
  if (title === -1) return null;
  const list: ChapterList = { chapters: [], skipped: [], problem: null };
  for (const { line, cells } of headed === -1 ? rows : rows.slice(1)) {
    const start = readTime(cells[time] ?? "");
    const words = (cells[title] ?? "").trim();
    if (start === null || words === "") list.skipped.push(line);
    else list.chapters.push({ start_seconds: start, title: words });
  }
  return list.chapters.length > 0 ? list : null;
}
