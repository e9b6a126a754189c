import type { Stats } from "node:fs";
import { mkdir, open } from "node:fs/promises";
import { dirname } from "node:path";

/** Waits until a file is on the disk; answers its facts. */
export async function syncFile(path: string): Promise<Stats> {
  const handle = await open(path, "r");
  try {
    await handle.sync();
    return await handle.stat();
  } finally {
    await handle.close();
  }
}

/** Writes a new file of pieces that are all here. */
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
      // A disk that is nearly full takes less than it is given, and says why the next time.
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
