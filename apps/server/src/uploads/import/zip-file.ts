import type { Readable } from "node:stream";
import type { ZipFile } from "yauzl";
import { FetchProblem } from "./fetch-url.ts";

/** Opens a zip archive, which its reader closes. */
export type OpenZip = () => Promise<ZipFile>;

/** Opens an entry of an archive. @throws FetchProblem when it cannot be read, or has no such entry. */
export async function openEntry(open: OpenZip, name: string): Promise<{ body: Readable; sizeBytes: number }> {
  const zip = await open().catch((error: unknown) => {
    throw unreadable(error);
  });
  try {
    for await (const entry of zip.eachEntry()) {
      if (entry.fileName !== name) continue;
      const body = await zip.openReadStreamPromise(entry);
      body.once("close", () => zip.close());
      return { body, sizeBytes: entry.uncompressedSize };
    }
  } catch (error) {
    zip.close();
    throw unreadable(error);
  }
  zip.close();
  throw new FetchProblem("url_unreachable", "The archive does not contain this file.");
}

/** Names of the files in an archive. @throws FetchProblem when it cannot be read, or has more than `most`. */
export async function namesInZip(open: OpenZip, most: number): Promise<Set<string>> {
  const names = new Set<string>();
  try {
    const zip = await open();
    for await (const { fileName } of zip.eachEntry()) {
      if (!fileName.endsWith("/")) names.add(fileName);
      if (names.size > most) throw new Error(`it contains more than ${most} files`);
    }
    zip.close();
  } catch (error) {
    throw unreadable(error);
  }
  return names;
}

/** The error of a file that could not be opened, in words. */
export function unreadable(error: unknown): FetchProblem {
  const code = error instanceof Error && "code" in error ? String(error.code) : "";
  const words: Record<string, string> = {
    ENOENT: "it does not exist",
    EACCES: "access is denied",
    ELOOP: "it is a link",
  };
  const reason = words[code] ?? (error instanceof Error ? error.message : String(error));
  return new FetchProblem("url_unreachable", `The file could not be read: ${reason}.`);
}
