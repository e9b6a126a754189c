import { accessSync, constants } from "node:fs";
import { delimiter, join } from "node:path";

const names = ["chromium", "chromium-browser", "google-chrome", "google-chrome-stable"];

/**
 * Finds the browser of this machine: CHROMIUM_PATH, otherwise the first known name in PATH.
 * @throws Error saying how to install one.
 */
export function chromiumPath(): string {
  const chosen = process.env["CHROMIUM_PATH"];
  if (chosen) return chosen;
  const folders = (process.env["PATH"] ?? "").split(delimiter).filter(Boolean);
  const found = names.flatMap((name) => folders.map((folder) => join(folder, name))).find(isExecutable);
  if (!found) throw new Error("No Chromium was found. Install it (Debian: apt-get install chromium) or set CHROMIUM_PATH.");
  return found;
}

function isExecutable(file: string): boolean {
  try {
    accessSync(file, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
