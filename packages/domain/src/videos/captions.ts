import { formatVttTime } from "./vtt-time.ts";

/** A caption file may be this large. */
export const CAPTIONS_MAXIMUM_BYTES = 1_048_576;
/** Caption files one video may have. */
export const CAPTIONS_MAX = 50;
export const CAPTIONS_LABEL_MAX = 60;

/** Captions also describe sounds other than speech; subtitles translate or repeat the speech. */
export const CAPTIONS_KINDS = ["captions", "subtitles"] as const;
export type CaptionsKind = (typeof CAPTIONS_KINDS)[number];

/** Why a file is no captions; `line` counts from 1 in the file as it was given. */
export class CaptionsProblem extends Error {
  override name = "CaptionsProblem";
  readonly line: number;
  constructor(line: number, message: string) {
    super(`Line ${line}: ${message}`);
    this.line = line;
  }
}

interface Cue {
  start: number;
  end: number;
  settings: string;
  text: string;
}

/** A file of captions made plain. */
export interface ReadCaptions {
  /** WebVTT with nothing in it but times, plain settings and text. */
  vtt: string;
  cues: number;
  format: "vtt" | "srt";
}

const TIME = /^(?:(\d{1,3}):)?(\d{1,2}):(\d{2})[.,](\d{1,3})$/;
const ARROW = "-->";
const SETTING =
  /^(?:vertical:(?:rl|lr)|line:-?\d{1,4}(?:\.\d+)?%?(?:,(?:start|center|end))?|position:\d{1,3}(?:\.\d+)?%(?:,(?:line-left|center|line-right))?|size:\d{1,3}(?:\.\d+)?%|align:(?:start|center|end|left|right))$/;
/** What follows the `<` of a tag WebVTT knows, and how it ends; the rest of the tag is its annotation. */
const KNOWN_TAG = /^(\/?)(b|i|u|c|v|lang|ruby|rt)((?:\.[A-Za-z0-9_-]+)*)(?=[ \t]|$)/i;
const MARKUP = /^\/?[a-z]/i;
const ANNOTATION_MAX = 200;

/**
 * Reads a WebVTT (W3C WebVTT §4) or SubRip file and returns it as plain WebVTT: notes, styles, regions and unknown
 * tags are left out, so nothing but text reaches a player. Cues are put in the order of their beginnings. Pure; takes time in
 * proportion to the file's length whatever is in it.
 * @throws CaptionsProblem naming the first line that cannot be read.
 */
export function readCaptions(file: string): ReadCaptions {
  const lines = file.replace(/^\uFEFF/, "").split(/\r\n|\r|\n/);
  const broken = lines.findIndex((line) => /[\uFFFD\0]/.test(line));
  if (broken >= 0)
    throw new CaptionsProblem(broken + 1, "This is not text in UTF-8. Save the file as UTF-8 and upload it again.");
  const isVtt = /^WEBVTT(?:[ \t]|$)/.test(lines[0] ?? "");
  const cues: Cue[] = [];
  let at = isVtt ? endOfBlock(lines, 0) : 0;
  while (at < lines.length) {
    if ((lines[at] ?? "").trim() === "") {
      at += 1;
      continue;
    }
    const end = endOfBlock(lines, at);
    const cue = readBlock(lines, at, end, isVtt);
    if (cue) cues.push(cue);
    at = end;
  }
  if (cues.length === 0) {
    throw new CaptionsProblem(
      1,
      "There is no caption in this file. It should begin with WEBVTT, or be in the SRT format.",
    );
  }
  const ordered = cues.toSorted((a, b) => a.start - b.start);
  const blocks = ordered.map(
    ({ start, end, settings, text }) =>
      `${formatVttTime(start)} --> ${formatVttTime(end)}${settings === "" ? "" : ` ${settings}`}\n${text}\n`,
  );
  return { vtt: ["WEBVTT\n", ...blocks].join("\n"), cues: cues.length, format: isVtt ? "vtt" : "srt" };
}

function endOfBlock(lines: readonly string[], from: number): number {
  let end = from;
  while (end < lines.length && (lines[end] ?? "").trim() !== "") end += 1;
  return end;
}

