import { analyse } from "chardet";

/** More takes longer and makes nothing surer. */
const ANALYSED_BYTES = 65_536;
/** ISO 8859 as Windows writes it: the same letters, and quotation marks, dashes and ellipses besides. */
const OF_WINDOWS = new Map([
  ["iso-8859-1", "windows-1252"],
  ["iso-8859-9", "windows-1254"],
]);

/** The encodings a text may be in, as the Encoding Standard names them, the likeliest first. */
export function likelyEncodings(bytes: Uint8Array): string[] {
  const names = analyse(bytes.subarray(0, ANALYSED_BYTES)).map(({ name }) => name.toLowerCase());
  const legacy = names.filter((name) => !/^(?:ascii|utf-)/.test(name));
  return [...new Set(legacy.map((name) => OF_WINDOWS.get(name) ?? name))];
}
