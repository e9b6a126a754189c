import type { ChapterList } from "./chapter-list.ts";
import { readTime } from "./vtt-time.ts";

/** A start in seconds with its title; null for what is none. */
type Found = { start: number; title: string } | null;

/**
 * Reads chapters as programs export them for programs: JSON of podcasts, of ffprobe and of downloaders, XML of Matroska, and labels
 * of Audacity. A chapter without a title is numbered. Pure. @returns null for any other text
 */
export function readChapterExport(text: string): ChapterList | null {
  const found = fromLabels(text) ?? fromMatroska(text) ?? fromJson(text);
  if (!found) return null;
  const chapters = found
    .filter((chapter) => chapter !== null)
    .map(({ start, title }, index) => ({
      start_seconds: Math.round(start * 1000) / 1000,
      title: title.replaceAll(/\s+/g, " ").trim() || `Chapter ${index + 1}`,
    }));
  return chapters.length > 0 ? { chapters, skipped: [], problem: null } : null;
}

const LABEL = /^(\d+(?:[.,]\d+)?)\t\d+(?:[.,]\d+)?\t(.*)$/;

/** Start and end in seconds and a text, divided by tabs; lines of frequencies begin with a backslash. */
function fromLabels(text: string): Found[] | null {
  const lines = text.split(/\r\n|[\r\n]/).filter((line) => line.trim() !== "" && !line.startsWith("\\"));
  const labels = lines.map((line) => LABEL.exec(line));
  if (labels.length === 0 || labels.includes(null)) return null;
  return labels.map((label) => label && { start: Number(label[1]?.replace(",", ".")), title: label[2] ?? "" });
}

const ATOM_PART =
  /<ChapterTimeStart>\s*(\d+:\d{2}:\d{2}(?:\.\d{1,3})?)\d*\s*<\/ChapterTimeStart>|<ChapterString>([^<]*)<\/ChapterString>/g;
const ENTITIES: Readonly<Record<string, string>> = { amp: "&", lt: "<", gt: ">", quot: '"', apos: "'" };

/** Chapters as mkvmerge takes them (https://mkvtoolnix.download/doc/mkvmerge.html#mkvmerge.chapters); each has its first name. */
function fromMatroska(text: string): Found[] | null {
  if (!/<Chapters[\s>]/.test(text)) return null;
  const found: { start: number; title: string }[] = [];
  for (const [, time, name] of text.matchAll(ATOM_PART)) {
    const last = found.at(-1);
    if (time !== undefined) found.push({ start: readTime(time) ?? 0, title: "" });
    else if (last && last.title === "")
      last.title = (name ?? "").replaceAll(/&(amp|lt|gt|quot|apos);/g, (_, entity: string) => ENTITIES[entity] ?? "");
  }
  return found;
}

type Fields = Readonly<Record<string, unknown>>;
const isFields = (value: unknown): value is Fields => typeof value === "object" && value !== null;

function fromJson(text: string): Found[] | null {
  if (!/^\s*[[{]/.test(text)) return null;
  let read: unknown;
  try {
    read = JSON.parse(text);
  } catch {
    return null;
  }
  const entries: unknown = isFields(read) && "chapters" in read ? read["chapters"] : read;
  return Array.isArray(entries) ? entries.map(chapterOf) : null;
}

/** Chapters that only change the picture are not of the table of contents (JSON Chapters 1.2, `toc`). */
function chapterOf(entry: unknown): Found {
  if (!isFields(entry) || entry["toc"] === false) return null;
  const names = ["startTime", "start_time", "start_seconds", "start"];
  const said = names.map((name) => entry[name]).find((value) => value !== undefined && value !== null);
  const start = typeof said === "string" ? (readTime(said) ?? (said.trim() === "" ? Number.NaN : Number(said))) : said;
  if (typeof start !== "number" || !Number.isFinite(start) || start < 0) return null;
  const { tags } = entry;
  const title = entry["title"] ?? entry["name"] ?? (isFields(tags) ? tags["title"] : undefined);
  return { start, title: typeof title === "string" ? title : "" };
}
