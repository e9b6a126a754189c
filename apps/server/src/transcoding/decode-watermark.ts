import { readFile } from "node:fs/promises";
import { makeWatermarkPicture } from "@kinora/media/watermarkPicture.ts";
import { PictureDecoder } from "../videos/picture-decoder.ts";

const decoder = new PictureDecoder("The watermark has to be a PNG, WebP or JPEG file.");

/**
 * Decodes a picture in the sandbox and writes it anew as PNG, with its transparency.
 * @throws Refusal `invalid` when it is none or too large; `rate_limited` while others are being looked at.
 */
export const decodeWatermark = (bytes: Buffer): Promise<{ png: Buffer; width: number; height: number }> =>
  decoder.decode(bytes, async (work) => {
    const { path, width, height } = await makeWatermarkPicture(work);
    return { png: await readFile(path), width, height };
  });
