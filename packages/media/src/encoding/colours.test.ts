import { execFile } from "node:child_process";
import { join } from "node:path";
import { promisify } from "node:util";
import { expect, test } from "vitest";
import { testFolder } from "../fixtures/folder.ts";
import { joinFragments } from "../packaging/mp4.ts";
import { makePosters } from "../pictures/poster.ts";
import { makeStoryboard, readStoryboard } from "../pictures/storyboard.ts";
import { probe } from "../probe/probe.ts";
import { mediaFilters, mediaTools } from "../tools/capabilities.ts";
import { encodeChunk } from "./encode-chunk.ts";
import { planEncoding } from "./encoding-plan.ts";
import { toneMapped } from "./tone-mapping.ts";

const execute = promisify(execFile);
// Each test has a limit of its own; one for the whole file would depend on how busy the machine is.
const { signal } = new AbortController();

const folder = testFolder("colours");

const bars = [
  ["white", [255, 255, 255]],
  ["gray", [128, 128, 128]],
  ["red", [255, 0, 0]],
  ["lime", [0, 255, 0]],
  ["blue", [0, 0, 255]],
  ["yellow", [255, 255, 0]],
  ["aqua", [0, 255, 255]],
  ["fuchsia", [255, 0, 255]],
] as const;

/** Two pictures. */
const SECONDS = 0.4;

interface Shape {
  file: string;
  width: number;
  height: number;
  /** What happens to the bars before they are encoded. */
  filter: string;
  encoder: readonly string[];
}

async function makeBars({ file, width, height, filter, encoder }: Shape): Promise<string> {
  const { ffmpegPath } = await mediaTools();
  const path = join(folder, file);
  const inputs = bars.flatMap(([name]) => [
    ...[
      "-f",
      "lavfi",
      "-i",
      `color=${name}:size=${width / bars.length}x${height}:rate=5:duration=${SECONDS},format=gbrp`,
    ],
  ]);
  const graph = `${bars.map((_, index) => `[${index}]`).join("")}hstack=${bars.length},${filter}`;
  await execute(ffmpegPath, ["-v", "error", "-y", ...inputs, "-filter_complex", graph, ...encoder, path]);
  return path;
}

/** A picture or a video, of whose first picture the bars are `width` pixels wide and `height` high. */
interface Measured {
  path: string;
  width: number;
  height: number;
}

/** The colours in the middle of each bar of some pictures and of the first of videos, in one run. */
async function coloursOf(files: readonly Measured[]): Promise<number[][][]> {
  const { ffmpegPath } = await mediaTools();
  // Of each a line of pixels, as it is and padded to the longest one.
  const longest = Math.max(...files.map(({ width }) => width));
  const line = ({ width, height }: Measured) =>
    `trim=end_frame=1,setpts=0,format=rgba,crop=${width}:1:0:${Math.floor(height / 2)},pad=${longest}:1`;
  const lines = files.map((file, index) => `[${index}:v:0]${line(file)}[l${index}]`);
  const stacked = files.length > 1 ? `vstack=${files.length}` : "null";
  const graph = `${lines.join(";")};${files.map((_, index) => `[l${index}]`).join("")}${stacked}`;
  const inputs = files.flatMap(({ path }) => ["-i", path]);
  const output = ["-frames:v", "1", "-f", "rawvideo", "-pix_fmt", "rgba", "pipe:1"];
  const { stdout: pixels } = await execute(
    ffmpegPath,
    ["-v", "error", ...inputs, "-filter_complex", graph, ...output],
    { encoding: "buffer" },
  );
  expect(pixels.length).toBe(longest * files.length * 4);
  return files.map(({ width }, index) =>
    bars.map((_, bar) => {
      const at = (index * longest + Math.floor(((bar + 0.5) * width) / bars.length)) * 4;
      return [...pixels.subarray(at, at + 3)];
    }),
  );
}

/** The largest distance of any channel of any bar. */
function farthest(found: readonly number[][], expected: readonly (readonly number[])[]): number {
  expect(found).toHaveLength(expected.length);
  return Math.max(
    ...found.flatMap((colour, bar) =>
      colour.map((value, channel) => Math.abs(value - (expected[bar]?.[channel] ?? 0))),
    ),
  );
}

