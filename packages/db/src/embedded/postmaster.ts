import { readFileSync, readlinkSync, realpathSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { identify, isAlive, type ProcessIdentity } from "./process-identity.ts";

/** A PostgreSQL server that is running on a database folder, by whomever it was started. */
export interface Postmaster {
  identity: ProcessIdentity;
  port: number;
}

/**
 * Finds the server that runs on a database folder, from the postmaster.pid it keeps there; null when none does.
 * A number left behind by a dead server and reused by another program is not mistaken for it.
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

// PostgreSQL changes into its data folder at start. Where /proc cannot tell (other systems), the file alone is believed.
function worksIn(pid: number, folder: string): boolean {
  if (process.platform !== "linux") return true;
  try {
    return readlinkSync(`/proc/${pid}/cwd`) === realpathSync(folder);
  } catch (problem) {
    return (problem as NodeJS.ErrnoException).code === "EACCES";
  }
}

/**
 * Stops a server: politely first (open transactions are rolled back), then at once (it recovers at its next start).
 * Answers when it is gone, or after about 12 s.
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
