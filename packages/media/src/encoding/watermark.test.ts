import { execFile } from "node:child_process";
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { placeWatermark } from "@kinora/domain/transcoding/watermark.ts";
import { expect, test } from "vitest";
import { hostileFile } from "../fixtures/clips.ts";
import { testFolder } from "../fixtures/folder.ts";
import { measureColours } from "../fixtures/measure.ts";
import { joinFragments } from "../packaging/mp4.ts";
import { pictureKind } from "../pictures/picture-kinds.ts";
import { probe } from "../probe/probe.ts";
import { mediaTools } from "../tools/capabilities.ts";
import { encodeChunk } from "./encode-chunk.ts";
import { planEncoding } from "./encoding-plan.ts";
import type { PlannedWatermark } from "./encoding-plan.ts";
import { measureSimilarity } from "./similarity.ts";
import { makeWatermarkPicture } from "./watermark-picture.ts";

const execute = promisify(execFile);
// Each test has a limit of its own; one for the whole file would depend on how busy the machine is.
const { signal } = new AbortController();
const rungs = [
  { label: "90p", shortSidePixels: 90, crf: 12, maxBitrateKbps: 2000 },
  { label: "180p", shortSidePixels: 180, crf: 12, maxBitrateKbps: 4000 },
];
const layout = { position: "top_right", opacity: 50, size: 40, margin: 10 } as const;

const folder = testFolder("watermark");

async function ffmpeg(...args: string[]): Promise<void> {
  const { ffmpegPath } = await mediaTools();
  await execute(ffmpegPath, ["-hide_banner", "-nostdin", "-y", "-v", "error", ...args]);
}

/** A picture whose left half is white and whose right half is see-through, with red where nobody sees it. */
async function halfWhite(name: string, width: number, height: number): Promise<string> {
  const path = join(folder, name);
  const graph =
    `color=white:s=${width / 2}x${height},format=rgba[a];` +
    `color=red:s=${width / 2}x${height},format=rgba,colorchannelmixer=aa=0[b];[a][b]hstack`;
  const lossless = name.endsWith("webp") ? ["-c:v", "libwebp", "-lossless", "1"] : [];
  await ffmpeg("-f", "lavfi", "-i", graph, "-frames:v", "1", ...lossless, path);
  return path;
}

const known = new Map<number, ReturnType<typeof encode>>();

/** Ten seconds of blue in three chunks, encoded with a watermark; a path for every rung. Each size is encoded once. */
function make(width: number, height: number): ReturnType<typeof encode> {
  const made = known.get(width) ?? encode(width, height);
  known.set(width, made);
  return made;
}

async function encode(width: number, height: number) {
  const source = join(folder, `${width}.mp4`);
  const blue = `color=0x0000ff:s=${width}x${height}:r=10:d=10`;
  await ffmpeg("-f", "lavfi", "-i", blue, "-c:v", "libx264", "-preset", "ultrafast", "-pix_fmt", "yuv420p", source);
  const picture = await halfWhite("logo.png", 200, 100);
  const kept = await makeWatermarkPicture({ picture, kind: "png", workFolder: folder, signal });
  const watermark: PlannedWatermark = { file: "watermark.png", width: kept.width, height: kept.height, ...layout };
  const facts = await probe(source);
  const planned = planEncoding(facts, rungs);
  const chunkCount = 3;
  const grid = { ...planned.grid, framesPerChunk: planned.grid.framesPerSegment };
  const plan = { ...planned, grid, chunkCount, watermark };
  const parts = new Map<string, Buffer[]>();
  const add = (rendition: string, bytes: Buffer) => parts.set(rendition, [...(parts.get(rendition) ?? []), bytes]);
  const shared = { source, facts, plan, workFolder: folder, signal, watermarkPath: kept.path };
  for (let chunkIndex = 0; chunkIndex < chunkCount; chunkIndex += 1) {
    await encodeChunk({
      ...shared,
      chunkIndex,
      preset: "ultrafast",
      onInit: (init) => void (chunkIndex === 0 && add(init.rendition, init.bytes)),
      onSegment: (segment) => void add(segment.rendition, segment.bytes),
    });
  }
  return Promise.all(
    plan.renditions.map(async (rendition) => {
      const path = join(folder, `${width}-${rendition.label}.mp4`);
      await joinFragments(parts.get(rendition.label) ?? [], path);
      return { ...shared, rendition, path };
    }),
  );
}

const near = (colour: number[] | undefined, wanted: readonly number[]) =>
  wanted.every((value, index) => Math.abs((colour?.[index] ?? -255) - value) <= 14);

