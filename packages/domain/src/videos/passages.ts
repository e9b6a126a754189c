import { findFolded } from "../folded-text.ts";
import type { SpokenCue } from "./transcript.ts";

/** A new passage begins after this many letters. */
const PASSAGE_LETTERS = 400;
/** So many letters of the next passage stand at the end of one, so that a phrase is found wherever the passages are divided. */
const OVERLAP_LETTERS = 80;
/** What is shown of the words around a found place. */
const EXCERPT_LETTERS = 120;
const PARAGRAPH_LETTERS = 280;
const PAUSE_SECONDS = 4;

/** A part of what is said, long enough to find a phrase in, and where each of its cues begins. */
export interface Passage {
  text: string;
  /** Places in the text, ascending from 0 on, and the milliseconds at which what begins there is said. */
  offsets: number[];
  starts_ms: number[];
}

/** A place where something is said. */
export interface SaidAt {
  /** Seconds from the beginning of the video. */
  start: number;
  text: string;
}

/** A part of a cue. */
interface Piece {
  startMs: number;
  text: string;
  /** What stands before it, where it is not the first of a passage: nothing within a word. */
  glue: "" | " ";
}

/** Divides what is said into passages of some 400 letters, whatever length its cues have. Pure. */
export function passagesOf(cues: readonly SpokenCue[]): Passage[] {
  const passages: Passage[] = [];
  let letters = Infinity;
  for (const piece of cues.flatMap(piecesOf)) {
    const before = passages.at(-1);
    const room = letters + OVERLAP_LETTERS - (before?.text.length ?? Infinity);
    // The passage before continues with the next ones until it overlaps enough.
    if (before && letters >= PASSAGE_LETTERS && room > 0) append(before, { ...piece, text: piece.text.slice(0, room) });
    if (letters >= PASSAGE_LETTERS) passages.push({ text: "", offsets: [], starts_ms: [] });
    const now = passages.at(-1);
    if (now) letters = append(now, piece);
  }
  return passages;
}

/** A cue in pieces, divided between words where it has such. */
function piecesOf({ start, text }: SpokenCue): Piece[] {
  const startMs = Math.round(start * 1000);
  const pieces: Piece[] = [];
  let glue: Piece["glue"] = " ";
  let rest = text;
  while (rest.length > PASSAGE_LETTERS) {
    const space = rest.lastIndexOf(" ", PASSAGE_LETTERS);
    pieces.push({ startMs, text: rest.slice(0, space > 0 ? space : PASSAGE_LETTERS), glue });
    rest = space > 0 ? rest.slice(space + 1) : rest.slice(PASSAGE_LETTERS);
    glue = space > 0 ? " " : "";
  }
  return rest === "" ? pieces : [...pieces, { startMs, text: rest, glue }];
}

/** Returns how long the passage is now. */
function append(passage: Passage, { startMs, text, glue }: Piece): number {
  if (passage.text !== "") passage.text += glue;
  passage.offsets.push(passage.text.length);
  passage.starts_ms.push(startMs);
  passage.text += text;
  return passage.text.length;
}

/** A text as it can be found in passages: in one line, since they have no other white space than single spaces. Pure. */
export const inOneLine = (text: string): string => text.replaceAll(/\s+/g, " ").trim();

/** When a text is said in a passage, whatever its accents and case, with some of the words around it; null where it is not. Pure. */
export function findSaid({ text, offsets, starts_ms: starts }: Passage, searched: string): SaidAt | null {
  const at = findFolded(text, inOneLine(searched))[0]?.from;
  if (at === undefined) return null;
  const cue = Math.max(
    0,
    offsets.findLastIndex((offset) => offset <= at),
  );
  const from = at - (offsets[cue] ?? 0) > EXCERPT_LETTERS / 2 ? at : (offsets[cue] ?? 0);
  const excerpt = text.slice(from, from + EXCERPT_LETTERS);
  const isCut = from + EXCERPT_LETTERS < text.length;
  return {
    start: (starts[cue] ?? 0) / 1000,
    text: isCut ? `${excerpt.replace(/\s+\S*$/, "") || excerpt}…` : excerpt,
  };
}

/** A paragraph of a transcript to read. */
export interface Paragraph {
  start: number;
  speaker: string | null;
  text: string;
}

/** What is said as paragraphs: another speaker, a pause and some length begin a new one. Pure. */
export function paragraphsOf(cues: readonly SpokenCue[]): Paragraph[] {
  const paragraphs: Paragraph[] = [];
  let end = -Infinity;
  for (const { start, end: cueEnd, speaker, text } of cues) {
    const now = paragraphs.at(-1);
    const goesOn = now && now.speaker === speaker && start - end < PAUSE_SECONDS && now.text.length < PARAGRAPH_LETTERS;
    if (goesOn) now.text += ` ${text}`;
    else paragraphs.push({ start, speaker, text });
    end = Math.max(end, cueEnd);
  }
  return paragraphs;
}
