import { constants } from "node:fs";
import { open } from "node:fs/promises";
import type { Readable } from "node:stream";
import type { LocalFile } from "@kinora/domain/uploads/uploads.ts";
import { openPromise } from "yauzl";
import { FetchProblem, type FetchedUrl } from "./fetch-url.ts";

/**
 * Opens a file of the server's machine, or an entry of a zip archive there.
 * @throws FetchProblem when it is missing or no regular file.
 */
export async function openLocalFile(file: LocalFile): Promise<FetchedUrl> {
  const { path, entry } = file;
  const { body, sizeBytes } = await (entry === null ? openFile(path) : openEntry(path, entry));
  return { body, sizeBytes, address: path, type: "", disposition: undefined };
}

/** Reads a small local file whole. @throws FetchProblem, also for more than `maximumBytes`. */
export async function readLocalFile(file: LocalFile, maximumBytes: number): Promise<Buffer> {
  const { body, sizeBytes } = await openLocalFile(file);
  if (sizeBytes !== null && sizeBytes > maximumBytes) {
    body.destroy();
    throw new FetchProblem("url_not_media", `The file has more than ${Math.round(maximumBytes / 1_000_000)} MB.`);
  }
  return Buffer.concat(await body.toArray());
}

interface OpenFile {
  body: Readable;
  sizeBytes: number;
}

async function openFile(path: string): Promise<OpenFile> {
  const handle = await open(path, constants.O_RDONLY | constants.O_NOFOLLOW).catch((error: unknown) => {
    throw unreadable(error);
  });
  const facts = await handle.stat();
  if (!facts.isFile()) {
    await handle.close();
    throw new FetchProblem("url_unreachable", "This is not a regular file.");
  }
  return { body: handle.createReadStream(), sizeBytes: facts.size };
}

async function openEntry(path: string, name: string): Promise<OpenFile> {
  const zip = await openPromise(path, { autoClose: false }).catch((error: unknown) => {
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

/** Names of the files in a zip archive. @throws FetchProblem when it cannot be read, or has more than `most`. */
export async function namesInArchive(path: string, most: number): Promise<Set<string>> {
  const names = new Set<string>();
  try {
    const zip = await openPromise(path);
    for await (const { fileName } of zip.eachEntry()) {
      if (!fileName.endsWith("/")) names.add(fileName);
      if (names.size > most) throw new Error(`it contains more than ${most} files`);
    }
  } catch (error) {
    throw unreadable(error);
  }
  return names;
}

function unreadable(error: unknown): FetchProblem {
  const code = error instanceof Error && "code" in error ? String(error.code) : "";
  const words: Record<string, string> = {
    ENOENT: "it does not exist",
    EACCES: "access is denied",
    ELOOP: "it is a link",
  };
  const reason = words[code] ?? (error instanceof Error ? error.message : String(error));
  return new FetchProblem("url_unreachable", `The file could not be read: ${reason}.`);
}
