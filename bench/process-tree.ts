import { readdirSync, readFileSync } from "node:fs";
import { processorSeconds } from "./processor-time.ts";

const LOOK_EVERY_MS = 50;

/**
 * Adds up the processor time of a process and everything it starts until asked: sandboxed tools are not counted to it by
 * the kernel, because their own parent does not wait for them. What a tool does in its last 50 ms is missed.
 */
export function watchProcessTree(root: number): { stop(): number } {
  const before = processorSeconds(root);
  const used = new Map<number, number>();
  const look = () => {
    for (const pid of descendants(root)) {
      const seconds = secondsOf(pid);
      if (seconds !== null) used.set(pid, Math.max(used.get(pid) ?? 0, seconds));
    }
  };
  const timer = setInterval(look, LOOK_EVERY_MS);
  return {
    stop() {
      clearInterval(timer);
      const tools = [...used.values()].reduce((sum, seconds) => sum + seconds, 0);
      return processorSeconds(root) - before + tools;
    },
  };
}

/** The processes below one, in no order. */
export function descendants(root: number): number[] {
  const children = new Map<number, number[]>();
  for (const name of readdirSync("/proc")) {
    const pid = Number(name);
    const parent = pid > 0 ? parentOf(pid) : null;
    if (parent !== null) children.set(parent, [...(children.get(parent) ?? []), pid]);
  }
  const found: number[] = [];
  const waiting = [root];
  for (let pid = waiting.pop(); pid !== undefined; pid = waiting.pop()) {
    const own = children.get(pid) ?? [];
    found.push(...own);
    waiting.push(...own);
  }
  return found;
}

// A process may end between being listed and being read.
function parentOf(pid: number): number | null {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
    return Number(stat.slice(stat.lastIndexOf(")") + 2).split(" ")[1]);
  } catch {
    return null;
  }
}

/** Processor time of a process; null when it has ended. */
export function secondsOf(pid: number): number | null {
  try {
    return processorSeconds(pid);
  } catch {
    return null;
  }
}
