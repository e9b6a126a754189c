import {
  COMMON_HAN,
  COMMON_HANGUL,
  ENCODINGS_OF_LANGUAGE,
  LANGUAGES_OF_ENCODING,
  WRITTEN_LANGUAGES,
} from "./written-languages.ts";

/** A text as one encoding has it. */
interface Reading {
  text: string;
  encoding: string;
}

/** More characters make nothing surer. */
const LOOKED_AT = 4_000;

/** What each character beyond ASCII says for a reading: 1 is as a person writes, below 0 as nobody does. */
const UNWRITTEN = -2;
const MISPLACED = -1;
const RARE = 0.3;
const PASSABLE = 0.5;
const PLAUSIBLE = 0.9;

const LETTER = /\p{L}/u;
const ASCII_LETTER = /[A-Za-z]/;
const HAN = /\p{Script=Han}/u;
const KANA = /[\u3041-\u30ff]/;
const HALF_WIDTH_KATAKANA = /[\uff61-\uff9f]/;
const HANGUL = /[\uac00-\ud7a3]/;
const WIDE_SIGN = /[\u3000-\u303f\uff01-\uff5e\u30fb]/;
/** Signs that people write within words and between them. */
const SIGN = /[\u2018\u2019\u201a\u201c\u201d\u201e\u2013\u2014\u2026\u00ab\u00bb\u2039\u203a\u00a0\u060c\u061b\u061f]/;
const DIRECTION = /[\u200e\u200f]/;
const OPENING = /[\u00bf\u00a1]/;
const OTHER_SCRIPTS = /[\p{Script=Cyrillic}\p{Script=Greek}\p{Script=Hebrew}\p{Script=Arabic}\p{Script=Thai}]/u;
const COMMON_CYRILLIC = /[\u0410-\u044f\u0401\u0451\u0404\u0454\u0406\u0456\u0407\u0457]/;
const MARK = /\p{M}/u;

/**
 * How much a reading of bytes looks like what people write: about 1 for a text of a known language, below 0 for one that is read in
 * the wrong encoding. Few words are enough, where what detectors count is none. Pure.
 * @param language that the text is said to be in, as BCP 47; null where nothing says it.
 */
export function plausibility(reading: Reading, language: string | null): number {
  const text = tellingParts(reading.text).slice(0, LOOKED_AT);
  const characters = Array.from(text);
  let sum = 0;
  let count = 0;
  const hasHangul = HANGUL.test(text);
  for (const [at, character] of characters.entries()) {
    if ((character.codePointAt(0) ?? 0) < 0x80) continue;
    const place = { before: characters[at - 1] ?? "", after: characters[at + 1] ?? "", hasHangul };
    sum += weightOf(character, place, reading.encoding);
    count += 1;
  }
  return count === 0 ? 0 : sum / count + fit({ ...reading, text }, language);
}

interface Place {
  before: string;
  after: string;
  /** Korean is written without Chinese characters. */
  hasHangul: boolean;
}

function weightOf(character: string, place: Place, encoding: string): number {
  const { before, after } = place;
  if (/[\p{Cc}\p{Co}\p{Cn}\ufffd]/u.test(character)) return UNWRITTEN;
  if (HALF_WIDTH_KATAKANA.test(character)) return MISPLACED;
  if (HAN.test(character) || KANA.test(character) || HANGUL.test(character))
    return ofEastAsia(character, place, encoding);
  if (WIDE_SIGN.test(character)) return PLAUSIBLE;
  if (SIGN.test(character)) return PLAUSIBLE;
  if (OPENING.test(character)) return LETTER.test(before) ? MISPLACED : PLAUSIBLE;
  if (OTHER_SCRIPTS.test(character)) return ofOtherScript(character, place);
  if (DIRECTION.test(character)) return ASCII_LETTER.test(before) || ASCII_LETTER.test(after) ? MISPLACED : 0;
  if (MARK.test(character)) return PLAUSIBLE;
  if (LETTER.test(character)) return ofLatin(character, place);
  // Other signs stand beside numbers and blanks, not at words.
  return LETTER.test(before) || LETTER.test(after) ? MISPLACED : RARE;
}

const isJapanese = (encoding: string) => /jp|jis/.test(encoding);

function ofEastAsia(character: string, { before, after, hasHangul }: Place, encoding: string): number {
  // Bytes of Latin letters become the second half of such a character.
  const beside = ASCII_LETTER.test(before) || ASCII_LETTER.test(after) ? 0.4 : 0;
  if (HANGUL.test(character))
    return (encoding !== "euc-kr" ? RARE : COMMON_HANGUL.has(character) ? 1 : PASSABLE) - beside;
  if (KANA.test(character)) return (isJapanese(encoding) ? 1 : MISPLACED) - beside;
  if (hasHangul) return -0.3;
  const common = COMMON_HAN[isJapanese(encoding) ? "japanese" : encoding];
  return (common?.has(character) ? 1 : PASSABLE) - beside;
}

