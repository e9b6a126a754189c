import { PassThrough, Readable, addAbortSignal } from "node:stream";
import { finished } from "node:stream/promises";
import type { Storage } from "@kinora/storage/storage.ts";
import { ZipFile } from "yazl";

type Content = AsyncIterable<string | Uint8Array> | Iterable<string | Uint8Array>;

/** Adds one file to the zip; resolves when it is read to its end. */
export type AddFile = (name: string, content: Content) => Promise<void>;

interface Options {
  /** Of every file in it. */
  modifiedAt: Date;
  signal: AbortSignal;
}

/**
 * Stores a zip file by file as `write` adds them, with no more in memory than one piece of a file and the list of names. A zip of more
 * than 4 GB or 65,535 files has the fields of ZIP64 (APPNOTE.TXT 4.3.14). The key has the whole zip or nothing.
 * @returns its bytes.
 */
export async function storeZip(
  storage: Storage,
  key: string,
  { modifiedAt, signal }: Options,
  write: (add: AddFile) => Promise<void>,
): Promise<number> {
  const zip = new ZipFile();
  const output = new PassThrough();
  zip.outputStream.pipe(output);
  const broken = new AbortController();
  zip.on("error", (error: Error) => broken.abort(error));
  const stored = storage.put(key, output, { contentType: "application/zip", signal });
  const settled = stored.then(
    () => undefined,
    (error: unknown) => broken.abort(error),
  );
  try {
    await write(async (name, content) => {
      broken.signal.throwIfAborted();
      const stream = addAbortSignal(broken.signal, Readable.from(content, { objectMode: false }));
      zip.addReadStream(stream, name, { mtime: modifiedAt });
      await finished(stream);
    });
    zip.end();
  } catch (error) {
    // Without its end, the storage refuses what was written.
    output.destroy(new Error("The zip was not finished.", { cause: error }));
    await settled;
    throw error;
  }
  return (await stored).sizeBytes;
}
