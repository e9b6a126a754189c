import { copyFileSync, existsSync, renameSync, statSync, truncateSync } from "node:fs";

const MAXIMUM_BYTES = 10 * 1024 * 1024;
const KEPT_FILES = 5;

/**
 * Rotates the server's log at 10 MB to `.1`, the previous one to `.2`, and so on to `.5`. The server keeps
 * writing to the same file, which is copied and truncated; a line written in between is lost.
 */
export function boundLog(file: string): void {
  const size = statSync(file, { throwIfNoEntry: false })?.size ?? 0;
  if (size < MAXIMUM_BYTES) return;
  for (let number = KEPT_FILES - 1; number > 0; number -= 1)
    if (existsSync(`${file}.${number}`)) renameSync(`${file}.${number}`, `${file}.${number + 1}`);
  copyFileSync(file, `${file}.1`);
  // It is open in append mode: the next line is written at the start of the file.
  truncateSync(file, 0);
}
