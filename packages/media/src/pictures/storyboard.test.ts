import { execFile } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterEach, beforeEach, expect, test } from "vitest";
import { mediaTools } from "../tools/capabilities.ts";
import { makeStoryboard, readStoryboard } from "./storyboard.ts";

const execute = promisify(execFile);
const WIDTH = 160;
const HEIGHT = 90;

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "kinora-storyboard-"));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

/** A film whose brightness grows with time: `lumaPerSecond` of 219 steps, with a key frame every `keyFrames` pictures. */
async function aDawn(options: { rate: string; keyFrames: number; seconds: number; lumaPerSecond: number }) {
  const { ffmpegPath } = await mediaTools();
  const path = join(folder, "dawn.mp4");
  // Pixels are computed one by one: of few, which then grow.
  const grey = `geq=lum='16+T*${options.lumaPerSecond}':cb=128:cr=128,scale=${WIDTH}:${HEIGHT}:flags=neighbor`;
  const source = `color=black:s=16x16:r=${options.rate}:d=${options.seconds},${grey}`;
  const gop = String(options.keyFrames);
  await execute(ffmpegPath, [
    ...["-v", "error", "-f", "lavfi", "-i", source, "-pix_fmt", "yuv420p", "-c:v", "libx264", "-preset", "ultrafast"],
    ...["-qp", "4", "-g", gop, "-keyint_min", gop, "-sc_threshold", "0", path],
  ]);
  return path;
}

/** The brightness of each pixel of a sheet, which has five pieces in a row. */
async function pixelsOf(sheet: string): Promise<Buffer> {
  const { ffmpegPath } = await mediaTools();
  const output = ["-f", "rawvideo", "-pix_fmt", "gray", "-"];
  const { stdout } = await execute(ffmpegPath, ["-v", "error", "-i", sheet, ...output], { encoding: "buffer" });
  expect(stdout.length % (5 * WIDTH)).toBe(0);
  return stdout;
}

/** The mean brightness of a piece of a sheet, 0 – 255. */
function brightness(sheet: Buffer, x: number, y: number): number {
  const rows = Array.from({ length: HEIGHT }, (_, row) => (y + row) * 5 * WIDTH + x);
  const sums = rows.map((at) => sheet.subarray(at, at + WIDTH).reduce((sum, value) => sum + value, 0));
  return sums.reduce((sum, value) => sum + value, 0) / (WIDTH * HEIGHT);
}

test.each([
  ["30 pictures a second, a key frame at every other second", "30", 60, 2, 31],
  ["30000/1001 pictures a second, key frames a little after every other second", "30000/1001", 60, 2.002, 31],
  ["24000/1001 pictures a second, key frames a little before it", "24000/1001", 47, 1.96, 31],
  ["key frames three seconds apart", "25", 75, 3, 31],
  ["a long interval", "5", 10, 2, 410],
])("each piece shows the moment it says: %s", async (_what, rate, keyFrames, keyFrameSeconds, seconds) => {
  const lumaPerSecond = 200 / seconds;
  const { vtt } = await makeStoryboard({
    video: await aDawn({ rate, keyFrames, seconds, lumaPerSecond }),
    width: WIDTH,
    height: HEIGHT,
    durationSeconds: seconds,
    keyFrameSeconds,
    matrix: "smpte170m",
    workFolder: folder,
    signal: new AbortController().signal,
  });
  const pieces = readStoryboard(vtt);
  const cues = [...vtt.matchAll(/^(\d\d):(\d\d):(\S+) --> \S+\n(\S+)#xywh=(\d+),(\d+),/gm)];
  expect(cues.length).toBeGreaterThan(9);
  expect(pieces).toHaveLength(cues.length);
  expect(pieces[9]).toMatchObject({
    ...{ width: WIDTH, height: HEIGHT },
    x: Number(cues[9]?.[5]),
    y: Number(cues[9]?.[6]),
  });
  expect(pieces[9]?.startSeconds).toBe(9 * (pieces[1]?.startSeconds ?? 0));
  const late: [number, number][] = [];
  const sheets = new Map<string, Buffer>();
  // A dozen of them, and the last one.
  const every = Math.ceil(cues.length / 12);
  for (const [, hours, minutes, rest, sheet = "", x, y] of cues.filter(
    (_cue, index) => index % every === 0 || index === cues.length - 1,
  )) {
    const says = Number(hours) * 3600 + Number(minutes) * 60 + Number(rest);
    const pixels = sheets.get(sheet) ?? (await pixelsOf(join(folder, sheet)));
    sheets.set(sheet, pixels);
    const shows = ((brightness(pixels, Number(x), Number(y)) / 255) * 219) / lumaPerSecond;
    // The nearest key frame, and what a step of brightness stands for.
    if (Math.abs(shows - says) > keyFrameSeconds / 2 + 1.5 / lumaPerSecond)
      late.push([says, Math.round(shows * 10) / 10]);
  }
  expect(late).toEqual([]);
});
