import type { CueTiming } from "./caption-times.ts";

/** What is said at one time, as plain text. */
export interface SpokenCue {
  /** Seconds from the beginning of the video. */
  start: number;
  end: number;
  /** Who says it; null where the captions do not tell. */
  speaker: string | null;
  /** One line, without markup. */
  text: string;
}

const VOICE = /<v(?:\.[^\s>]*)?[ \t]([^>]*)>/i;
const READING = /<rt(?:\.[^>]*)?>.*?(?:<\/rt>|(?=<\/ruby>)|$)/gi;
const ENTITIES = new Map([
  ["amp", "&"],
  ["lt", "<"],
  ["gt", ">"],
  ["nbsp", " "],
  ["lrm", "\u200E"],
  ["rlm", "\u200F"],
]);

/** WebVTT's character references as the characters they stand for. */
export const decodeText = (text: string): string =>
  text.replaceAll(/&(amp|lt|gt|nbsp|lrm|rlm);/g, (reference, name: string) => ENTITIES.get(name) ?? reference);

/** The text of captions without tags, in one line. Readings above characters are left out, since the characters say the same. */
export const wordsOf = (text: string): string =>
  decodeText(text.replaceAll(READING, "").replaceAll(/<[^>]*>/g, ""))
    .replaceAll(/\s+/g, " ")
    .trim();

/** A caption as it is stored: its text may have several lines and markup. */
export interface StoredCue extends CueTiming {
  text: string;
}

/**
 * Reads captions as `readCaptions` writes them: plain WebVTT without notes, styles or names of cues. Several times as fast as
 * reading what people upload. Pure.
 */
export function readStoredCues(vtt: string): StoredCue[] {
  return vtt.split("\n\n").flatMap((block) => {
    const [times = "", ...lines] = block.split("\n");
    const [start = "", arrow, end = "", ...settings] = times.split(" ");
    if (arrow !== "-->") return [];
    const text = lines.join("\n").trim();
    return [{ start: secondsOf(start), end: secondsOf(end), settings: settings.join(" "), text }];
  });
}

/** Of `HH:MM:SS.mmm`. */
function secondsOf(time: string): number {
  const [hours = 0, minutes = 0, milliseconds = 0] = time.replace(".", "").split(":").map(Number);
  return (hours * 3_600_000 + minutes * 60_000 + milliseconds) / 1000;
}

/**
 * Reads stored captions as a transcript, in the order of their beginnings. A caption in which several people speak becomes
 * several cues of the same time. Pure.
 */
export const readTranscript = (vtt: string): SpokenCue[] =>
  readStoredCues(vtt).flatMap(({ start, end, text }) => voicesOf(text).map((voice) => ({ start, end, ...voice })));

/** Who says what within one caption. */
function voicesOf(text: string): Pick<SpokenCue, "speaker" | "text">[] {
  const said: Pick<SpokenCue, "speaker" | "text">[] = [];
  if (!text.includes("<")) {
    const words = wordsOf(text);
    return words === "" ? [] : [{ speaker: null, text: words }];
  }
  let speaker: string | null = null;
  for (const piece of text.split(/(<v(?:\.[^\s>]*)?[ \t][^>]*>)/i)) {
    const voice = VOICE.exec(piece);
    if (voice) {
      speaker = wordsOf(voice[1] ?? "") || null;
      continue;
    }
    const words = wordsOf(piece);
    if (words !== "") said.push({ speaker, text: words });
  }
  return said;
}
