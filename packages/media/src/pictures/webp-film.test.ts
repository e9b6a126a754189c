import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { clip } from "../fixtures/clips.ts";
import { encodedOnce } from "../fixtures/made-once.ts";
import { frameTimes, measureColours } from "../fixtures/measure.ts";
import { probe } from "../probe/probe.ts";
import { makeWebpFilm, MOST_FRAMES, readableSource } from "./webp-film.ts";

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "kinora-webp-"));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

const { signal } = new AbortController();

async function filmOf(bytes: Buffer): Promise<string> {
  const [source, target] = [join(folder, "source.webp"), join(folder, "film.png")];
  await writeFile(source, bytes);
  await makeWebpFilm({ source, target, workFolder: folder, signal });
  return target;
}

/** A blue square that moves to the right by ten pixels a frame, on a transparent canvas: the encoder stores only what changes. */
const square = () =>
  encodedOnce("webp", [
    ...["-f", "lavfi", "-i", "color=black@0:size=160x90:rate=10:duration=1,format=rgba"],
    ...["-f", "lavfi", "-i", "color=blue:size=20x20:rate=10:duration=1,format=rgba"],
    ...["-filter_complex", "[0:v][1:v]overlay=x='20+t*100':y=20:format=rgb,format=rgba"],
    ...["-c:v", "libwebp_anim", "-lossless", "1"],
  ]);

/** A WebP whose frames of one pixel have no picture. */
function webp(width: number, height: number, frames: readonly (readonly [x: number, y: number])[]): Buffer {
  const chunk = (type: string, data: Buffer) => {
    const head = Buffer.alloc(8, type, "latin1");
    head.writeUInt32LE(data.length, 4);
    return Buffer.concat([head, data]);
  };
  const canvas = Buffer.alloc(10, 0);
  canvas.writeUInt8(2, 0);
  canvas.writeUIntLE(width - 1, 4, 3);
  canvas.writeUIntLE(height - 1, 7, 3);
  const parts = frames.map(([x, y]) => {
    const part = Buffer.alloc(16);
    part.writeUIntLE(x / 2, 0, 3);
    part.writeUIntLE(y / 2, 3, 3);
    return chunk("ANMF", part);
  });
  return chunk("RIFF", Buffer.concat([Buffer.from("WEBP"), chunk("VP8X", canvas), ...parts]));
}

test("parts of a canvas are laid over it and cleared as browsers do it", async () => {
  const film = await filmOf(await readFile(await square()));
  const places = Array.from({ length: 10 }, (_, step) => [25 + step * 10, 30] as const);
  const colours = await measureColours(film, 160, 90, places);
  expect(colours.map((frame) => frame.map(([, , blue = 0, cover = 0]) => (cover > 0 && blue > 200 ? 1 : 0)))).toEqual(
    colours.map((_, step) => places.map((_place, at) => (at === step || at === step + 1 ? 1 : 0))),
  );
  expect(colours).toHaveLength(10);
});

test("a photo that moves is a film of all its frames, and other sources are read as they are", async () => {
  const source = await clip("animatedWebp");
  const film = await readableSource(source, folder, signal);
  expect(await probe(film)).toMatchObject({
    container: "apng",
    durationSeconds: 3,
    video: { width: 320, height: 180 },
  });
  const mp4 = await clip("streamable");
  expect(await readableSource(mp4, folder, signal)).toBe(mp4);
});

test("frames that hurry are shown as long as browsers show them, and those of a file that is cut off as far as they go", async () => {
  const bytes = await readFile(await square());
  const frames = [...bytes.toString("latin1").matchAll(/ANMF/g)].map(({ index }) => index);
  // The first says 0 ms, the second 70 s.
  bytes.writeUIntLE(0, (frames[0] ?? 0) + 20, 3);
  bytes.writeUIntLE(70_000, (frames[1] ?? 0) + 20, 3);
  expect(await frameTimes(await filmOf(bytes.subarray(0, (frames[3] ?? 0) + 12)))).toEqual([0, 0.1, 70.1]);
});

test.each([
  ["without frames", webp(16, 16, []), "corrupt_file"],
  ["with a frame beyond the canvas", webp(16, 16, [[16, 0]]), "corrupt_file"],
  ["with frames that hold no picture", webp(16, 16, [[0, 0]]), "corrupt_file"],
  ["larger than any source", webp(16_000, 4_000, [[0, 0]]), "too_large"],
  ["with more frames than are read", webp(16, 16, Array(MOST_FRAMES + 1).fill([0, 0])), "too_long"],
])("a WebP %s is refused", async (_what, bytes, code) => {
  await expect(filmOf(bytes)).rejects.toMatchObject({ code, retryable: false });
});
