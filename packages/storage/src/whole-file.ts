import type { Stats } from "node:fs";
import { mkdir, open } from "node:fs/promises";
import { dirname } from "node:path";

/** Flushes a file to disk and returns its metadata. */
export async function syncFile(path: string): Promise<Stats> {
  const handle = await open(path, "r");
  try {
    await handle.sync();
    return await handle.stat();
  } finally {
    await handle.close();
  }
}

/** Writes a new file from a list of buffers. */
export async function writeWhole(path: string, pieces: readonly Uint8Array[], isVolatile: boolean): Promise<Stats> {
  const handle = await open(path, "wx").catch(async (error: unknown) => {
    if (!(error instanceof Error && "code" in error && error.code === "ENOENT")) throw error;
    await mkdir(dirname(path), { recursive: true });
    return open(path, "wx");
  });
  try {
    let left = pieces.filter(({ length }) => length > 0);
    while (left.length > 0) {
      let { bytesWritten: written } = await handle.writev(left);
      // A nearly full disk accepts a part of the bytes, and the next write fails with the reason.
      left = left.flatMap((piece) => {
        const taken = Math.min(written, piece.length);
        written -= taken;
        return taken < piece.length ? [piece.subarray(taken)] : [];
      });
    }
    if (!isVolatile) await handle.sync();
    return await handle.stat();
  } finally {
    await handle.close();
  }
}
