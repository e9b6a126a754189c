import { readFile } from "node:fs/promises";
import { makeWatermarkPicture } from "@kinora/media/encoding/watermark-picture.ts";
import { PictureDecoder } from "../picture-decoder.ts";

const decoder = new PictureDecoder("The watermark has to be a PNG, WebP or JPEG file.");

/**
 * Decodes a picture in the sandbox and re-encodes it as PNG, with its transparency.
 * @throws Refusal `invalid` when it is no picture or too large; `rate_limited` while others are being decoded.
 */
export const decodeWatermark = (bytes: Buffer): Promise<{ png: Buffer; width: number; height: number }> =>
  decoder.decode(bytes, async (work) => {
    const { path, width, height } = await makeWatermarkPicture(work);
    return { png: await readFile(path), width, height };
  });
