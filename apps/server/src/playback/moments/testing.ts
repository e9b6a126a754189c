import { execFile } from "node:child_process";
import { readdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { mediaTools } from "@kinora/media/tools/capabilities.ts";

const execute = promisify(execFile);
export const DAWN_SECONDS = 10;
const RATE = 25;
/** Steps of brightness, of 219, that the film gains every second. */
const LUMA_PER_SECOND = 20;

/** A film that grows brighter, as HLS in segments of four seconds. */
export async function aDawn(folder: string): Promise<Map<string, Buffer>> {
  const { ffmpegPath } = await mediaTools();
  const source = `color=black:s=320x180:r=${RATE}:d=${DAWN_SECONDS},geq=lum='16+T*${LUMA_PER_SECOND}':cb=128:cr=128`;
  await execute(
    ffmpegPath,
    [
      ...["-v", "error", "-f", "lavfi", "-i", source, "-pix_fmt", "yuv420p", "-c:v", "libx264", "-preset", "veryfast"],
      ...["-qp", "6", "-g", "100", "-keyint_min", "100", "-sc_threshold", "0", "-f", "hls", "-hls_time", "4"],
      ...["-hls_playlist_type", "vod", "-hls_segment_type", "fmp4", "-hls_fmp4_init_filename", "init.mp4"],
      ...["-hls_segment_filename", "%05d.m4s", "index.m3u8"],
    ],
    { cwd: folder },
  );
  const names = await readdir(folder);
  return new Map(await Promise.all(names.map(async (name) => [name, await readFile(join(folder, name))] as const)));
}

/** Width, height and mean brightness (0–255) of a JPEG. */
export async function measure(
  folder: string,
  jpeg: Buffer,
): Promise<{ width: number; height: number; brightness: number }> {
  const { ffmpegPath, ffprobePath } = await mediaTools();
  const path = join(folder, "measured.jpg");
  await writeFile(path, jpeg);
  const { stdout: size } = await execute(ffprobePath, [
    ...["-v", "error", "-show_entries", "stream=width,height", "-of", "csv=p=0", path],
  ]);
  const [width = 0, height = 0] = size.trim().split(",").map(Number);
  const { stdout } = await execute(ffmpegPath, ["-v", "error", "-i", path, "-f", "rawvideo", "-pix_fmt", "gray", "-"], {
    encoding: "buffer",
  });
  return { width, height, brightness: stdout.reduce((sum, value) => sum + value, 0) / stdout.length };
}

/** Brightness of the frame that is shown at a time, on the full range. */
export const brightnessAt = (seconds: number) => ((Math.floor(seconds * RATE) / RATE) * LUMA_PER_SECOND * 255) / 219;
