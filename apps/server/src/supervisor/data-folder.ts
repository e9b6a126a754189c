import {
  accessSync,
  chmodSync,
  constants,
  existsSync,
  mkdirSync,
  readdirSync,
  rmSync,
  statfsSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { diskPercent, diskState, type DiskSpace } from "@kinora/domain/operations/disk.ts";
import { StartRefusal } from "./start-refusal.ts";

// PostgreSQL needs space for one WAL segment (16 MB) and its recovery; with less it fails immediately.
const leastFreeBytes = 128 * 1024 * 1024;

/** Free and total space of the disk that contains a folder. */
export function diskSpace(folder: string): DiskSpace {
  const { bavail, blocks, bsize } = statfsSync(folder);
  return { freeBytes: bavail * bsize, totalBytes: blocks * bsize };
}

/** Inodes of the disk that contains a folder that are free, in percent; null where it has no fixed number of them (Btrfs, for one). */
export function freeInodesPercent(folder: string): number | null {
  const { files, ffree } = statfsSync(folder);
  return files === 0 ? null : Math.floor((ffree / files) * 100);
}

/**
 * Creates the data folder and checks that it is writable.
 * @returns a warning when the disk is more than 80 % full, otherwise null.
 * @throws StartRefusal with the folder and a fix.
 */
export function prepareDataFolder(dataDir: string): string | null {
  try {
    for (const folder of [dataDir, join(dataDir, "logs"), join(dataDir, "run"), join(dataDir, "run/media")])
      mkdirSync(folder, { recursive: true, mode: 0o700 });
    // Creating a file detects more than the mode bits show: a read-only disk, a quota, a full disk.
    const probe = join(dataDir, `run/probe-${process.pid}`);
    writeFileSync(probe, "x");
    rmSync(probe);
    accessSync(dataDir, constants.R_OK | constants.W_OK | constants.X_OK);
  } catch (problem) {
    const { code } = problem as NodeJS.ErrnoException;
    if (code === "ENOSPC") throw freeInodesPercent(dataDir) === 0 ? noInodes(dataDir) : full(dataDir);
    if (code === "EROFS")
      throw new StartRefusal(
        "dataFolder",
        `The disk of ${dataDir} is read-only: it is mounted so, or the kernel made it so after an error. Mount it for writing, or set KINORA_DATA_DIR.`,
      );
    throw new StartRefusal(
      "dataFolder",
      `The data folder ${dataDir} isn't writable (${(problem as Error).message}). Give this account write permission or set KINORA_DATA_DIR.`,
    );
  }
  const space = diskSpace(dataDir);
  if (space.freeBytes < leastFreeBytes) throw full(dataDir);
  if (diskState(space) === "enough") return null;
  return `The disk of ${dataDir} is ${diskPercent(space)}% full (${gigabytes(space.freeBytes)} GB free).`;
}

/**
 * Restricts the data folder and each folder in it to its owner. When Kinora runs as root and the database under
 * another account, others may traverse the folder to their own files, but neither list nor read it.
 */
export function closeDataFolder(dataDir: string): void {
  const cluster = join(dataDir, "postgres");
  const owner = statSync(dataDir).uid;
  const passes = process.getuid?.() === 0 && (existsSync(cluster) ? statSync(cluster).uid !== owner : owner === 0);
  for (const name of readdirSync(dataDir)) {
    // PostgreSQL restricts its own folder; copies of its programs are executed by its account.
    if (!name.startsWith("postgres")) close(join(dataDir, name), 0o700);
  }
  close(dataDir, passes ? 0o711 : 0o700);
}

function close(path: string, mode: number): void {
  const facts = statSync(path, { throwIfNoEntry: false });
  const mayChange = process.getuid?.() === 0 || facts?.uid === process.getuid?.();
  if (facts?.isDirectory() && mayChange && (facts.mode & 0o777) !== mode) chmodSync(path, mode);
}

/** Bytes as gigabytes with one decimal, for people. */
export function gigabytes(bytes: number): string {
  return (bytes / 1e9).toFixed(1);
}

function noInodes(dataDir: string): StartRefusal {
  return new StartRefusal(
    "diskFull",
    `The disk of ${dataDir} has no inodes left: it holds as many files as it can, whatever their size. Delete files and start again.`,
  );
}

function full(dataDir: string): StartRefusal {
  return new StartRefusal(
    "diskFull",
    `The disk of ${dataDir} is full. Kinora needs at least 128 MB to start. Free some space and start again.`,
  );
}
