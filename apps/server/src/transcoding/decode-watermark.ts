import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { MediaError } from "@kinora/media/errors.ts";
import { pictureKind } from "@kinora/media/pictureFiles.ts";
import { makeWatermarkPicture } from "@kinora/media/watermarkPicture.ts";
import { Refusal } from "../platform/refusal.ts";

/** Pictures decoded at a time: each may take what a hostile one can make it take. */
const MOST_AT_ONCE = 2;
const PATIENCE_MS = 60_000;

let decoding = 0;

/**
 * Decodes a picture in the sandbox and writes it anew as PNG, with its transparency.
 * @throws Refusal `invalid` when it is none or too large; `rate_limited` while others are being looked at.
 */
export async function decodeWatermark(bytes: Buffer): Promise<{ png: Buffer; width: number; height: number }> {
  const kind = pictureKind(bytes);
  if (kind === null) throw wrong("The watermark has to be a PNG, WebP or JPEG file.");
  if (decoding >= MOST_AT_ONCE)
    throw new Refusal("rate_limited", "Other pictures are being looked at. Try again in a moment.", {
      retryAfterSeconds: 2,
    });
  decoding += 1;
  const folder = await mkdtemp(join(tmpdir(), "kinora-watermark-"));
  try {
    const picture = join(folder, "picture");
    await writeFile(picture, bytes);
    const signal = AbortSignal.timeout(PATIENCE_MS);
    const { path, width, height } = await makeWatermarkPicture({ picture, kind, workFolder: folder, signal });
    return { png: await readFile(path), width, height };
  } catch (error) {
    if (error instanceof MediaError && !error.retryable) throw wrong(error.message);
    throw error;
  } finally {
    decoding -= 1;
    await rm(folder, { recursive: true, force: true });
  }
}

const wrong = (message: string) => new Refusal("invalid", message, { fields: { picture: [message] } });