const isLower = (letter: string) => letter !== letter.toUpperCase();
const isUpper = (letter: string) => letter !== letter.toLowerCase();

function ofOtherScript(character: string, { before, after }: Place): number {
  if (ASCII_LETTER.test(before) || ASCII_LETTER.test(after)) return MISPLACED;
  // The letters of Windows-1251 and KOI8-R are each other's in the other case.
  if (isUpper(character) && isLower(before)) return -0.5;
  if (/\p{Script=Cyrillic}/u.test(character) && !COMMON_CYRILLIC.test(character)) return RARE;
  if (HEBREW_FINAL.test(character) && HEBREW.test(after)) return MISPLACED;
  if (HEBREW_INNER.test(character) && HEBREW.test(before) && !HEBREW.test(after)) return MISPLACED;
  if (/\p{Script=Thai}/u.test(character)) return ofThai(character, before, after);
  return PLAUSIBLE;
}

const HEBREW = /\p{Script=Hebrew}/u;
/** Letters of the end of a word, and those that have another form there. */
const HEBREW_FINAL = /[\u05da\u05dd\u05df\u05e3\u05e5]/;
const HEBREW_INNER = /[\u05db\u05de\u05e0\u05e6]/;

const THAI_CONSONANT = /[\u0e01-\u0e2e]/;
const THAI_RARE = /[\u0e03\u0e05\u0e06\u0e0c\u0e0e-\u0e12\u0e24\u0e26\u0e2c\u0e2f\u0e4f-\u0e5b]/;
/** Vowels and tones above and below a consonant, and vowels in front of one. */
const THAI_ABOVE = /[\u0e31\u0e34-\u0e3a\u0e47-\u0e4e]/;
const THAI_IN_FRONT = /[\u0e40-\u0e44]/;

function ofThai(character: string, before: string, after: string): number {
  if (THAI_RARE.test(character)) return 0;
  if (THAI_ABOVE.test(character)) return THAI_CONSONANT.test(before) || THAI_ABOVE.test(before) ? PLAUSIBLE : MISPLACED;
  return THAI_IN_FRONT.test(character) && !THAI_CONSONANT.test(after) ? MISPLACED : PLAUSIBLE;
}

function ofLatin(character: string, { before, after }: Place): number {
  if ((isUpper(character) && isLower(before)) || (isLower(character) && isUpper(after))) return -0.5;
  const isAccented = (letter: string) => LETTER.test(letter) && !ASCII_LETTER.test(letter);
  // Hardly a language has three such letters in a row; other scripts read as Latin have nothing else.
  return isAccented(before) && isAccented(after) ? -0.3 : PLAUSIBLE;
}

const WORDS = /[\p{L}\p{M}]+/gu;

/** How well a reading fits a language: that it is said to be in, or else the best of those its encoding is for. */
function fit({ text, encoding }: Reading, language: string | null): number {
  const primary = language?.split("-")[0] ?? null;
  const expected = primary === null ? undefined : ENCODINGS_OF_LANGUAGE[primary];
  const said = expected?.includes(encoding) ? 0.3 : 0;
  const possible = LANGUAGES_OF_ENCODING[encoding];
  if (!possible) return said;
  const isKnown = primary !== null && (WRITTEN_LANGUAGES[primary] !== undefined || expected !== undefined);
  const languages = isKnown ? possible.filter((each) => each === primary) : possible;
  const words = (text.match(WORDS) ?? []).map((word) =>
    word.toLocaleLowerCase(encoding === "windows-1254" ? "tr" : "en"),
  );
  const letters = Array.from(words.join("")).filter((letter) => !ASCII_LETTER.test(letter));
  return Math.max(isKnown ? -0.3 : -0.1, ...languages.map((each) => fitOf(each, words, letters)));
}

/** The cells of a list, and the lines of another text, that have a letter beyond ASCII. */
const tellingParts = (text: string): string =>
  text
    .split(/[\r\n;\t|]+/)
    .filter((part) => /[^\p{ASCII}]/u.test(part))
    .join(" ");

function fitOf(language: string, words: readonly string[], letters: readonly string[]): number {
  const written = WRITTEN_LANGUAGES[language];
  if (!written) return 0;
  const share = (part: number, all: number) => (all === 0 ? 1 : part / all);
  const { odd } = written;
  const misplaced = odd === null ? 0 : words.reduce((sum, word) => sum + (word.match(odd)?.length ?? 0), 0);
  const known = share(letters.filter((letter) => written.letters.has(letter)).length - misplaced, letters.length);
  const common = share(words.filter((word) => written.words.has(word)).length, words.length);
  return (known - 0.8) * 0.75 + Math.min(common, 0.5) * 0.4;
}