async function tagsOf(path: string): Promise<string> {
  const { ffprobePath } = await mediaTools();
  const { stdout } = await execute(ffprobePath, [
    ...["-v", "error", "-select_streams", "v:0", "-of", "csv=p=0", "-show_entries"],
    ...["stream=color_range,color_space,color_transfer,color_primaries", path],
  ]);
  return stdout.trim();
}

/** Every rendition of a source, its poster and its storyboard: the colours of each, and the tags of the renditions. */
async function everything(source: string) {
  const facts = await probe(source);
  const plan = planEncoding(facts);
  const parts = new Map<string, Buffer[]>();
  const add = (label: string, bytes: Buffer) => void parts.set(label, [...(parts.get(label) ?? []), bytes]);
  await encodeChunk({
    ...{ source, facts, plan, chunkIndex: 0, workFolder: folder, signal, preset: "ultrafast" },
    onInit: ({ rendition, bytes }) => add(rendition, bytes),
    onSegment: ({ rendition, bytes }) => add(rendition, bytes),
  });
  const files = new Map<string, Measured>();
  for (const { label, width, height } of plan.renditions) {
    const path = join(folder, `${label}.mp4`);
    await joinFragments(parts.get(label) ?? [], path);
    files.set(label, { path, width, height });
  }
  const tags = await Promise.all([...files.values()].map(({ path }) => tagsOf(path)));
  for (const { label, ...poster } of await makePosters({ source, facts, workFolder: folder, signal }))
    files.set(`poster ${label}`, poster);
  const [lowest] = plan.renditions;
  const storyboard = await makeStoryboard({
    ...{ video: join(folder, `${lowest?.label}.mp4`), width: lowest?.width ?? 0, height: lowest?.height ?? 0 },
    ...{ durationSeconds: SECONDS, matrix: plan.colours?.matrix ?? "bt709", workFolder: folder, signal },
  });
  // The first piece of its first sheet.
  const [piece = { width: 0, height: 0 }] = readStoryboard(storyboard.vtt);
  files.set("storyboard", { path: storyboard.sprites[0]?.path ?? "", width: piece.width, height: piece.height });
  const measured = await coloursOf([...files.values()]);
  const colours = Object.fromEntries([...files.keys()].map((name, index) => [name, measured[index] ?? []]));
  return { colours, tags };
}

const into = (matrix: string, format: string, range = "tv") =>
  `scale=out_color_matrix=${matrix}:out_range=${range}:flags=accurate_rnd+full_chroma_int,format=${format}`;
const x264 = ["-c:v", "libx264", "-preset", "ultrafast", "-qp", "8"];
const tagged = (primaries: string, transfer: string, matrix: string) => [
  ...["-color_primaries", primaries, "-color_trc", transfer, "-colorspace", matrix],
];
const large = { width: 1280, height: 720 };
const small = { width: 640, height: 480 };
const hd = "tv,bt709,bt709,bt709";
const sd = "tv,smpte170m,bt709,smpte170m";

test.each<[string, Shape, string]>([
  ["HD without tags", { ...large, file: "untagged.mp4", filter: into("bt709", "yuv420p"), encoder: x264 }, hd],
  [
    "HD with tags",
    {
      ...large,
      file: "hd.mp4",
      filter: into("bt709", "yuv420p"),
      encoder: [...x264, ...tagged("bt709", "bt709", "bt709")],
    },
    hd,
  ],
  [
    "HD tagged as BT.601, as phones do",
    {
      ...{ ...large, file: "phone.mp4", filter: into("smpte170m", "yuv420p") },
      encoder: [...x264, ...tagged("smpte170m", "smpte170m", "smpte170m")],
    },
    sd,
  ],
  ["SD without tags", { ...small, file: "sd.mp4", filter: into("smpte170m", "yuv420p"), encoder: x264 }, sd],
  [
    "ProRes without tags",
    {
      ...large,
      file: "prores.mov",
      filter: into("bt709", "yuv422p10le"),
      encoder: ["-c:v", "prores_ks", "-qscale:v", "4"],
    },
    hd,
  ],
  [
    "Theora",
    {
      ...large,
      file: "theora.ogv",
      filter: into("smpte170m", "yuv420p"),
      encoder: ["-c:v", "libtheora", "-q:v", "10"],
    },
    sd,
  ],
  ["RGB", { ...large, file: "rgb.mkv", filter: "format=gbrp", encoder: ["-c:v", "ffv1"] }, hd],
  ["the full range", { ...large, file: "full.mp4", filter: into("bt709", "yuvj420p", "pc"), encoder: x264 }, hd],
  [
    "BT.2020 without HDR",
    {
      ...{ ...large, file: "wide.mp4", filter: into("bt2020", "yuv420p") },
      encoder: [...x264, ...tagged("bt2020", "bt709", "bt2020nc")],
    },
    "tv,bt709,bt709,bt2020",
  ],
])("a source of %s has its own colours in every rendition, poster and storyboard", async (_, shape, expectedTags) => {
  const { colours, tags } = await everything(await makeBars(shape));
  const apart = Object.fromEntries(
    Object.entries(colours).map(([name, found]) => [
      name,
      farthest(
        found,
        bars.map(([, colour]) => colour),
      ) < 14,
    ]),
  );
  expect(apart).toEqual(Object.fromEntries(Object.keys(colours).map((name) => [name, true])));
  expect(new Set(tags)).toEqual(new Set([expectedTags]));
});

