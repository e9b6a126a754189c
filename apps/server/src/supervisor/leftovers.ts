import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { identify, isAlive, type ProcessIdentity } from "@kinora/db/embedded/process-identity.ts";

/** Environment variable of every process below a supervisor; its value is the data folder. */
export const familyVariable = "KINORA_FAMILY";

/**
 * Records a process so that the next start can end it if it survives this run.
 * `name` is `role-api` or, for a media tool, `media/SOMETHING`; a process that has already exited is not recorded.
 */
export function recordProcess(dataDir: string, name: string, pid: number): void {
  const identity = identify(pid);
  if (!identity) return;
  const file = recordFile(dataDir, name);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, JSON.stringify(identity));
}

/** Removes the record of a process that exited normally. */
export function forgetProcess(dataDir: string, name: string): void {
  rmSync(recordFile(dataDir, name), { force: true });
}

/**
 * Kills the leftovers of an earlier run: recorded processes with their groups, and every process that
 * inherited its family variable. Returns their number once all of them have exited.
 */
export async function endLeftovers(dataDir: string): Promise<number> {
  const records = recordFiles(dataDir);
  const found = new Map<number, ProcessIdentity>();
  for (const file of records) {
    const identity = readRecord(file);
    if (identity && isAlive(identity)) found.set(identity.pid, identity);
  }
  for (const identity of familyMembers(dataDir)) found.set(identity.pid, identity);
  for (const { pid } of found.values()) {
    killGroup(pid);
    kill(pid);
  }
  // A process in uninterruptible sleep cannot be killed: it must not block the start forever.
  const until = performance.now() + 10_000;
  while ([...found.values()].some(isAlive) && performance.now() < until) await delay(20);
  for (const file of records) rmSync(file, { force: true });
  return found.size;
}

/** Kills the process group of a process; a group that no longer exists or belongs to another account is ignored. */
export function killGroup(leaderPid: number): void {
  kill(-leaderPid);
}

function kill(target: number): void {
  try {
    process.kill(target, "SIGKILL");
  } catch (problem) {
    const { code } = problem as NodeJS.ErrnoException;
    if (code !== "ESRCH" && code !== "EPERM") throw problem;
  }
}

function recordFile(dataDir: string, name: string): string {
  return join(dataDir, "run", `${name}.json`);
}

function recordFiles(dataDir: string): string[] {
  const run = join(dataDir, "run");
  return [run, join(run, "media")].flatMap((folder) =>
    entries(folder)
      .filter((name) => name.endsWith(".json") && name !== "lock.json")
      .map((name) => join(folder, name)),
  );
}

function readRecord(file: string): ProcessIdentity | null {
  try {
    const { pid, startedAt } = JSON.parse(readFileSync(file, "utf8")) as Partial<ProcessIdentity>;
    return typeof pid === "number" && pid > 1 && typeof startedAt === "string" ? { pid, startedAt } : null;
  } catch {
    return null;
  }
}

function familyMembers(dataDir: string): ProcessIdentity[] {
  if (process.platform !== "linux") return [];
  const mark = `${familyVariable}=${dataDir}`;
  return entries("/proc")
    .filter((name) => /^\d+$/.test(name) && Number(name) !== process.pid && environment(name).includes(mark))
    .flatMap((name) => identify(Number(name)) ?? []);
}

function environment(pid: string): string[] {
  try {
    return readFileSync(`/proc/${pid}/environ`, "utf8").split("\0");
  } catch {
    return [];
  }
}

function entries(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}
