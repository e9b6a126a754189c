import { readCsv } from "../csv.ts";
import { readChapterList, type ChapterList } from "./chapter-list.ts";
import { readTime } from "./vtt-time.ts";

/** The largest file of chapters that is read: the most chapters there may be, with room to spare. */
export const CHAPTERS_MAXIMUM_BYTES = 256 * 1024;

/**
 * Reads chapters as programs export them and people write them: WebVTT and SubRip, the `CHAPTER01=` lines of OGM tools, metadata
 * of ffmpeg, CSV with a column of times and one of titles, and lists of times and titles. Pure.
 */
export function readChapterFile(text: string): ChapterList {
  const plain = text.replace(/^\uFEFF/, "");
  if (/^\s*(?:CHAPTER\d{1,3}=)/im.test(plain)) return readChapterList(fromOgm(plain));
  if (/^\s*;FFMETADATA1/.test(plain)) return fromMetadata(plain);
  if (CUES.test(plain)) return fromCues(plain);
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

/** Chapters as `ffmpeg -f ffmetadata` writes them (https://ffmpeg.org/ffmpeg-formats.html#Metadata-2). */
function fromMetadata(text: string): ChapterList {
  const list: ChapterList = { chapters: [], skipped: [], problem: null };
  const lines = text.split(/\r\n|[\r\n]/);
  for (const [index, line] of lines.entries()) {
    if (line.trim() !== "[CHAPTER]") continue;
    const rest = lines.slice(index + 1);
    const end = rest.findIndex((each) => each.startsWith("["));
    const fields = Object.fromEntries(
      rest
        .slice(0, end === -1 ? rest.length : end)
        .flatMap((each) =>
          [...each.matchAll(/^(\w+)=(.*)$/g)].map(([, name = "", value = ""]) => [name.toLowerCase(), value]),
        ),
    ) as Partial<Record<string, string>>;
    // Without a base times are in nanoseconds.
    const [numerator = 1, denominator = 1_000_000_000] = (fields["timebase"] ?? "")
      .split("/")
      .filter(Boolean)
      .map(Number);
    const start = (Number(fields["start"] ?? "x") * numerator) / denominator;
    const title = (fields["title"] ?? "").replaceAll(/\\(.)/g, "$1").trim();
    if (!Number.isFinite(start) || start < 0 || title === "") list.skipped.push(index + 1);
    else list.chapters.push({ start_seconds: Math.round(start * 1000) / 1000, title });
  }
  return list;
}

const CUE = /^\s*([\d:.,]+)\s+-->\s+[\d:.,]+(?:\s+[a-z]+:\S+)*\s*$/;
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
  const rest = lines.slice(first);
  const end = rest.findIndex((line) => line.trim() === "" || CUE.test(line));
  const text = rest.slice(0, end === -1 ? rest.length : end).join(" ");
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
