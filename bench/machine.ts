import { readFileSync } from "node:fs";
import { availableParallelism, totalmem } from "node:os";
import { setTimeout as wait } from "node:timers/promises";
import { once } from "./sizes.ts";

const LOOK_MS = once ? 100 : 2_000;
/** Of the time of all processors: what a system does at rest stays below. */
const QUIET_SHARE = 0.1;

/** In words for a table: processors, memory, and whether others use them, measured for a moment before a benchmark runs. */
export async function describeMachine(): Promise<string> {
  const before = processorTimes();
  await wait(LOOK_MS);
  const after = processorTimes();
  const share = 1 - (after.idle - before.idle) / Math.max(1, after.all - before.all);
  const load = share <= QUIET_SHARE ? "quiet" : `noisy: ${Math.round(share * 100)} % used by others`;
  return `${availableParallelism()} cores, ${Math.round(totalmem() / 1024 ** 3)} GB, ${load}`;
}

/** Ticks of all processors since the start (proc(5), stat): user, nice, system, idle, iowait, irq, softirq, steal. */
function processorTimes(): { all: number; idle: number } {
  const line = readFileSync("/proc/stat", "utf8").split("\n", 1)[0] ?? "";
  const times = line.split(/\s+/).slice(1, 9).map(Number);
  const [, , , idle = 0, waiting = 0] = times;
  return { all: times.reduce((sum, ticks) => sum + ticks, 0), idle: idle + waiting };
}
