import { decodeAs } from "@kinora/domain/text-bytes.ts";
import { languageOfFileName } from "@kinora/domain/videos/language-of-file.ts";
import { analyse } from "chardet";
import { plausibility } from "./plausible-text.ts";

/** More takes longer and makes nothing surer. */
const ANALYSED_BYTES = 65_536;
/** ISO 8859 as Windows writes it: the same letters, and quotation marks, dashes and ellipses besides. */
const OF_WINDOWS = new Map([
  ["iso-8859-1", "windows-1252"],
  ["iso-8859-8", "windows-1255"],
  ["iso-8859-9", "windows-1254"],
]);
/** Words of which this much is not ASCII are of another script than Latin. */
const FOREIGN_SHARE = 0.8;
/** What the detector says of a text of which it recognizes nothing, in percent. */
const NOTHING_RECOGNIZED = 10;

/** Encodings that are tried whether or not the detector names them: of a few words it recognizes too little. */
const TRIED = [
  ...["windows-1252", "windows-1250", "windows-1251", "windows-1254", "windows-1257", "iso-8859-2", "koi8-r"],
  ...["windows-1253", "windows-1255", "windows-1256", "windows-874"],
  ...["shift_jis", "euc-jp", "gb18030", "big5", "euc-kr"],
];
/** From so many bytes beyond ASCII on, the detector has counted enough. */
const COUNTED_BYTES = 400;

/**
 * The encodings a text may be in, as the Encoding Standard names them, the likeliest first. Of a long text the detector decides, of a
 * short one how the text reads in each of them.
 * @param fileName may end with the language of the text.
 */
export function likelyEncodings(bytes: Uint8Array, fileName: string): string[] {
  const language = languageOfFileName(fileName);
  const looked = wholeLines(bytes);
  const detected = detectedEncodings(looked);
  const counted = Math.min(1, looked.filter(isHigh).length / COUNTED_BYTES);
  const names = [...new Set([...detected.keys(), ...TRIED])];
  const scored = names.flatMap((encoding) => {
    const read = decodeAs(looked, encoding);
    if (!read) return [];
    const confidence = (detected.get(encoding) ?? 0) / 100;
    return [{ encoding, score: plausibility(read, language) + confidence * (0.1 + counted) }];
  });
  return scored.toSorted((one, other) => other.score - one.score).map(({ encoding }) => encoding);
}

/** The beginning of a text up to the end of a line, so that no character is cut. */
function wholeLines(bytes: Uint8Array): Uint8Array {
  if (bytes.length <= ANALYSED_BYTES) return bytes;
  const end = bytes.lastIndexOf(0x0a, ANALYSED_BYTES);
  return bytes.subarray(0, end > 0 ? end : ANALYSED_BYTES);
}

/**
 * What the detector says, in percent, by encoding. Addresses and times beside a few words of another script look like English to it,
 * so that those words are examined alone.
 */
function detectedEncodings(bytes: Uint8Array): Map<string, number> {
  const foreign = analyse(foreignWords(bytes)).filter(({ confidence }) => confidence > NOTHING_RECOGNIZED);
  const found = new Map<string, number>();
  for (const { name, confidence } of [...foreign, ...analyse(bytes)]) {
    const lower = name.toLowerCase();
    if (/^(?:ascii|utf-)/.test(lower)) continue;
    const encoding = OF_WINDOWS.get(lower) ?? lower;
    found.set(encoding, Math.max(found.get(encoding) ?? 0, confidence));
  }
  return found;
}

/** The words with bytes beyond ASCII, with a blank after each; nothing where most of their letters are ASCII. */
function foreignWords(bytes: Uint8Array): Uint8Array {
  const words: number[] = [];
  let highBytes = 0;
  let begin = 0;
  for (let at = 0; at <= bytes.length; at += 1) {
    if (isOfWord(bytes, at)) continue;
    const word = bytes.subarray(begin, at);
    const high = word.filter(isHigh).length;
    if (high > 0) words.push(...word, 0x20);
    highBytes += high;
    begin = at + 1;
  }
  const letters = words.filter((byte) => byte !== 0x20).length;
  return Uint8Array.from(highBytes >= letters * FOREIGN_SHARE ? words : []);
}

const isHigh = (byte: number) => byte >= 0x80;

/** Whether a byte is a letter, or the second one of a character that may be one. */
function isOfWord(bytes: Uint8Array, at: number): boolean {
  const byte = bytes[at] ?? 0;
  const isAsciiLetter = (byte | 0x20) >= 0x61 && (byte | 0x20) <= 0x7a;
  return isHigh(byte) || isAsciiLetter || (byte >= 0x40 && isHigh(bytes[at - 1] ?? 0));
}
