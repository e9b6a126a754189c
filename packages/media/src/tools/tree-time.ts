import { readFileSync } from "node:fs";

// USER_HZ, which Linux fixes at 100 for everything under /proc independent of the kernel's own clock (proc(5)).
const TICKS_A_SECOND = 100;
const SAMPLE_MS = 250;

/**
 * Measures the processor time of a process and its descendants while they run, four times a second: a sandbox ends without waiting
 * for what ran in it, so that nobody is given its time. What is used after the last sample is missing.
 * @returns what ends the measuring and answers the seconds, user and system.
 */
export function measureTree(pid: number): () => number {
  const seconds = new Map<number, number>();
  const sample = () => {
    for (const each of treeOf(pid)) {
      const used = secondsOf(each);
      if (used !== null) seconds.set(each, used);
    }
  };
  const timer = setInterval(sample, SAMPLE_MS);
  timer.unref();
  return () => {
    clearInterval(timer);
    return [...seconds.values()].reduce((sum, used) => sum + used, 0);
  };
}

/** A process and its descendants, as far as they still run. */
function treeOf(pid: number): number[] {
  const children = read(`/proc/${pid}/task/${pid}/children`)?.trim().split(/\s+/).filter(Boolean) ?? [];
  return [pid, ...children.flatMap((child) => treeOf(Number(child)))];
}

/** Of a process itself (proc(5), stat 14 and 15); null when it has ended. */
function secondsOf(pid: number): number | null {
  const stat = read(`/proc/${pid}/stat`);
  if (stat === null) return null;
  // The name in brackets may hold spaces; field 3 follows it.
  const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
  return (Number(fields[11]) + Number(fields[12])) / TICKS_A_SECOND;
}

function read(path: string): string | null {
  try {
    return readFileSync(path, "latin1");
  } catch (error) {
    const code = error instanceof Error && "code" in error ? error.code : null;
    // It ended between two reads.
    if (code === "ENOENT" || code === "ESRCH") return null;
    throw error;
  }
}
