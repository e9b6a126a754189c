import { plainText } from "./caption-text.ts";
import { decodeText, readStoredCues } from "./transcript.ts";
import { formatVttTime } from "./vtt-time.ts";

/** A caption while it is edited. */
export interface EditedCue {
  /** Stays the same whatever is changed; unlike those of all other captions. */
  id: number;
  /** Seconds. */
  start: number;
  end: number;
  /** Where it is in the picture, as WebVTT writes that. */
  settings: string;
  /** Who speaks; empty where nobody is named. */
  speaker: string;
  /** One or more lines, which may have WebVTT's tags. */
  text: string;
}

/** How long a caption is that is made without another time. */
const USUAL_SECONDS = 2;
/** Captions are this long at least, in the steps of WebVTT's times. */
const SHORTEST_SECONDS = 0.001;
const VOICE = /^<v(?:\.[^\s>]*)?[ \t]+([^<>]+)>/i;

const toMilliseconds = (seconds: number) => Math.round(seconds * 1000) / 1000;
const inOrder = (cues: readonly EditedCue[]) => cues.toSorted((one, other) => one.start - other.start);
const nextId = (cues: readonly EditedCue[]) => cues.reduce((most, { id }) => Math.max(most, id), 0) + 1;

/** Captions to edit, of WebVTT as it is stored. Pure. */
export const readEditedCues = (vtt: string): EditedCue[] =>
  readStoredCues(vtt).map(({ text, ...timing }, at) => ({ id: at + 1, ...timing, ...readVoice(text) }));

/** Who speaks in a caption, where it is one person from its beginning on. */
function readVoice(text: string): Pick<EditedCue, "speaker" | "text"> {
  const [tag = "", name = ""] = VOICE.exec(text) ?? [];
  const rest = text.slice(tag.length).replace(/<\/v>$/i, "");
  if (tag === "" || /<\/?v[ .\t>]/i.test(rest)) return { speaker: "", text: toType(text) };
  return { speaker: decodeText(name).trim(), text: toType(rest).trim() };
}

/** Stored text as people type it: `&` and `<` stand for themselves wherever they would not be read as something else. */
const toType = (text: string): string =>
  text
    .split("\n")
    .map((line) => {
      const typed = decodeText(line);
      return plainText(typed) === line ? typed : line;
    })
    .join("\n");

/** The lines of a caption that are not empty. */
const linesOf = (text: string) => text.split(/\r\n|\r|\n/).filter((line) => line.trim() !== "");

/** The captions as WebVTT, in the order of their beginnings; those without a word are left out. Pure. */
export function writeVtt(cues: readonly EditedCue[]): string {
  const blocks = inOrder(cues).flatMap(({ start, end, settings, speaker, text }) => {
    const lines = linesOf(text);
    if (lines.length === 0) return [];
    const voice = nameOf(speaker) === "" ? "" : `<v ${nameOf(speaker).replaceAll("&", "&amp;")}>`;
    const times = `${formatVttTime(start)} --> ${formatVttTime(end)}${settings === "" ? "" : ` ${settings}`}`;
    return [`${times}\n${voice}${lines.join("\n")}\n`];
  });
  return ["WEBVTT\n", ...blocks].join("\n");
}

/** A speaker as a tag can hold it. */
const nameOf = (speaker: string) => speaker.replaceAll(/[<>\s]+/g, " ").trim();

/** The captions as SubRip, for editing programs: without tags but bold, italic and underlined, speakers before what they say. Pure. */
export function writeSrt(cues: readonly EditedCue[]): string {
  const written = inOrder(cues).filter(({ text }) => linesOf(text).length > 0);
  const blocks = written.map(({ start, end, speaker, text }, at) => {
    const lines = linesOf(text).map((line) => decodeText(line.replaceAll(/<(?!\/?[biu]>)[^<>]*>/gi, "")));
    const name = nameOf(speaker) === "" ? "" : `${nameOf(speaker)}: `;
    const time = (seconds: number) => formatVttTime(seconds).replace(".", ",");
    return `${at + 1}\n${time(start)} --> ${time(end)}\n${name}${lines.join("\n")}\n`;
  });
  return blocks.join("\n");
}

/** Changes one caption; times stay on milliseconds, and the captions in the order of their beginnings. Pure. */
export function changeCue(
  cues: readonly EditedCue[],
  id: number,
  change: Partial<Omit<EditedCue, "id">>,
): readonly EditedCue[] {
  const changed = cues.map((cue) => {
    if (cue.id !== id) return cue;
    const next = { ...cue, ...change };
    return { ...next, start: toMilliseconds(next.start), end: toMilliseconds(next.end) };
  });
  return change.start === undefined ? changed : inOrder(changed);
}

