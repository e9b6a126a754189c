import { linkSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { identify, isAlive, type ProcessIdentity } from "@kinora/db/embedded/process-identity.ts";
import { StartRefusal } from "./start-refusal.ts";

interface Holder extends ProcessIdentity {
  purpose: string;
}

/**
 * Locks a data folder for this process; a lock whose process no longer exists is ignored.
 * @returns a function that releases the lock.
 * @throws StartRefusal naming the process that holds it.
 */
export function lockFolder(dataDir: string, purpose: string): () => void {
  const file = join(dataDir, "run/lock.json");
  const self = identify(process.pid);
  if (!self) throw new Error("This process is not in the list of processes.");
  const own = `${file}.${process.pid}`;
  writeFileSync(own, JSON.stringify({ ...self, purpose }));
  try {
    while (!linked(own, file)) {
      const holder = lockHolder(dataDir);
      if (holder) throw inUse(dataDir, holder);
      setAside(file);
    }
  } finally {
    rmSync(own, { force: true });
  }
  return () => {
    if (lockHolder(dataDir)?.pid === process.pid) rmSync(file, { force: true });
  };
}

/** The running process that holds the lock, or null. */
export function lockHolder(dataDir: string): Holder | null {
  try {
    const holder = JSON.parse(readFileSync(join(dataDir, "run/lock.json"), "utf8")) as Holder;
    return isAlive(holder) ? holder : null;
  } catch {
    return null;
  }
}

function linked(own: string, file: string): boolean {
  try {
    linkSync(own, file);
    return true;
  } catch (problem) {
    if ((problem as NodeJS.ErrnoException).code === "EEXIST") return false;
    throw problem;
  }
}

// Two starts may find the same stale lock: the one that moved a fresh lock away restores it.
function setAside(file: string): void {
  const aside = `${file}.stale.${process.pid}`;
  try {
    renameSync(file, aside);
  } catch (problem) {
    if ((problem as NodeJS.ErrnoException).code === "ENOENT") return;
    throw problem;
  }
  const moved = JSON.parse(readFileSync(aside, "utf8") || "{}") as Holder;
  if (moved.pid && isAlive(moved)) linked(aside, file);
  rmSync(aside, { force: true });
}

function inUse(dataDir: string, holder: Holder): StartRefusal {
  return new StartRefusal(
    "alreadyRunning",
    `The data folder ${dataDir} is in use by ${holder.purpose} (process ${holder.pid}). Stop it first or set another KINORA_DATA_DIR.`,
  );
}
