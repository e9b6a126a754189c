import { formatVttTime } from "./vttTime.ts";

/** A caption file may be this large. */
export const CAPTIONS_MAXIMUM_BYTES = 1_048_576;
/** Caption files one video may have. */
export const CAPTIONS_MAX = 50;
export const CAPTIONS_LABEL_MAX = 60;

/** Captions also tell what is heard beside speech; subtitles translate or repeat what is said. */
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

const TIME = String.raw`(?:(\d{1,3}):)?(\d{1,2}):(\d{2})[.,](\d{1,3})`;
const TIMING = new RegExp(String.raw`^\s*${TIME}\s*-->\s*${TIME}(?:\s+(.*))?$`);
const SETTING =
  /^(?:vertical:(?:rl|lr)|line:-?\d{1,4}(?:\.\d+)?%?(?:,(?:start|center|end))?|position:\d{1,3}(?:\.\d+)?%(?:,(?:line-left|center|line-right))?|size:\d{1,3}(?:\.\d+)?%|align:(?:start|center|end|left|right))$/;
const TAG = /<(\/?)(b|i|u|c|v|lang|ruby|rt)((?:\.[A-Za-z0-9_-]+)*)(?:[ \t]+([^<>]{1,200}))?>/gi;

/**
 * Reads a WebVTT (W3C WebVTT §4) or SubRip file and writes it anew as plain WebVTT: notes, styles, regions and unknown
 * tags are left out, so nothing but text reaches a player. Cues are put in the order of their beginnings. Pure.
 * @throws CaptionsProblem naming the first line that can not be read.
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
  const found = TIMING.exec(text);
  if (!found)
    throw new CaptionsProblem(
      line,
      `"${text.trim().slice(0, 60)}" is not a time such as 00:00:01.000 --> 00:00:04.000.`,
    );
  const start = seconds(found.slice(1, 5), line);
  const end = seconds(found.slice(5, 9), line);
  if (end <= start) throw new CaptionsProblem(line, "This caption ends before it begins.");
  const settings = (found[9] ?? "").split(/\s+/).filter((setting) => SETTING.test(setting));
  return { start, end, settings: settings.join(" ") };
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
  let text = "";
  let from = 0;
  for (const tag of clean.matchAll(TAG)) {
    text += plainRun(clean.slice(from, tag.index)) + keptTag(tag);
    from = tag.index + tag[0].length;
  }
  return (text + plainRun(clean.slice(from))).trim();
}

function keptTag([, slash, name = "", classes = "", annotation]: RegExpExecArray | RegExpMatchArray): string {
  const tag = name.toLowerCase();
  if (slash) return `</${tag}>`;
  const said = annotation !== undefined && (tag === "v" || tag === "lang") ? ` ${annotation.trim()}` : "";
  return `<${tag}${classes}${said}>`;
}

const plainRun = (text: string) =>
  text
    .replaceAll(/<\/?[a-z][^<>]*>/gi, "")
    .replaceAll(/\{\\[^{}]*\}/g, "")
    .replaceAll("-->", "→")
    .replaceAll(/&(?!(?:amp|lt|gt|nbsp|lrm|rlm);)/g, "&amp;")
    .replaceAll("<", "&lt;")
    .replaceAll(">", "&gt;");
