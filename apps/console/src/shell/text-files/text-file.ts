import { decodeAs, decodeCertain } from "@kinora/domain/text-bytes.ts";

/** A text file as it was read; `bytes` so that it can be read again in another encoding. */
export interface TextFile {
  name: string;
  bytes: Uint8Array;
  text: string;
  encoding: string;
  /** False when the encoding was detected or chosen: its text is shown before it is stored. */
  isCertain: boolean;
}

/** What a file is read in that nothing else was detected for. It knows every byte. */
const FALLBACK = "windows-1252";

/** Reads a chosen file: by its byte order mark, as UTF-8, or in the encoding that is likeliest for the language that its name says. */
export async function readTextFile(file: File): Promise<TextFile> {
  const bytes = new Uint8Array(await file.arrayBuffer());
  const certain = decodeCertain(bytes);
  if (certain) return { name: file.name, bytes, ...certain, isCertain: true };
  // The tables of a hundred languages are fetched for the few files that need them.
  const { likelyEncodings } = await import("./likely-encodings.ts");
  for (const encoding of likelyEncodings(bytes, file.name)) {
    const read = decodeAs(bytes, encoding);
    if (read) return { name: file.name, bytes, ...read, isCertain: false };
  }
  return readAgain({ name: file.name, bytes, text: "", encoding: FALLBACK, isCertain: false }, FALLBACK);
}

/** Reads a file in an encoding somebody chose; what is not of it becomes U+FFFD, which the preview shows. */
export const readAgain = (file: TextFile, encoding: string): TextFile => ({
  ...file,
  text: new TextDecoder(encoding).decode(file.bytes),
  encoding,
});

/** The first lines with letters beyond ASCII, each once, by which a person sees whether the encoding is right. */
export function tellingLines(text: string, most: number): string[] {
  const lines = text.split(/\r\n|[\r\n]/).filter((line) => /[^\p{ASCII}]/u.test(line));
  return [...new Set(lines.map((line) => line.trim().slice(0, 120)))].slice(0, most);
}
