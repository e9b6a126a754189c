import { createHash, randomBytes } from "node:crypto";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { clip } from "@kinora/media/fixtures/clips.ts";
import type { Page } from "@playwright/test";

/** A small film on disk to hand to a browser. */
export interface Film {
  path: string;
  name: string;
  sizeBytes: number;
  /** Lower-case hex. */
  sha256: string;
}

/** Makes small films of a few seconds in a folder of their own. */
export class FilmFolder {
  readonly #folder: Promise<string> = mkdtemp(join(tmpdir(), "kinora-e2e-films-"));

  /** A film named `name`; `padBytes` of noise after it make it large to send and no harder to encode. */
  async film(name: string, padBytes = 0): Promise<Film> {
    const source = await readFile(await clip("streamable", { width: 320, height: 180, durationSeconds: 4 }));
    // A `free` box (ISO/IEC 14496-12 §8.1.2) that readers skip.
    const head = Buffer.alloc(8);
    head.writeUInt32BE(padBytes + 8 + 16);
    head.write("free", 4);
    const bytes = Buffer.concat([source, head, randomBytes(padBytes + 16)]);
    const path = join(await this.#folder, name);
    await writeFile(path, bytes);
    return { path, name, sizeBytes: bytes.length, sha256: createHash("sha256").update(bytes).digest("hex") };
  }

  async close(): Promise<void> {
    await rm(await this.#folder, { recursive: true, force: true });
  }
}

/** Drops files onto the page, as from a folder of the desktop. */
export async function dropFiles(page: Page, films: readonly Film[]): Promise<void> {
  const files = await Promise.all(
    films.map(async ({ path, name }) => ({ name, base64: (await readFile(path)).toString("base64") })),
  );
  const carried = await page.evaluateHandle((given) => {
    const transfer = new DataTransfer();
    for (const { name, base64 } of given) {
      const bytes = Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0));
      transfer.items.add(new File([bytes], name, { type: "video/mp4" }));
    }
    return transfer;
  }, files);
  await page.dispatchEvent("body", "dragover", { dataTransfer: carried });
  await page.dispatchEvent("body", "drop", { dataTransfer: carried });
}