test.each([
  ["landscape", 320, 180],
  ["portrait", 180, 320],
])(
  "a watermark lies at its place on every frame of every rung of a %s video, over the borders of chunks",
  async (_, width, height) => {
    for (const { path, rendition, plan } of await make(width, height)) {
      const mark = placeWatermark(rendition, plan.watermark, plan.watermark);
      const shortSide = Math.min(rendition.width, rendition.height);
      expect(mark.width).toBe(Math.round(shortSide * 0.4));
      expect(Math.abs(rendition.width - mark.left - mark.width - shortSide * 0.1)).toBeLessThanOrEqual(2);
      const frames = await measureColours(path, rendition.width, rendition.height, [
        [mark.left + Math.round(mark.width / 4), mark.top + Math.round(mark.height / 2)],
        [mark.left + Math.round((mark.width * 3) / 4), mark.top + Math.round(mark.height / 2)],
        [mark.left - 4, mark.top + Math.round(mark.height / 2)],
        [mark.left + Math.round(mark.width / 4), mark.top + mark.height + 4],
        [4, rendition.height - 4],
      ]);
      expect(frames).toHaveLength(100);
      const blue = [0, 0, 255];
      const wrong = frames.flatMap(([white, seeThrough, beside, below, far], index) =>
        near(white, [127, 127, 255]) && [seeThrough, beside, below, far].every((each) => near(each, blue))
          ? []
          : [{ index, white, seeThrough, beside, below, far }],
      );
      expect(wrong.slice(0, 2)).toEqual([]);
    }
  },
);

test("a rendition is compared with what the encoder was given: its source under the watermark", async () => {
  const [made] = await make(320, 180);
  if (!made) throw new Error("Nothing was made.");
  const plan = { ...made.plan, renditions: [made.rendition] };
  const options = { ...made, plan, sample: made.path, firstSegment: 0, segmentCount: 1 };
  const { watermark: _, ...bare } = plan;
  const withMark = (await measureSimilarity(options)) ?? 0;
  expect(withMark).toBeGreaterThan(0.97);
  expect(await measureSimilarity({ ...options, plan: bare })).toBeLessThan(withMark - 0.01);
});

test("a plan with a watermark is not encoded without its picture", async () => {
  const [made] = await make(320, 180);
  if (!made) throw new Error("Nothing was made.");
  const work = encodeChunk({ ...made, watermarkPath: null, chunkIndex: 0, onInit: () => {}, onSegment: () => {} });
  await expect(work).rejects.toThrow("The picture of this plan's watermark is missing.");
});

test.each(["logo.png", "logo.webp"])("a picture keeps its transparency and gets a bounded size: %s", async (name) => {
  const picture = await halfWhite(name, 2400, 600);
  const kind = pictureKind(await readFile(picture));
  if (!kind) throw new Error("This is a picture.");
  const kept = await makeWatermarkPicture({ picture, kind, workFolder: folder, signal });
  expect([kept.width, kept.height]).toEqual([1080, 270]);
  const [pixels] = await measureColours(kept.path, 1080, 270, [
    [200, 100],
    [800, 100],
  ]);
  expect(pixels?.[0]).toEqual([255, 255, 255, 255]);
  expect(pixels?.[1]?.[3]).toBe(0);
});

test("what is no picture, half a picture or a picture with a program after it is refused or made harmless", async () => {
  const make = (picture: string) => makeWatermarkPicture({ picture, kind: "png", workFolder: folder, signal });
  const png = await readFile(await halfWhite("whole.png", 64, 64));
  const half = join(folder, "half.png");
  await writeFile(half, png.subarray(0, 40));
  await expect(make(half)).rejects.toMatchObject({ retryable: false, message: expect.stringContaining("picture") });
  await expect(make(await hostileFile("text"))).rejects.toMatchObject({ code: "not_a_video" });
  await expect(make(await hostileFile("playlistNamingPasswd"))).rejects.toMatchObject({ code: "not_a_video" });
  const followed = join(folder, "followed.png");
  await writeFile(followed, Buffer.concat([png, Buffer.from("<script>hidden words</script>")]));
  expect((await readFile((await make(followed)).path)).includes("hidden words")).toBe(false);
  const huge = join(folder, "huge.png");
  const header = Buffer.from(png);
  header.writeUInt32BE(60_000, 16);
  header.writeUInt32BE(60_000, 20);
  await writeFile(huge, header);
  await expect(make(huge)).rejects.toMatchObject({ retryable: false });
});
