/** A word, or a piece of text that is not divided further, with the milliseconds it was said at. */
export interface HeardWord {
  startMs: number;
  endMs: number;
  /** With the punctuation after it. */
  text: string;
  /** A blank stands before it; in Chinese, Japanese and Thai none does. */
  spaced: boolean;
}

/** A passage as an engine answers it, in milliseconds. */
export interface HeardSegment {
  startMs: number;
  endMs: number;
  text: string;
}

/** What was said in a piece of sound. */
export interface Heard {
  /** BCP 47; null where the engine names none. */
  language: string | null;
  /** In the order they were said. */
  words: HeardWord[];
}

/** A word as engines with times for single words answer it: mostly without punctuation. */
type TimedWord = HeardSegment;

const segmenter = new Intl.Segmenter("und", { granularity: "word" });
/** Text without blanks that is longer is divided where words of its language end. */
const LONGEST_WORD = 18;

/**
 * The words of a passage with their times. Its text has the punctuation, `timed` has the times: a word begins and ends with
 * those of them that have its letters. Where the letters do not agree, and without `timed`, the passage's time is divided by
 * the length of its words. Pure; times are within the passage and never run backwards.
 */
export function wordsOf({ startMs, endMs, text }: HeardSegment, timed: readonly TimedWord[] = []): HeardWord[] {
  const pieces = piecesOf(text);
  const total = pieces.reduce((sum, piece) => sum + weightOf(piece.text), 0);
  const letters = timed.flatMap((word) => lettersOf(word.text).map(() => word));
  const spelled = pieces.reduce((sum, piece) => sum + lettersOf(piece.text).length, 0);
  const agrees = letters.length > 0 && letters.length === spelled;
  let weight = 0;
  let letter = 0;
  let last = startMs;
  return pieces.map(({ text: word, spaced }) => {
    const count = lettersOf(word).length;
    const from = agrees ? (letters[letter]?.startMs ?? last) : startMs + ((endMs - startMs) * weight) / total;
    weight += weightOf(word);
    const to = agrees
      ? (letters[letter + Math.max(0, count - 1)]?.endMs ?? from)
      : startMs + ((endMs - startMs) * weight) / total;
    letter += count;
    const begins = Math.round(Math.max(last, from));
    last = begins;
    return { text: word, spaced, startMs: begins, endMs: Math.round(Math.max(begins, to)) };
  });
}

/** The parts of a text between its blanks; long ones are divided where words end. */
function piecesOf(text: string): { text: string; spaced: boolean }[] {
  return text
    .trim()
    .split(/\s+/)
    .filter((part) => part !== "")
    .flatMap((part) => {
      if (widthOf(part) <= LONGEST_WORD) return [{ text: part, spaced: true }];
      return joinMarks(Array.from(segmenter.segment(part), ({ segment }) => segment)).map((piece, at) => ({
        text: piece,
        spaced: at === 0,
      }));
    });
}

/** Punctuation belongs to the word before it. */
function joinMarks(pieces: readonly string[]): string[] {
  const joined: string[] = [];
  for (const piece of pieces) {
    const before = joined.at(-1);
    if (before !== undefined && lettersOf(piece).length === 0) joined[joined.length - 1] = before + piece;
    else joined.push(piece);
  }
  return joined;
}

/** Letters and digits alone, by which two spellings of one word agree. */
const lettersOf = (text: string): string[] =>
  Array.from(
    text
      .normalize("NFKC")
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{M}\p{N}]/gu, ""),
  );

/** How long a word takes to say, compared with others. */
const weightOf = (text: string): number => Math.max(1, widthOf(text));

const WIDE = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\u3000-\u303f\uff01-\uff60]/gu;

/** Columns a text takes: Chinese, Japanese and Korean characters are twice as wide as others. */
export const widthOf = (text: string): number => Array.from(text).length + (text.match(WIDE)?.length ?? 0);
