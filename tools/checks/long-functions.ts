import type { Offence } from "./conventions.ts";
import { runTool } from "./tool.ts";

/**
 * Finds functions of more lines than a person reads at once, 60, with oxlint. Tests are lists of functions, and migrations
 * are history: both may be longer.
 * @param folder the repository unless given.
 */
export async function longFunctions(folder?: string): Promise<Offence[]> {
  const config = `${import.meta.dirname}/long-functions.json`;
  const { output } = await runTool("oxlint", ["--config", config, "--format", "unix", "."], folder);
  const found = output.matchAll(/^(\S+?:\d+):\d+: The .*?function (?:`(.+?)` )?has too many lines \((\d+)\)/gm);
  return [...found]
    .filter(([, place = ""]) => !/\.test\.tsx?:|\/migrations\//.test(place))
    .map(([, place, name = "a function", lines]) => `${place}: ${name} has ${lines} lines`);
}
