import { constants } from "node:fs";
import { open } from "node:fs/promises";
import type { Readable } from "node:stream";
import type { LocalFile } from "@kinora/domain/uploads/uploads.ts";
import { openPromise } from "yauzl";
import { FetchProblem, readWhole, type FetchedUrl } from "./fetch-url.ts";
import { namesInZip, openEntry, unreadable, type OpenZip } from "./zip-file.ts";

/**
 * Opens a file of the server's machine, or an entry of a zip archive there.
 * @throws FetchProblem when it is missing or no regular file.
 */
export async function openLocalFile(file: LocalFile): Promise<FetchedUrl> {
  const { path, entry } = file;
  const { body, sizeBytes } = await (entry === null ? openFile(path) : openEntry(zipAt(path), entry));
  return { body, sizeBytes, address: path, type: "", disposition: undefined };
}

/** Reads a small local file whole. @throws FetchProblem, also for more than `maximumBytes`. */
export const readLocalFile = async (file: LocalFile, maximumBytes: number): Promise<Buffer> =>
  readWhole((await openLocalFile(file)).body, maximumBytes);

/** Names of the files in a zip archive. @throws FetchProblem when it cannot be read, or has more than `most`. */
export const namesInArchive = (path: string, most: number): Promise<Set<string>> => namesInZip(zipAt(path), most);

const zipAt =
  (path: string): OpenZip =>
  () =>
    openPromise(path, { autoClose: false });

async function openFile(path: string): Promise<{ body: Readable; sizeBytes: number }> {
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
