import { findFolded, holdsFolded } from "@kinora/domain/folded-text.ts";
import type { SpokenCue } from "@kinora/domain/videos/transcript.ts";

/** A moment as a transcript shows it: `0:42`, `1:02:03`. Pure. */
export function lineTime(seconds: number): string {
  const all = Math.floor(seconds);
  const two = (part: number) => String(part).padStart(2, "0");
  const [hours, minutes] = [Math.floor(all / 3600), Math.floor(all / 60) % 60];
  return hours > 0 ? `${hours}:${two(minutes)}:${two(all % 60)}` : `${minutes}:${two(all % 60)}`;
}

/** The place of the cue that is said at a moment, or else of the last one before it; -1 before the first. Pure. */
export function cueAt(cues: readonly SpokenCue[], seconds: number): number {
  let [low, high] = [0, cues.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((cues[middle]?.start ?? Infinity) <= seconds) low = middle + 1;
    else high = middle;
  }
  return low - 1;
}

/** Cues as people paste them, each with its time. A speaker is named where another one begins. Pure. */
export function copiedLines(cues: readonly SpokenCue[]): string {
  let before: string | null = null;
  return cues
    .map(({ start, speaker, text }) => {
      const name = speaker !== null && speaker !== before ? `${speaker}: ` : "";
      before = speaker;
      return `[${lineTime(start)}] ${name}${text}`;
    })
    .join("\n");
}

/** A piece of a line; those that were searched for are marked. */
interface Piece {
  text: string;
  marked: boolean;
}

/** A line divided where it holds a text, whatever its accents and case. Pure. */
export function markedPieces(line: string, searched: string): Piece[] {
  const pieces: Piece[] = [];
  let end = 0;
  for (const { from, to } of findFolded(line, searched.trim())) {
    if (from > end) pieces.push({ text: line.slice(end, from), marked: false });
    pieces.push({ text: line.slice(from, to), marked: true });
    end = to;
  }
  if (end < line.length || line === "") pieces.push({ text: line.slice(end), marked: false });
  return pieces;
}

/** Whether a cue holds a text, or its speaker does. Pure. */
export const isFound = ({ text, speaker }: SpokenCue, searched: string): boolean =>
  holdsFolded(`${speaker ?? ""}\n${text}`, searched.trim());
