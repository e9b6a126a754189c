import { constants } from "node:fs";
import { mkdir, open, rm, stat, type FileHandle } from "node:fs/promises";
import { join } from "node:path";
import type { Readable } from "node:stream";
import { NotStored } from "@kinora/storage/errors.ts";
import type { Config } from "../../platform/config.ts";
import { mediaFolder } from "../../platform/installation/media-folder.ts";

/** The folder of unfinished uploads' files: with local storage in the folder that every API and worker process of one database shares. */
export const partFolder = (config: Config): string => join(mediaFolder(config), "unfinished");

/** The file of an unfinished upload. Its name is the upload's id, never a value from the client. */
export const partPath = (config: Config, uploadId: string): string => join(partFolder(config), `${uploadId}.part`);

/** The offset of an upload: how many of its bytes are on disk. 0 when there is no file. */
export async function partBytes(config: Config, uploadId: string): Promise<number> {
  try {
    return (await stat(partPath(config, uploadId))).size;
  } catch (problem) {
    if (isMissing(problem)) return 0;
    throw problem;
  }
}

/** Opens an upload's file for writing at any offset, creating it (and its folder, durably) when it does not exist. */
export async function openPart(config: Config, uploadId: string): Promise<FileHandle> {
  const path = partPath(config, uploadId);
  try {
    return await open(path, constants.O_RDWR);
  } catch (problem) {
    if (!isMissing(problem)) throw problem;
  }
  await mkdir(partFolder(config), { recursive: true });
  const file = await open(path, constants.O_RDWR | constants.O_CREAT, 0o600);
  // Without this a power failure could lose the directory entry of a file whose bytes were already acknowledged.
  const folder = await open(partFolder(config), constants.O_RDONLY);
  try {
    await folder.sync();
  } finally {
    await folder.close();
  }
  return file;
}

/** The bytes of an upload's file from `start` up to, without it, `end`. @throws NotStored when there is no file. */
export async function readPart(
  config: Config,
  uploadId: string,
  { start, end }: { start: number; end: number },
): Promise<Readable> {
  const path = partPath(config, uploadId);
  const file = await open(path, constants.O_RDONLY).catch((problem: unknown) => {
    throw isMissing(problem) ? new NotStored(path, { cause: problem }) : problem;
  });
  return file.createReadStream({ start, end: end - 1 });
}

/** Removes an upload's file, if there is one. */
export const removePart = (config: Config, uploadId: string): Promise<void> =>
  rm(partPath(config, uploadId), { force: true });

function isMissing(problem: unknown): boolean {
  return typeof problem === "object" && problem !== null && "code" in problem && problem.code === "ENOENT";
}
