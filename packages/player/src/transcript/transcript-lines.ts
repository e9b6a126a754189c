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

/** A line divided where it holds a text, whatever its case. Pure. */
export function markedPieces(line: string, searched: string): Piece[] {
  const wanted = searched.trim().toLowerCase();
  const lower = line.toLowerCase();
  // Of some letters the lower case is longer: places in one are none in the other.
  if (wanted === "" || lower.length !== line.length) return [{ text: line, marked: false }];
  const pieces: Piece[] = [];
  let from = 0;
  for (let at = lower.indexOf(wanted); at >= 0; at = lower.indexOf(wanted, from)) {
    if (at > from) pieces.push({ text: line.slice(from, at), marked: false });
    from = at + wanted.length;
    pieces.push({ text: line.slice(at, from), marked: true });
  }
  if (from < line.length) pieces.push({ text: line.slice(from), marked: false });
  return pieces;
}

/** Whether a cue holds a text, or its speaker does. Pure. */
export const isFound = ({ text, speaker }: SpokenCue, searched: string): boolean => {
  const wanted = searched.trim().toLowerCase();
  return wanted === "" || `${speaker ?? ""}\n${text}`.toLowerCase().includes(wanted);
};
