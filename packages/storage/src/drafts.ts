import { createHash, randomUUID } from "node:crypto";
import { opendir, rm, stat } from "node:fs/promises";
import { hostname } from "node:os";
import { join } from "node:path";
import { draftPrefix } from "./keys.ts";

const FORGOTTEN_MS = 24 * 60 * 60 * 1_000;
const host = createHash("sha256").update(hostname()).digest("hex").slice(0, 12);

/** A name for a file being written, with the machine and process that write it. */
export const draftName = (): string => `${draftPrefix}${host}-${process.pid}-${randomUUID()}`;

/** Removes the drafts of processes that have exited, and of other machines after a day; returns their number. */
export async function removeDrafts(folder: string, { deep }: { deep: boolean }): Promise<number> {
  let removed = 0;
  const entries = await opendir(folder).catch((error: unknown) => {
    if (error instanceof Error && "code" in error && error.code === "ENOENT") return [];
    throw error;
  });
  for await (const entry of entries) {
    const path = join(folder, entry.name);
    if (entry.isDirectory() && deep) removed += await removeDrafts(path, { deep });
    if (!entry.isFile() || !entry.name.startsWith(draftPrefix) || !(await isLeft(path, entry.name))) continue;
    await rm(path, { force: true });
    removed += 1;
  }
  return removed;
}

async function isLeft(path: string, name: string): Promise<boolean> {
  const [writerHost, pid] = name.slice(draftPrefix.length).split("-");
  if (writerHost === host && pid !== undefined && !isRunning(Number(pid))) return true;
  const stats = await stat(path).catch(() => null);
  return stats !== null && Date.now() - stats.mtimeMs > FORGOTTEN_MS;
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error instanceof Error && "code" in error && error.code === "EPERM";
  }
}
