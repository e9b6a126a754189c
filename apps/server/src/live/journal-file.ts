import { closeSync, mkdirSync, openSync, readFileSync, renameSync, rmSync, writeFileSync, writeSync } from "node:fs";
import { dirname, join } from "node:path";
import type { JournalPort } from "@kinora/media/live/journal.ts";

/** Where a stream's journal lies: on the disk of the machine that packages it. */
export const journalPath = (dataDir: string, streamId: number) => join(dataDir, "live", `${streamId}.journal`);

/** A journal in a file. A line that was appended survives the death of the process; not a power cut, after which nobody plays on. */
export function journalFile(path: string): JournalPort & { close(): void; remove(): void } {
  mkdirSync(dirname(path), { recursive: true });
  let handle: number | null = null;
  const close = () => {
    if (handle !== null) closeSync(handle);
    handle = null;
  };
  return {
    read() {
      try {
        return readFileSync(path, "utf8");
      } catch (error) {
        if (error instanceof Error && "code" in error && error.code === "ENOENT") return "";
        throw error;
      }
    },
    append(line) {
      handle ??= openSync(path, "a", 0o600);
      writeSync(handle, line);
    },
    replace(text) {
      close();
      writeFileSync(`${path}.new`, text, { mode: 0o600 });
      renameSync(`${path}.new`, path);
    },
    close,
    remove() {
      close();
      rmSync(path, { force: true });
    },
  };
}