/**
 * Divides a caption at a place of its text. The time between goes by the share of the letters, unless a moment within the caption is
 * given. Nothing changes where one part would have no word. Pure.
 */
export function splitCue(
  cues: readonly EditedCue[],
  id: number,
  place: number,
  moment: number | null = null,
): readonly EditedCue[] {
  const at = cues.findIndex((cue) => cue.id === id);
  const cue = cues[at];
  if (!cue) return cues;
  const [first, second] = [cue.text.slice(0, place).trim(), cue.text.slice(place).trim()];
  if (first === "" || second === "") return cues;
  const within = moment !== null && moment > cue.start && moment < cue.end;
  const share = first.length / (first.length + second.length);
  const middle = toMilliseconds(within ? moment : cue.start + (cue.end - cue.start) * share);
  return cues.toSpliced(
    at,
    1,
    { ...cue, end: middle, text: first },
    { ...cue, id: nextId(cues), start: middle, text: second },
  );
}

/** Joins a caption with the next one. Of two speakers the first one stays. Nothing changes for the last one. Pure. */
export function mergeWithNext(cues: readonly EditedCue[], id: number): readonly EditedCue[] {
  const at = cues.findIndex((cue) => cue.id === id);
  const [cue, next] = [cues[at], cues[at + 1]];
  if (!cue || !next) return cues;
  const text = [cue.text, next.text].filter((each) => each.trim() !== "").join("\n");
  return cues.toSpliced(at, 2, {
    ...cue,
    end: Math.max(cue.end, next.end),
    speaker: cue.speaker || next.speaker,
    text,
  });
}

/** Adds a caption without words after another one, or at a moment; it ends before the next one begins. Pure. */
export function addCue(cues: readonly EditedCue[], moment: number): { cues: readonly EditedCue[]; id: number } {
  const id = nextId(cues);
  const start = toMilliseconds(Math.max(0, moment));
  const next = cues.find((cue) => cue.start > start);
  const end = toMilliseconds(
    Math.min(start + USUAL_SECONDS, Math.max(next?.start ?? Infinity, start + SHORTEST_SECONDS)),
  );
  return { cues: inOrder([...cues, { id, start, end, settings: "", speaker: "", text: "" }]), id };
}

export const removeCue = (cues: readonly EditedCue[], id: number): readonly EditedCue[] =>
  cues.filter((cue) => cue.id !== id);

/** Moves captions, from one on or all, by some seconds. None begins before the video does; what would end before it is left out. Pure. */
export function shiftCues(
  cues: readonly EditedCue[],
  seconds: number,
  fromId: number | null = null,
): readonly EditedCue[] {
  const from = fromId === null ? 0 : cues.findIndex(({ id }) => id === fromId);
  const moved = cues.flatMap((cue, at) => {
    if (at < from) return [cue];
    const end = toMilliseconds(cue.end + seconds);
    return end <= 0 ? [] : [{ ...cue, start: Math.max(0, toMilliseconds(cue.start + seconds)), end }];
  });
  return inOrder(moved);
}

/** Something to look for in the text of captions. */
export interface Searched {
  text: string;
  /** Whether capitals count. */
  matchCase: boolean;
}

const patternOf = ({ text, matchCase }: Searched) =>
  new RegExp(text.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`), matchCase ? "gu" : "giu");

/** The captions that hold a text, by id. Pure. */
export function findCues(cues: readonly EditedCue[], searched: Searched): number[] {
  if (searched.text === "") return [];
  return cues.flatMap(({ id, text }) => (patternOf(searched).test(text) ? id : []));
}

/** Replaces a text in all captions, or in one, and counts the places. Pure. */
export function replaceInCues(
  cues: readonly EditedCue[],
  searched: Searched,
  replacement: string,
  id: number | null = null,
): { cues: readonly EditedCue[]; count: number } {
  if (searched.text === "") return { cues, count: 0 };
  let count = 0;
  const changed = cues.map((cue) => {
    if (id !== null && cue.id !== id) return cue;
    const text = cue.text.replace(patternOf(searched), () => {
      count += 1;
      return replacement;
    });
    return text === cue.text ? cue : { ...cue, text };
  });
  return { cues: count === 0 ? cues : changed, count };
}

/** Names of all who speak, in the order in which they first do. Pure. */
export const speakersOf = (cues: readonly EditedCue[]): string[] => [
  ...new Set(cues.map(({ speaker }) => speaker).filter((speaker) => speaker !== "")),
];
