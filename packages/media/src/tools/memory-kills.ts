import { readFileSync } from "node:fs";

/** Added to the last words of a tool that the kernel killed to get memory. */
export const killedForMemory = "The kernel killed it to get memory.";

/**
 * How many processes the kernel has killed so far to get memory, those of containers included (`oom_kill` of /proc/vmstat);
 * 0 where it does not say.
 */
export function memoryKills(file = "/proc/vmstat"): number {
  try {
    return Number(/^oom_kill (\d+)$/m.exec(readFileSync(file, "utf8"))?.[1] ?? 0);
  } catch {
    return 0;
  }
}
