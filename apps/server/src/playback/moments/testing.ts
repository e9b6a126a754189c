import { execFile } from "node:child_process";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { encodedFilesOnce } from "@kinora/media/fixtures/made-once.ts";
import { mediaTools } from "@kinora/media/tools/capabilities.ts";
import { expect } from "vitest";

const execute = promisify(execFile);
export const DAWN_SECONDS = 10;
const RATE = 25;
/** Steps of brightness, of 219, that the film gains every second. */
const LUMA_PER_SECOND = 20;

/** A film that grows brighter, as HLS in segments of four seconds: its files by their names. */
export function aDawn(): Promise<Map<string, Buffer>> {
  // Pixels are computed one by one: of few, which then grow.
  const grey = `geq=lum='16+T*${LUMA_PER_SECOND}':cb=128:cr=128,scale=320:180:flags=neighbor`;
  const source = `color=black:s=16x16:r=${RATE}:d=${DAWN_SECONDS},${grey}`;
  return encodedFilesOnce([
    [
      ...["-f", "lavfi", "-i", source, "-pix_fmt", "yuv420p", "-c:v", "libx264", "-preset", "veryfast"],
      ...["-qp", "6", "-g", "100", "-keyint_min", "100", "-sc_threshold", "0", "-f", "hls", "-hls_time", "4"],
      ...["-hls_playlist_type", "vod", "-hls_segment_type", "fmp4", "-hls_fmp4_init_filename", "init.mp4"],
      ...["-hls_segment_filename", "%05d.m4s", "index.m3u8"],
    ],
  ]);
}

/** Width, height and mean brightness (0–255) of a JPEG. */
export async function measure(
  folder: string,
  jpeg: Buffer,
): Promise<{ width: number; height: number; brightness: number }> {
  const { ffmpegPath } = await mediaTools();
  const path = join(folder, "measured.jpg");
  await writeFile(path, jpeg);
  const { stdout } = await execute(ffmpegPath, ["-v", "error", "-i", path, "-f", "rawvideo", "-pix_fmt", "gray", "-"], {
    encoding: "buffer",
  });
  const { width, height } = sizeOf(jpeg);
  expect(stdout.length).toBe(width * height);
  return { width, height, brightness: stdout.reduce((sum, value) => sum + value, 0) / stdout.length };
}

/** The size in a JPEG's frame header (ITU-T T.81 B.2.2). */
function sizeOf(jpeg: Buffer): { width: number; height: number } {
  // Segments follow each other from after the start of the image: 0xff, a marker, and their length without these two.
  for (let at = 2; at < jpeg.length; at += 2 + jpeg.readUInt16BE(at + 2)) {
    const marker = jpeg.readUInt8(at + 1);
    // SOF0 to SOF2 are the frames that encoders write.
    if (marker >= 0xc0 && marker <= 0xc2)
      return { height: jpeg.readUInt16BE(at + 5), width: jpeg.readUInt16BE(at + 7) };
  }
  throw new Error("The picture has no frame header.");
}

/** Brightness of the frame that is shown at a time, on the full range. */
export const brightnessAt = (seconds: number) => ((Math.floor(seconds * RATE) / RATE) * LUMA_PER_SECOND * 255) / 219;
