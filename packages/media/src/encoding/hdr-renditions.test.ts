import { execFile } from "node:child_process";
import { join } from "node:path";
import { promisify } from "node:util";
import { inCodec, type FurtherCodec, type HdrRange } from "@kinora/domain/transcoding/picture-codecs.ts";
import { expect, test } from "vitest";
import { testFolder } from "../fixtures/folder.ts";
import { joinFragments } from "../packaging/mp4.ts";
import type { MasteringFacts } from "../probe/facts.ts";
import { probe } from "../probe/probe.ts";
import { mediaTools } from "../tools/capabilities.ts";
import { hdrRange } from "./colours.ts";
import { encodeChunk } from "./encode-chunk.ts";
import { planEncoding, type EncodingPlan } from "./encoding-plan.ts";
import { hdrEncoders } from "./picture-encoders.ts";
import { measureSimilarity } from "./similarity.ts";

const execute = promisify(execFile);
const { signal } = new AbortController();

const folder = testFolder("hdr");

const transfers = { PQ: "smpte2084", HLG: "arib-std-b67" } as const;
const mastered = "master-display=G(13250,34500)B(7500,3000)R(34000,16000)WP(15635,16450)L(10000000,50):max-cll=900,200";
const mastering = {
  display: {
    ...{ red: { x: 0.68, y: 0.32 }, green: { x: 0.265, y: 0.69 }, blue: { x: 0.15, y: 0.06 } },
    white: { x: 0.3127, y: 0.329 },
    minimumNits: 0.005,
    maximumNits: 1000,
  },
  light: { maximumNits: 900, averageNits: 200 },
};

/** Two seconds of HEVC in 10 bits, as phones and cameras record it; PQ with its static metadata in the bitstream alone. */
async function hdrSource(range: HdrRange): Promise<string> {
  const path = join(folder, `${range}.mkv`);
  const { ffmpegPath } = await mediaTools();
  await execute(ffmpegPath, [
    ...["-v", "error", "-y", "-f", "lavfi", "-i", "testsrc2=size=320x180:rate=25:duration=2"],
    ...["-c:v", "libx265", "-preset", "ultrafast", "-pix_fmt", "yuv420p10le"],
    ...["-x265-params", `log-level=error${range === "PQ" ? `:${mastered}` : ""}`],
    ...["-color_primaries", "bt2020", "-color_trc", transfers[range], "-colorspace", "bt2020nc", path],
  ]);
  return path;
}

/** The first frame of a file as ffprobe describes it, with its static metadata. */
async function firstFrame(path: string) {
  const { ffprobePath } = await mediaTools();
  const { stdout } = await execute(ffprobePath, [
    ...["-v", "error", "-select_streams", "v:0", "-read_intervals", "%+#1", "-show_frames", "-show_streams"],
    ...["-of", "json", path],
  ]);
  const { frames, streams } = JSON.parse(stdout) as Record<"frames" | "streams", Record<string, unknown>[]>;
  return { ...streams[0], ...frames[0] };
}

async function make(source: string, codec: FurtherCodec) {
  const facts = await probe(source);
  const planned = planEncoding(facts, [{ label: "180p", shortSidePixels: 180, crf: 22, maxBitrateKbps: 1000 }]);
  const hdr = hdrRange(facts);
  const renditions = planned.renditions.map((each) => ({ ...inCodec(each, codec), ...(hdr ? { hdr } : {}) }));
  const plan: EncodingPlan = { ...planned, renditions };
  const parts: Buffer[] = [];
  let name = "";
  await encodeChunk({
    ...{ source, facts, plan, chunkIndex: 0, preset: codec === "av1" ? "12" : "ultrafast", workFolder: folder, signal },
    onInit: ({ bytes, codec: rfc6381 }) => {
      parts.unshift(bytes);
      name = rfc6381;
    },
    onSegment: ({ bytes }) => void parts.push(bytes),
  });
  const path = join(folder, `${hdr}-${codec}.mp4`);
  await joinFragments(parts, path);
  return { facts, plan, name, path };
}

/** AV1 stores binary fractions. */
const rounded = (facts: MasteringFacts | undefined): unknown =>
  JSON.parse(JSON.stringify(facts ?? null), (_, value: unknown) =>
    typeof value === "number" ? value.toFixed(3) : value,
  );

test("this machine encodes HDR, or the tests below would say nothing", async () => {
  expect(await hdrEncoders()).toEqual(["hevc", "av1"]);
});

test.each([
  ["PQ", "hevc", /^hvc1\.2\.4\.L\d+\./],
  ["HLG", "hevc", /^hvc1\.2\.4\.L\d+\./],
  ["PQ", "av1", /^av01\.0\.\d{2}M\.10\.0\.110\.09\.16\.09\.0$/],
  ["HLG", "av1", /^av01\.0\.\d{2}M\.10\.0\.110\.09\.18\.09\.0$/],
] as const)("a rendition of %s in %s keeps curve, colours and depth of its source", async (range, codec, named) => {
  const source = await hdrSource(range);
  const made = await make(source, codec);
  expect(made.name).toMatch(named);
  expect(made.facts.video.mastering).toEqual(range === "PQ" ? mastering : undefined);
  const frame = await firstFrame(made.path);
  expect(frame).toMatchObject({
    ...{ pix_fmt: "yuv420p10le", color_transfer: transfers[range] },
    ...{ color_primaries: "bt2020", color_space: "bt2020nc", color_range: "tv" },
  });
  const again = await probe(made.path);
  expect(rounded(again.video.mastering)).toEqual(rounded(made.facts.video.mastering));

  const similarity = await measureSimilarity({
    ...{ source, facts: made.facts, plan: made.plan, sample: made.path },
    ...{ firstSegment: 0, segmentCount: made.plan.segmentCount, workFolder: folder, signal },
  });
  expect(similarity).toBeGreaterThan(0.94);
});

test("renditions in HDR and SDR are refused in one run, and HDR below a watermark", async () => {
  const source = await hdrSource("HLG");
  const { facts, plan } = await make(source, "hevc");
  const [rendition] = plan.renditions;
  if (!rendition) throw new Error("There is no rendition.");
  const { hdr: _, ...sdr } = rendition;
  const run = { source, facts, chunkIndex: 0, workFolder: folder, signal, onInit() {}, onSegment() {} };
  await expect(encodeChunk({ ...run, plan: { ...plan, renditions: [rendition, sdr] } })).rejects.toThrow(
    "of their own",
  );
  const watermark = { file: "w.png", width: 8, height: 8, position: "top_left", opacity: 1, size: 0.1, margin: 0.02 };
  const marked = { ...plan, watermark } as EncodingPlan;
  await expect(encodeChunk({ ...run, plan: marked, watermarkPath: source })).rejects.toThrow("watermarks");
});
