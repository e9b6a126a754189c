import { accessSync, constants } from "node:fs";
import { delimiter, join } from "node:path";

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
