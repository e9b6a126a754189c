import { copyFileSync, existsSync, renameSync, statSync, truncateSync } from "node:fs";

const MAXIMUM_BYTES = 10 * 1024 * 1024;
const KEPT_FILES = 5;

/**
 * Keeps the server's log bounded: one that reached 10 MB becomes `.1`, that one `.2`, and so on to `.5`. The server goes
 * on writing into the same file, which is copied and emptied; a line it writes in between is lost.
 */
export function boundLog(file: string): void {
  const size = statSync(file, { throwIfNoEntry: false })?.size ?? 0;
  if (size < MAXIMUM_BYTES) return;
  for (let number = KEPT_FILES - 1; number > 0; number -= 1)
    if (existsSync(`${file}.${number}`)) renameSync(`${file}.${number}`, `${file}.${number + 1}`);
  copyFileSync(file, `${file}.1`);
  // It is open for appending: the next line begins the file again.
  truncateSync(file, 0);
}
