import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { mediaCapabilities } from "./capabilities.ts";
import { numberColumns } from "./clipRecipes.ts";

const execute = promisify(execFile);

/** One decoded frame: when it shows and how bright it is, 0–255. Tests measure finished media with this. */
export interface MeasuredFrame {
  seconds: number;
  brightness: number;
}

/** When every frame of a file shows and how bright it is, in the order of showing. */
export async function measureFrames(path: string): Promise<MeasuredFrame[]> {
  const times = await frameTimes(path);
  const grey = await decode([
    "-i",
    path,
    "-map",
    "0:v:0",
    "-vf",
    "scale=1:1:flags=area,format=gray",
    "-vsync",
    "passthrough",
    "-f",
    "rawvideo",
    "pipe:1",
  ]);
  return times.map((seconds, index) => ({ seconds, brightness: grey[index] ?? 0 }));
}

/** When every frame of a numbered clip shows and which it is, in the order of showing. */
export async function measureNumbers(path: string): Promise<{ seconds: number; number: number }[]> {
  const times = await frameTimes(path);
  const columns = await decode([
    ...["-i", path, "-map", "0:v:0", "-vf", `scale=${numberColumns}:1:flags=area,format=gray`],
    ...["-vsync", "passthrough", "-f", "rawvideo", "pipe:1"],
  ]);
  return times.map((seconds, frame) => {
    const bits = columns.subarray(frame * numberColumns, (frame + 1) * numberColumns);
    return { seconds, number: bits.reduce((sum, bright, column) => sum + (bright > 128 ? 2 ** column : 0), 0) };
  });
}

/** Colours of a picture, or of every frame of a video, at some places (pixels from the left and the top): red, green, blue and how much of it covers, 0–255. */
export async function measureColours(
  path: string,
  width: number,
  height: number,
  places: readonly (readonly [left: number, top: number])[],
): Promise<number[][][]> {
  const pixels = await decode([
    "-i",
    path,
    "-map",
    "0:v:0",
    "-pix_fmt",
    "rgba",
    "-vsync",
    "passthrough",
    "-f",
    "rawvideo",
    "pipe:1",
  ]);
  const bytesPerFrame = width * height * 4;
  return Array.from({ length: Math.floor(pixels.length / bytesPerFrame) }, (_, frame) =>
    places.map(([left, top]) => {
      const at = frame * bytesPerFrame + (top * width + left) * 4;
      return [...pixels.subarray(at, at + 4)];
    }),
  );
}

/** When every decoded frame shows, in seconds. */
export async function frameTimes(path: string): Promise<number[]> {
  const { ffprobePath } = await mediaCapabilities();
  const { stdout } = await execute(
    ffprobePath,
    ["-v", "error", "-select_streams", "v:0", "-show_entries", "frame=pts_time", "-of", "csv=p=0", path],
    { maxBuffer: 64 << 20 },
  );
  return stdout
    .split("\n")
    .filter((line) => line.trim() !== "")
    .map((line) => Number.parseFloat(line));
}

/** The sound of a file, one channel, 48,000 samples a second, and when its first sample is heard. */
export async function measureSound(path: string): Promise<{ startSeconds: number; samples: Int16Array }> {
  const { ffprobePath } = await mediaCapabilities();
  const { stdout } = await execute(ffprobePath, [
    "-v",
    "error",
    "-select_streams",
    "a:0",
    "-show_entries",
    "frame=pts_time",
    "-read_intervals",
    "%+#1",
    "-of",
    "csv=p=0",
    path,
  ]);
  const bytes = await decode(["-i", path, "-map", "0:a:0", "-ac", "1", "-ar", "48000", "-f", "s16le", "pipe:1"]);
  return {
    startSeconds: Number.parseFloat(stdout),
    samples: new Int16Array(bytes.buffer, bytes.byteOffset, Math.floor(bytes.length / 2)),
  };
}

/** Moments at which a loud sound begins after at least a fifth of a second of quiet. */
export function onsets({ startSeconds, samples }: { startSeconds: number; samples: Int16Array }): number[] {
  const found: number[] = [];
  let quietSince = -48_000;
  for (const [index, sample] of samples.entries()) {
    if (Math.abs(sample) < 1500) continue;
    if (index - quietSince > 9600) found.push(startSeconds + index / 48_000);
    quietSince = index;
  }
  return found;
}

/** How alike two videos are, frame by frame (SSIM, 0–1), the second scaled to the size of the first. */
export async function likeness(path: string, reference: string): Promise<number> {
  const { ffmpegPath } = await mediaCapabilities();
  const graph = "[1:v][0:v]scale2ref[b][a];[a]settb=1/25,setpts=N[x];[b]settb=1/25,setpts=N[y];[x][y]ssim";
  const { stderr } = await execute(
    ffmpegPath,
    ["-hide_banner", "-nostdin", "-i", path, "-i", reference, "-filter_complex", graph, "-f", "null", "-"],
    { maxBuffer: 8 << 20 },
  );
  return Number(/All:([\d.]+)/.exec(stderr)?.[1] ?? 0);
}

async function decode(args: readonly string[]): Promise<Buffer> {
  const { ffmpegPath } = await mediaCapabilities();
  const { stdout } = await execute(ffmpegPath, ["-hide_banner", "-nostdin", "-v", "error", ...args], {
    encoding: "buffer",
    maxBuffer: 256 << 20,
  });
  return stdout;
}