/** One block of lines without an empty one; null for a note, a style or a cue without text. */
function readBlock(lines: readonly string[], from: number, end: number, isVtt: boolean): Cue | null {
  const first = lines[from] ?? "";
  if (isVtt && /^(?:NOTE|STYLE|REGION)(?:\s|$)/.test(first)) return null;
  // A cue may begin with a line that names or counts it.
  const timingAt = first.includes("-->") ? from : from + 1;
  const timing = timingAt < end ? (lines[timingAt] ?? "") : "";
  if (!timing.includes("-->")) {
    throw new CaptionsProblem(
      Math.min(timingAt, end - 1) + 1,
      "A time such as 00:00:01.000 --> 00:00:04.000 is expected here.",
    );
  }
  const { start, end: finish, settings } = readTiming(timing, timingAt + 1);
  const text = lines
    .slice(timingAt + 1, end)
    .map(plainText)
    .filter((line) => line !== "")
    .join("\n");
  return text === "" ? null : { start, end: finish, settings, text };
}

function readTiming(text: string, line: number): Omit<Cue, "text"> {
  const arrow = text.indexOf(ARROW);
  const [finish = "", ...settings] = text
    .slice(arrow + ARROW.length)
    .trim()
    .split(/\s+/);
  const begins = TIME.exec(text.slice(0, arrow).trim());
  const ends = TIME.exec(finish);
  if (!begins || !ends)
    throw new CaptionsProblem(
      line,
      `"${text.trim().slice(0, 60)}" is not a time such as 00:00:01.000 --> 00:00:04.000.`,
    );
  const start = seconds(begins.slice(1), line);
  const end = seconds(ends.slice(1), line);
  if (end <= start) throw new CaptionsProblem(line, "This caption ends before it begins.");
  return { start, end, settings: settings.filter((setting) => SETTING.test(setting)).join(" ") };
}

function seconds(parts: readonly (string | undefined)[], line: number): number {
  const [hours, minutes, wholeSeconds] = parts.slice(0, 3).map((part) => Number(part ?? 0));
  const milliseconds = Number((parts[3] ?? "").padEnd(3, "0"));
  if ((minutes ?? 0) > 59 || (wholeSeconds ?? 0) > 59)
    throw new CaptionsProblem(line, "Minutes and seconds go up to 59.");
  return (hours ?? 0) * 3600 + (minutes ?? 0) * 60 + (wholeSeconds ?? 0) + milliseconds / 1000;
}

/** One line of a cue: the tags WebVTT knows stay, everything else that looks like markup is taken out or made text. */
function plainText(line: string): string {
  const clean = line.replaceAll("\t", " ").replaceAll(/\p{Cc}/gu, "");
  const bracket = /[<>]/g;
  let kept = "";
  let text = "";
  for (let at = 0; at < clean.length;) {
    const opens = clean.indexOf("<", at);
    if (opens < 0) {
      text += clean.slice(at);
      break;
    }
    bracket.lastIndex = opens + 1;
    const closes = bracket.exec(clean)?.index ?? clean.length;
    const inside = clean.slice(opens + 1, closes);
    text += clean.slice(at, opens);
    at = closes;
    if (clean[closes] !== ">" || !MARKUP.test(inside)) {
      text += `<${inside}`;
      continue;
    }
    at += 1;
    const tag = keptTag(inside);
    if (tag === null) continue;
    kept += plainRun(text) + tag;
    text = "";
  }
  return (kept + plainRun(text)).trim();
}

/** A tag WebVTT knows with its classes, and a speaker or language where it has one; null for any other. */
function keptTag(inside: string): string | null {
  const [start = "", slash, name = "", classes = ""] = KNOWN_TAG.exec(inside) ?? [];
  const annotation = inside.slice(start.length).trim();
  if (start === "" || annotation.length > ANNOTATION_MAX) return null;
  const tag = name.toLowerCase();
  if (slash) return `</${tag}>`;
  return `<${tag}${classes}${annotation !== "" && (tag === "v" || tag === "lang") ? ` ${annotation}` : ""}>`;
}

const plainRun = (text: string) =>
  text
    .replaceAll(/\{\\[^{}]*\}/g, "")
    .replaceAll("-->", "→")
    .replaceAll(/&(?!(?:amp|lt|gt|nbsp|lrm|rlm);)/g, "&amp;")
    .replaceAll("<", "&lt;")
    .replaceAll(">", "&gt;");
