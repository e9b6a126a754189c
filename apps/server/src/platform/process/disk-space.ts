import { statfs } from "node:fs/promises";
import type { DiskSpace } from "@kinora/domain/operations/disk.ts";

/** Reads free and total bytes of the file system that contains a folder, which exists (statfs(2)). */
export type ReadDiskSpace = (folder: string) => Promise<DiskSpace>;

/** The real source of `Services.diskSpace`. Bytes that only root may use do not count as free. */
export const readDiskSpace: ReadDiskSpace = async (folder) => {
  const { bavail, blocks, bsize } = await statfs(folder);
  return { freeBytes: bavail * bsize, totalBytes: blocks * bsize };
};
