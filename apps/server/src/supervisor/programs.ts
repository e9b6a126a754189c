import { accessSync, constants } from "node:fs";
import { basename, delimiter, dirname, join } from "node:path";

/** The full path of a program of this machine, or null when PATH has none of that name. */
export function findInPath(name: string): string | null {
  const folders = (process.env["PATH"] ?? "").split(delimiter).filter(Boolean);
  return folders.map((folder) => join(folder, name)).find(isExecutable) ?? null;
}

/** True when PATH has a program of that name. */
export function isInPath(name: string): boolean {
  return findInPath(name) !== null;
}

function isExecutable(file: string): boolean {
  try {
    accessSync(file, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

/** A program of Kinora: of the same build as the supervisor, or its source where the supervisor runs from its own. */
export const programOf = (built: string, source: string, supervisor = process.argv[1] ?? ""): string =>
  basename(supervisor) === "supervisor.js" ? join(dirname(supervisor), built) : source;
