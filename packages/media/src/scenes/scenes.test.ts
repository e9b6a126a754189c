import { execFile } from "node:child_process";
import { copyFile, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { expect, onTestFinished, test } from "vitest";
import { mediaTools } from "../tools/capabilities.ts";
import { canWrite, clock, CLOCK_FONT, escapedValue } from "./clock.ts";
import { sceneGraph, type Scene } from "./scenes.ts";

const execute = promisify(execFile);
const frame = { width: 160, height: 90, fps: 5 };

/** The brightness of each pixel of the first frame and of one two seconds later. */
async function pixels(graph: string): Promise<Buffer[]> {
  const { ffmpegPath } = await mediaTools();
  const args = ["-v", "error", "-f", "lavfi", "-i", graph, "-vf", "select='not(mod(n,10))'", "-frames:v", "2"];
  const output = ["-vsync", "vfr", "-f", "rawvideo", "-pix_fmt", "gray", "pipe:1"];
  const { stdout } = await execute(ffmpegPath, [...args, ...output], { encoding: "buffer", maxBuffer: 8 << 20 });
  const size = frame.width * frame.height;
  expect(stdout.length).toBe(2 * size);
  return [stdout.subarray(0, size), stdout.subarray(size)];
}

test.each<Scene["name"]>(["horizon", "gradient", "dunes", "waveform", "city", "paper"])(
  "generated footage of %s moves, and its variants differ",
  async (name) => {
    const [first, later] = await pixels(sceneGraph({ ...frame, name, variant: 0 }));
    const [other] = await pixels(sceneGraph({ ...frame, name, variant: 1 }));
    expect(new Set(first).size).toBeGreaterThan(8);
    expect(later).not.toEqual(first);
    expect(other).not.toEqual(first);
  },
);

test.runIf(await canWrite())("where ffmpeg can write text, the clock is written with a font at any path", async () => {
  const folder = await mkdtemp(join(tmpdir(), "kinora it's: [a], b;-"));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const font = join(folder, "font.ttf");
  await copyFile(CLOCK_FONT, font);
  const background = "color=c=black:size=160x90:rate=5";
  const written = clock(frame).replace(escapedValue(CLOCK_FONT), escapedValue(font));
  const [first = Buffer.alloc(0)] = await pixels(`${background},${written}`);
  expect(Math.max(...first)).toBeGreaterThan(200);
});
