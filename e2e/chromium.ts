import { accessSync, constants } from "node:fs";
import { delimiter, join } from "node:path";

const names = ["chromium", "chromium-browser", "google-chrome", "google-chrome-stable"];

/** The browser of this machine: CHROMIUM_PATH, otherwise the first known name in PATH; undefined means Playwright's own download. */
export function chromiumPath(): string | undefined {
  const chosen = process.env["CHROMIUM_PATH"];
  if (chosen) return chosen;
  const folders = (process.env["PATH"] ?? "").split(delimiter).filter(Boolean);
  return names.flatMap((name) => folders.map((folder) => join(folder, name))).find(isExecutable);
}

function isExecutable(file: string): boolean {
  try {
    accessSync(file, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
