import { existsSync, mkdirSync, readFileSync, rmdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";

/** A control group of Linux with a limit of memory, for processes of a test (cgroups(7), versions 1 and 2). */
export interface MemoryLimit {
  /** A shell command that puts the shell that runs it into the group. */
  enter: string;
  pids(): number[];
  /** Processes that the kernel killed in it. */
  kills(): number;
  /** The most bytes it had, the page cache included. */
  peakBytes(): number;
  remove(): void;
}

const VERSION_1 = "/sys/fs/cgroup/memory";
const VERSION_2 = "/sys/fs/cgroup";

/** Makes a group; null where this account may not, or memory is not limited by groups. */
export function limitMemory(name: string, bytes: number): MemoryLimit | null {
  const isFirst = existsSync(join(VERSION_1, "memory.limit_in_bytes"));
  const folder = join(isFirst ? VERSION_1 : VERSION_2, name);
  const files = isFirst
    ? { limit: "memory.limit_in_bytes", events: "memory.oom_control", peak: "memory.max_usage_in_bytes" }
    : { limit: "memory.max", events: "memory.events", peak: "memory.peak" };
  try {
    mkdirSync(folder);
    writeFileSync(join(folder, files.limit), String(bytes));
  } catch {
    return null;
  }
  const read = (file: string) => readFileSync(join(folder, file), "utf8");
  return {
    enter: `echo $$ > ${join(folder, "cgroup.procs")}`,
    pids: () => read("cgroup.procs").split("\n").filter(Boolean).map(Number),
    kills: () => Number(/^oom_kill (\d+)$/m.exec(read(files.events))?.[1] ?? 0),
    peakBytes: () => Number(read(files.peak)),
    remove: () => rmdirSync(folder),
  };
}
