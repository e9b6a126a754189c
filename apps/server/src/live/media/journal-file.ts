import { closeSync, mkdirSync, openSync, readFileSync, renameSync, rmSync, writeFileSync, writeSync } from "node:fs";
import { readdir } from "node:fs/promises";
import { dirname, join } from "node:path";
import type { JournalPort } from "@kinora/media/live/journal.ts";

/** Path of a stream's journal on the machine that packages the stream. */
export const journalPath = (dataDir: string, streamId: number) => join(dataDir, "live", `${streamId}.journal`);

/** Path of the journal of a stream's captions. */
export const captionJournalPath = (dataDir: string, streamId: number) => join(dataDir, "live", `${streamId}.captions`);

/** Removes a stream's journals. */
export function removeJournals(dataDir: string, streamId: number): void {
  for (const path of [journalPath(dataDir, streamId), captionJournalPath(dataDir, streamId)])
    journalFile(path).remove();
}

/** The ids of the streams that have a journal on this machine. */
export async function journalsOf(dataDir: string): Promise<number[]> {
  const names = await readdir(join(dataDir, "live")).catch((error: unknown) => {
    if (isMissing(error)) return [];
    throw error;
  });
  return names.flatMap((name) => /^(\d+)\.journal$/.exec(name)?.[1] ?? []).map(Number);
}

const isMissing = (error: unknown) => error instanceof Error && "code" in error && error.code === "ENOENT";

/** A journal in a file. An appended line survives a crash of the process, but not a power cut. */
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
        if (isMissing(error)) return "";
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
