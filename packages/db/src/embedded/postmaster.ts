import { readFileSync, readlinkSync, realpathSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { identify, isAlive, type ProcessIdentity } from "./process-identity.ts";

/** A PostgreSQL server that is running on a database folder. */
export interface Postmaster {
  identity: ProcessIdentity;
  port: number;
}

/**
 * Finds the server that runs on a database folder by its postmaster.pid; null when there is none.
 * A process id of a dead server that another program reused is not mistaken for it.
 */
export function findPostmaster(folder: string): Postmaster | null {
  let lines: string[];
  try {
    lines = readFileSync(join(folder, "postmaster.pid"), "utf8").split("\n");
  } catch {
    return null;
  }
  const identity = identify(Number(lines[0]));
  if (!identity || !worksIn(identity.pid, folder)) return null;
  return { identity, port: Number(lines[3]) };
}

// PostgreSQL changes into its data folder at start. On systems without /proc, postmaster.pid is trusted.
function worksIn(pid: number, folder: string): boolean {
  if (process.platform !== "linux") return true;
  try {
    return readlinkSync(`/proc/${pid}/cwd`) === realpathSync(folder);
  } catch (problem) {
    return (problem as NodeJS.ErrnoException).code === "EACCES";
  }
}

/**
 * Stops a server: first a fast shutdown (open transactions are rolled back), then an immediate one (it recovers at its
 * next start). Resolves when it has exited, or after about 12 s.
 */
export async function stopPostmaster(identity: ProcessIdentity, patienceMs = 6_000): Promise<void> {
  for (const [signal, waitMs] of [
    ["SIGINT", patienceMs],
    ["SIGQUIT", 5_000],
    ["SIGKILL", 1_000],
  ] as const) {
    if (!isAlive(identity)) return;
    process.kill(identity.pid, signal);
    if (await isGoneWithin(identity, waitMs)) return;
  }
}

async function isGoneWithin(identity: ProcessIdentity, waitMs: number): Promise<boolean> {
  const until = performance.now() + waitMs;
  while (isAlive(identity)) {
    if (performance.now() > until) return false;
    await delay(20);
  }
  return true;
}
