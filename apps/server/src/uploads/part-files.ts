import { constants } from "node:fs";
import { mkdir, open, rm, stat, type FileHandle } from "node:fs/promises";
import { join } from "node:path";
import type { Config } from "../platform/config.ts";

/** Where unfinished uploads collect their bytes; every API process of one database shares this folder. */
export const partFolder = (config: Config): string => join(config.dataDir, "uploads");

/** The file an upload's bytes go to. Its name is made of the upload's id alone, never of what a client sent. */
export const partPath = (config: Config, uploadId: string): string => join(partFolder(config), `${uploadId}.part`);

/** How many bytes of an upload are on disk: the only truth about its offset. 0 when there is no file. */
export async function partBytes(config: Config, uploadId: string): Promise<number> {
  try {
    return (await stat(partPath(config, uploadId))).size;
  } catch (problem) {
    if (isMissing(problem)) return 0;
    throw problem;
  }
}

/** Opens an upload's file for writing at any place, creating it (and its folder, durably) when it is not there. */
export async function openPart(config: Config, uploadId: string): Promise<FileHandle> {
  const path = partPath(config, uploadId);
  try {
    return await open(path, constants.O_RDWR);
  } catch (problem) {
    if (!isMissing(problem)) throw problem;
  }
  await mkdir(partFolder(config), { recursive: true });
  const file = await open(path, constants.O_RDWR | constants.O_CREAT, 0o600);
  // Without this a power cut could lose the name of a file whose bytes were already acknowledged.
  const folder = await open(partFolder(config), constants.O_RDONLY);
  try {
    await folder.sync();
  } finally {
    await folder.close();
  }
  return file;
}

/** Removes an upload's bytes; nothing happens when there are none. */
export const removePart = (config: Config, uploadId: string): Promise<void> =>
  rm(partPath(config, uploadId), { force: true });

function isMissing(problem: unknown): boolean {
  return typeof problem === "object" && problem !== null && "code" in problem && problem.code === "ENOENT";
}
