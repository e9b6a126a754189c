import { basename } from "node:path";
import type { Offence } from "./conventions.ts";
import { runTool } from "./tool.ts";

/** Lines a function may have. */
export const FUNCTION_LINES = 60;

/** A function that is longer: the names of its file and of itself, and its lines; those without a name are one to a file. */
interface LongFunction {
  key: string;
  lines: number;
}

/**
 * Finds functions of more lines than a person reads at once, with oxlint. Tests are lists of functions, and migrations are
 * history: both may be longer.
 */
export async function longFunctions(folder?: string): Promise<LongFunction[]> {
  const config = `${import.meta.dirname}/long-functions.json`;
  const { output } = await runTool("oxlint", ["--config", config, "--format", "unix", "."], folder);
  const found = output.matchAll(/^(\S+?):\d+:\d+: The .*?function (?:`(.+?)` )?has too many lines \((\d+)\)/gm);
  const longest = new Map<string, number>();
  for (const [, path = "", name = "unnamed", lines] of found) {
    if (/\.test\.tsx?$|\/migrations\//.test(path)) continue;
    const key = `${basename(path)} ${name}`;
    longest.set(key, Math.max(longest.get(key) ?? 0, Number(lines)));
  }
  return [...longest].map(([key, lines]) => ({ key, lines }));
}

/**
 * Functions that are too long and not on the list, longer than the list says, or on the list and no longer too long.
 * @param list one a line: file, name, and the lines it may have until it is divided.
 */
export function brokenLengths(found: readonly LongFunction[], list: string): Offence[] {
  const allowed = new Map(
    list
      .split("\n")
      .filter(Boolean)
      .map((line) => [line.replace(/ \d+$/, ""), Number(/\d+$/.exec(line)?.[0])]),
  );
  return [
    ...found
      .filter(({ key, lines }) => lines > (allowed.get(key) ?? FUNCTION_LINES))
      .map(({ key, lines }) => `${key} has ${lines} lines, ${allowed.get(key) ?? FUNCTION_LINES} are allowed`),
    ...[...allowed.keys()]
      .filter((key) => !found.some((one) => one.key === key))
      .map((key) => `${key} is short enough: take it from the list`),
  ];
}
