import { stat } from "node:fs/promises";
import { hostname } from "node:os";
import { join } from "node:path";
import { diskPercent, diskState, type DiskSpace } from "@kinora/domain/operations/disk.ts";
import type { Context } from "../../context.ts";

const FOLDERS = [
  ["data", "."],
  ["media", "media"],
  ["uploads", "uploads"],
  ["recordings", "live/recordings"],
  ["work", "work"],
] as const;
type FolderName = (typeof FOLDERS)[number][0];

/** The file systems of this host that hold parts of the data folder, each with the parts on it. */
export async function readDisks({ config, diskSpace }: Pick<Context, "config" | "diskSpace">) {
  const found = new Map<number, { folders: { name: FolderName; path: string }[]; space: DiskSpace }>();
  for (const [name, place] of FOLDERS) {
    if (name === "media" && config.s3) continue;
    const path = join(config.dataDir, place);
    const device = await deviceOf(path);
    if (device === null) continue;
    const known = found.get(device);
    if (known) known.folders.push({ name, path });
    else found.set(device, { folders: [{ name, path }], space: await diskSpace(path) });
  }
  return {
    host: hostname(),
    bucket: config.s3?.bucket ?? null,
    disks: [...found.values()].map(({ folders, space }) => ({
      folders,
      free_bytes: space.freeBytes,
      total_bytes: space.totalBytes,
      used_percent: diskPercent(space),
      state: diskState(space),
    })),
  };
}

/** The device a folder is on (stat(2)); null when the folder does not exist yet. */
async function deviceOf(path: string): Promise<number | null> {
  try {
    return (await stat(path)).dev;
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "ENOENT") return null;
    throw error;
  }
}
