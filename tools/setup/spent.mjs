import { readFileSync } from "node:fs";

const TICKS_A_SECOND = 100;

/**
 * Seconds of processor time of this process and of those it started and saw end, with what they started in turn. Only
 * Linux says so: null elsewhere.
 */
export function processorSeconds(stat = "/proc/self/stat") {
  let text;
  try {
    text = readFileSync(stat, "utf8");
  } catch (problem) {
    if (problem.code === "ENOENT") return null;
    throw problem;
  }
  // The second field is the program's name, which may hold spaces and brackets. See proc_pid_stat(5), fields 14 to 17.
  const fields = text.slice(text.lastIndexOf(")") + 2).split(" ");
  return fields.slice(11, 15).reduce((sum, ticks) => sum + Number(ticks), 0) / TICKS_A_SECOND;
}

/** What a run took so far, in words. @param started of `performance.now()` */
export function spentInWords(started, spent = processorSeconds()) {
  const wall = `${Math.round((performance.now() - started) / 1_000)} s`;
  return spent === null ? `Took ${wall}.` : `Took ${wall}, with ${Math.round(spent)} s of processor time.`;
}
