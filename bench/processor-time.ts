import { readFileSync } from "node:fs";

// USER_HZ, which Linux fixes at 100 for everything under /proc independent of the kernel's own clock (proc(5)).
const ticksPerSecond = 100;

/** CPU seconds a process has used, its threads included, and those of its ended children if asked (proc(5), stat 14–17). */
export function processorSeconds(pid: number, { children = false } = {}): number {
  const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
  // The name in brackets may hold spaces; field 3 follows it.
  const fields = stat
    .slice(stat.lastIndexOf(")") + 2)
    .split(" ")
    .map(Number);
  const [user = 0, system = 0, childUser = 0, childSystem = 0] = fields.slice(11, 15);
  return (user + system + (children ? childUser + childSystem : 0)) / ticksPerSecond;
}

/** Memory a process has for itself and its share of what it shares, in bytes (proc(5), smaps_rollup). */
export function proportionalBytes(pid: number): number {
  const line = /^Pss:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/smaps_rollup`, "utf8"))?.[1];
  if (line === undefined) throw new Error(`The kernel does not say how much memory process ${pid} has.`);
  return Number(line) * 1024;
}