const canMakeHdr = (await mediaFilters()).has("zscale");

const madeHdr = new Map<string, Promise<string>>();

/** The bars as HDR with white at 203 nits; made once in each size. */
function hdrBars(transfer: string, size: { width: number; height: number }): Promise<string> {
  const key = `${transfer} ${size.height}`;
  const made = madeHdr.get(key) ?? makeHdr(transfer, size);
  madeHdr.set(key, made);
  return made;
}

const makeHdr = (transfer: string, size: { width: number; height: number }) =>
  makeBars({
    ...{ ...size, file: `${transfer}-${size.height}.mp4` },
    filter: [
      into("bt709", "yuv444p"),
      "setparams=color_primaries=bt709:color_trc=bt709:colorspace=bt709:range=tv",
      "zscale=transfer=linear:npl=203,format=gbrpf32le,zscale=primaries=bt2020",
      `zscale=transfer=${transfer}:matrix=bt2020nc:range=limited:npl=203,format=yuv420p10le`,
    ].join(","),
    encoder: [
      ...["-c:v", "libx265", "-preset", "ultrafast", "-x265-params", "log-level=error:lossless=1"],
      ...tagged("bt2020", transfer, "bt2020nc"),
    ],
  });

/** What is as bright as white is pressed together to leave room for what is brighter. */
function expectToneMapped(found: readonly number[][]): void {
  const bright = bars.map(([, colour]) => colour.map((value) => (value === 255 ? 234 : value)));
  expect(farthest(found, bright)).toBeLessThan(30);
  expect(farthest(found.slice(0, 2), bright.slice(0, 2))).toBeLessThan(6);
}

const scaledDown = { width: 1152, height: 648 };

test.runIf(canMakeHdr).each([
  ["smpte2084", "of its size", large],
  ["smpte2084", "made smaller", scaledDown],
  ["arib-std-b67", "of its size", large],
  ["arib-std-b67", "made smaller", scaledDown],
] as const)(
  "HDR of the curve %s, %s, has its greys and saturated colours in SDR, and nearly its white (needs zscale)",
  async (transfer, _, size) => {
    const { colours, tags } = await everything(await hdrBars(transfer, size));
    for (const found of Object.values(colours)) expectToneMapped(found);
    expect(new Set(tags)).toEqual(new Set([hd]));
  },
);

test.runIf(canMakeHdr).each(["smpte2084", "arib-std-b67"])(
  "an ffmpeg without zscale makes the same of HDR of the curve %s (needs zscale to make the HDR)",
  async (transfer) => {
    const source = await hdrBars(transfer, large);
    const path = join(folder, `${transfer}-by-channel.mp4`);
    const { ffmpegPath } = await mediaTools();
    const mapped = toneMapped(await probe(source), new Set());
    expect(mapped.join()).not.toContain("zscale");
    const encoder = [...x264, ...tagged("bt709", "bt709", "bt709")];
    await execute(ffmpegPath, ["-v", "error", "-y", "-i", source, "-vf", mapped.join(","), ...encoder, path]);
    const [colours = []] = await coloursOf([{ path, ...large }]);
    expectToneMapped(colours);
  },
);
