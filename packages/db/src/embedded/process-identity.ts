import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";

/** Identifies a process, so that a later one with the same id is not mistaken for it. */
export interface ProcessIdentity {
  pid: number;
  /** The kernel's start time of the process; opaque, only compared. */
  startedAt: string;
}

/** The identity of a running process, or null when none has this id. */
export function identify(pid: number): ProcessIdentity | null {
  const startedAt = process.platform === "linux" ? startFromProc(pid) : startFromPs(pid);
  return startedAt === null ? null : { pid, startedAt };
}

/** True while this process is running; a zombie counts as exited. */
export function isAlive(identity: ProcessIdentity): boolean {
  return identify(identity.pid)?.startedAt === identity.startedAt;
}

// proc(5): field 3 is the state, field 22 the start time in clock ticks since boot. The name in field 2 may contain spaces and brackets.
function startFromProc(pid: number): string | null {
  let stat: string;
  try {
    stat = readFileSync(`/proc/${pid}/stat`, "utf8");
  } catch {
    return null;
  }
  const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
  const isZombie = fields[0] === "Z" || fields[0] === "X";
  return isZombie ? null : `${bootId()}:${fields[19] ?? ""}`;
}

let cachedBootId: string | undefined;

// Start times count from boot, so the same number after a reboot means another process.
function bootId(): string {
  cachedBootId ??= readFileSync("/proc/sys/kernel/random/boot_id", "utf8").trim();
  return cachedBootId;
}

function startFromPs(pid: number): string | null {
  try {
    return execFileSync("ps", ["-o", "lstart=", "-p", String(pid)], { encoding: "utf8" }).trim() || null;
  } catch {
    return null;
  }
}
