import { stat } from "node:fs/promises";
import { join } from "node:path";
import { measurePicture, pictureInput, pictureLimits, unreadablePicture, UNTURNED } from "../pictures/picture-files.ts";
import { type PictureKind } from "../pictures/picture-kinds.ts";
import { fileUrl } from "../probe/containers.ts";
import { runTool } from "../tools/run.ts";
import { requireSuccess } from "../tools/tool-failure.ts";

/** The longer side a watermark is kept with, in pixels: all of a 1080p picture's shorter side. */
export const watermarkSidePixels = 1080;

/** A watermark as it is kept: a PNG with transparency, and its size in pixels. */
export interface WatermarkPicture {
  path: string;
  width: number;
  height: number;
}

/** A picture someone chose as watermark. */
export interface WatermarkPictureOptions {
  picture: string;
  kind: PictureKind;
  workFolder: string;
  signal: AbortSignal;
  /** Greatest side in pixels; `watermarkSidePixels` unless given. */
  sidePixels?: number;
}

/**
 * Scales the colours weighed by how much of them shows, or what lies hidden in transparent pixels would become an edge
 * (https://ffmpeg.org/ffmpeg-filters.html#premultiply-1).
 */
export const scaledWithTransparency = (width: number, height: number): string =>
  `format=gbrap,premultiply=inplace=1,scale=${width}:${height}:flags=bicubic,format=gbrap,unpremultiply=inplace=1`;

/**
 * Decodes a picture in the sandbox and writes it as a new PNG of at most `sidePixels`, with its transparency and
 * without anything else that was in the file. @throws MediaError `not_a_video` or `too_large` with a sentence about the picture.
 */
export async function makeWatermarkPicture(options: WatermarkPictureOptions): Promise<WatermarkPicture> {
  const { picture, kind, workFolder, signal, sidePixels = watermarkSidePixels } = options;
  const size = await measurePicture(picture, kind, signal);
  const scale = Math.min(1, sidePixels / Math.max(size.width, size.height));
  const width = Math.max(1, Math.round(size.width * scale));
  const height = Math.max(1, Math.round(size.height * scale));
  const path = join(workFolder, "watermark.png");
  const scaled = scale === 1 ? [] : [scaledWithTransparency(width, height)];
  const filter = [...size.turn, ...scaled, "format=rgba"].join(",");
  const result = await runTool({
    binary: "ffmpeg",
    args: [
      ...["-hide_banner", "-nostdin", "-y", "-v", "error", UNTURNED, ...pictureInput(kind), "-i", fileUrl(picture)],
      ...["-map", "0:v:0", "-vf", filter, "-frames:v", "1", "-map_metadata", "-1"],
      ...["-c:v", "png", "-f", "image2", "-update", "1", fileUrl(path)],
    ],
    inputs: [picture],
    workFolder,
    signal,
    limits: pictureLimits,
  });
  const made = await stat(path).catch(() => null);
  if (result.exitCode !== 0 || !made || made.size === 0) {
    requireSuccess({ ...result, exitCode: 0 });
    throw unreadablePicture();
  }
  return { path, width, height };
}
