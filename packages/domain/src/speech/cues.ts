import { formatVttTime } from "../videos/vtt-time.ts";
import { widthOf, type HeardWord } from "./heard.ts";

/** A caption of one or two lines. */
export interface SpokenCue {
  startMs: number;
  endMs: number;
  lines: string[];
}

/** Columns of a line, of which a caption has two: what broadcasters' guides to subtitles ask for. */
export const CUE_LINE_MAX = 42;
const CUE_LINES = 2;
export const CUE_MAX_MS = 7_000;
/** A caption stays this long at least, where the next one leaves it the time. */
const CUE_MIN_MS = 1_000;
/** Whoever is silent for so long begins another caption. */
const PAUSE_MS = 800;
/** A sentence that ends ends its caption, once it is this wide. */
const SENTENCE_MIN = 18;

const ENDS_SENTENCE = /[.?!…。？！][\p{Pf}\p{Pe}"']*$/u;
const ENDS_CLAUSE = /[,;:、，；：][\p{Pf}\p{Pe}"']*$/u;

/** Divides words into captions that can be read: at pauses, at the ends of sentences, and before they get too long. Pure. */
export function cuesOf(words: readonly HeardWord[]): SpokenCue[] {
  const groups: HeardWord[][] = [];
  let group: HeardWord[] = [];
  for (const word of words) {
    if (group.length > 0 && begins(group, word)) {
      groups.push(...divided(group));
      group = [];
    }
    group.push(word);
  }
  if (group.length > 0) groups.push(...divided(group));
  return groups.map((each, at) => cueOf(each, groups[at + 1]?.[0]?.startMs ?? Infinity));
}

/** Whether a word begins a caption: after a pause or a sentence. */
function begins(group: readonly HeardWord[], word: HeardWord): boolean {
  const last = group.at(-1);
  if (!last) return true;
  if (word.startMs - last.endMs >= PAUSE_MS) return true;
  return ENDS_SENTENCE.test(last.text) && widthOf(textOf(group)) >= SENTENCE_MIN;
}

/** A group that is too long for one caption, cut where a clause ends, else near its middle, as often as necessary. */
function divided(group: HeardWord[]): HeardWord[][] {
  if (group.length < 2 || fits(group)) return [group];
  const whole = widthOf(textOf(group));
  let best = 1;
  let bestCost = Infinity;
  for (let at = 1; at < group.length; at += 1) {
    const before = widthOf(textOf(group.slice(0, at)));
    const clause = ENDS_CLAUSE.test(group[at - 1]?.text ?? "") || ENDS_SENTENCE.test(group[at - 1]?.text ?? "");
    const cost = Math.abs(before - whole / 2) - (clause ? CUE_LINE_MAX / 2 : 0);
    if (cost >= bestCost) continue;
    best = at;
    bestCost = cost;
  }
  return [...divided(group.slice(0, best)), ...divided(group.slice(best))];
}

function fits(group: readonly HeardWord[]): boolean {
  const duration = (group.at(-1)?.endMs ?? 0) - (group[0]?.startMs ?? 0);
  return duration <= CUE_MAX_MS && linesOf(group) !== null;
}

/** A caption's words on as few lines as they fit, balanced; null when they do not fit. */
function linesOf(group: readonly HeardWord[]): string[] | null {
  const whole = textOf(group);
  if (widthOf(whole) <= CUE_LINE_MAX) return [whole];
  let best: string[] | null = null;
  for (let at = 1; at < group.length; at += 1) {
    const lines = [textOf(group.slice(0, at)), textOf(group.slice(at))];
    const wide = Math.max(...lines.map(widthOf));
    if (wide <= CUE_LINE_MAX && (best === null || wide < Math.max(...best.map(widthOf)))) best = lines;
  }
  return best !== null && best.length <= CUE_LINES ? best : null;
}

const textOf = (group: readonly HeardWord[]): string =>
  group.map(({ text, spaced }, at) => (at > 0 && spaced ? ` ${text}` : text)).join("");

function cueOf(group: readonly HeardWord[], nextMs: number): SpokenCue {
  const startMs = group[0]?.startMs ?? 0;
  const said = Math.max(startMs + 1, group.at(-1)?.endMs ?? startMs);
  const endMs = Math.max(startMs + 1, Math.min(nextMs, Math.max(said, startMs + CUE_MIN_MS)));
  return { startMs, endMs, lines: linesOf(group) ?? [textOf(group)] };
}

/** Captions as a WebVTT file (W3C WebVTT §4.1). @param header lines below the signature, each with its end. */
export const webVttOf = (cues: readonly SpokenCue[], header = ""): string =>
  [
    `WEBVTT\n${header}`,
    ...cues.map(({ startMs, endMs, lines }) => {
      const times = `${formatVttTime(startMs / 1_000)} --> ${formatVttTime(endMs / 1_000)}`;
      return `${times}\n${lines.map(escaped).join("\n")}\n`;
    }),
  ].join("\n");

const escaped = (text: string): string => text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
