import { analyse } from "chardet";

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

/**
 * The encodings a text may be in, as the Encoding Standard names them, the likeliest first. Addresses and times beside a few words
 * of another script look like English to the detector, so that those words are examined alone.
 */
export function likelyEncodings(bytes: Uint8Array): string[] {
  const looked = bytes.subarray(0, ANALYSED_BYTES);
  const foreign = analyse(foreignWords(looked)).filter(({ confidence }) => confidence > NOTHING_RECOGNIZED);
  const names = [...foreign, ...analyse(looked)].map(({ name }) => name.toLowerCase());
  const legacy = names.filter((name) => !/^(?:ascii|utf-)/.test(name));
  return [...new Set(legacy.map((name) => OF_WINDOWS.get(name) ?? name))];
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
