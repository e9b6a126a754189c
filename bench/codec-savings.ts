import { execFile } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import type { PlannedRendition } from "@kinora/domain/transcoding/ladder.ts";
import { CODEC_NAMES, FURTHER_CODECS, inCodec } from "@kinora/domain/transcoding/picture-codecs.ts";
import { usualRungs } from "@kinora/domain/transcoding/project-ladder.ts";
import { encodeChunk } from "@kinora/media/encoding/encode-chunk.ts";
import { planEncoding, type EncodingPlan } from "@kinora/media/encoding/encoding-plan.ts";
import { measureSimilarity } from "@kinora/media/encoding/similarity.ts";
import { joinFragments } from "@kinora/media/packaging/mp4.ts";
import type { SourceFacts } from "@kinora/media/probe/facts.ts";
import { probe } from "@kinora/media/probe/probe.ts";
import { mediaTools } from "@kinora/media/tools/capabilities.ts";
import type { Benchmark } from "./benchmark.ts";
import { print } from "./figure.ts";
import { sized } from "./sizes.ts";

const execute = promisify(execFile);
const SECONDS = sized(8, 4);
const HEIGHT = sized(720, 240);
const SIZE = `${Math.round((HEIGHT * 16) / 9 / 2) * 2}x${HEIGHT}`;

/** Pictures that are alike in what they cost: https://ffmpeg.org/ffmpeg-filters.html#Video-Sources */
const KINDS = [
  { words: "detail in motion", picture: `mandelbrot=size=${SIZE}:rate=30:end_scale=0.01:end_pts=${SECONDS * 30}` },
  { words: "an animation", picture: `testsrc2=size=${SIZE}:rate=30` },
  {
    words: "a camera's noise over slow motion",
    picture: `gradients=size=${SIZE}:rate=30:speed=0.02:nb_colors=6,noise=alls=8:allf=t`,
  },
] as const;

/** How many bits a codec takes for the likeness that the usual ladder has in H.264, on both sides of its own quality. */
export const codecSavings: Benchmark = {
  what: `bits of HEVC and AV1 for the picture of the usual ${HEIGHT}p in H.264, by SSIM, ${SECONDS} s each`,
  async run(cleanUp) {
    const folder = await mkdtemp(join(tmpdir(), "kinora-bench-codecs-"));
    cleanUp.defer(() => rm(folder, { recursive: true, force: true }));
    const { ffmpegPath } = await mediaTools();
    for (const { words, picture } of KINDS) {
      const source = join(folder, "source.mkv");
      const input = ["-f", "lavfi", "-i", picture, "-t", String(SECONDS), "-pix_fmt", "yuv420p"];
      await execute(ffmpegPath, ["-v", "error", "-y", ...input, "-c:v", "ffv1", source]);
      await measureKind(words, { source, folder, facts: await probe(source) });
    }
  },
};

interface Place {
  source: string;
  folder: string;
  facts: SourceFacts;
}

interface Made {
  kbps: number;
  ssim: number;
}

async function measureKind(words: string, place: Place): Promise<void> {
  const plan = planEncoding(place.facts, usualRungs([HEIGHT]));
  const [usual] = plan.renditions;
  if (!usual) throw new Error("The ladder plans no rendition.");
  const reference = await make(place, plan, usual);
  for (const codec of FURTHER_CODECS) {
    const own = inCodec(usual, codec);
    const made: Made[] = [];
    for (const step of [-6, 0, 6]) made.push(await make(place, plan, { ...own, crf: own.crf + step }));
    const [, chosen] = made;
    print({
      what: `${words}, ${CODEC_NAMES[codec]} at the same SSIM (${reference.ssim.toFixed(4)})`,
      ours: kbpsAt(made, reference.ssim),
      unit: "kbps",
      beside: { what: "H.264", value: reference.kbps },
      better: "lower",
      goal: "none",
      rounds: 1,
    });
    if (chosen)
      print({
        what: `${words}, ${CODEC_NAMES[codec]} as ladders make it (SSIM ${chosen.ssim.toFixed(4)})`,
        ours: chosen.kbps,
        unit: "kbps",
        beside: { what: "H.264", value: reference.kbps },
        better: "lower",
        goal: "none",
        rounds: 1,
        detail: true,
      });
  }
}

/** Encodes the whole source as a worker does and compares the result with it. */
async function make({ source, folder, facts }: Place, whole: EncodingPlan, rendition: PlannedRendition): Promise<Made> {
  const plan = { ...whole, renditions: [rendition] };
  const signal = new AbortController().signal;
  const parts: Buffer[] = [];
  let bytes = 0;
  const { segments } = await encodeChunk({
    ...{ source, facts, plan, signal, workFolder: folder, chunkIndex: 0 },
    onInit: (init) => void parts.push(init.bytes),
    onSegment(segment) {
      parts.push(segment.bytes);
      bytes += segment.bytes.length;
    },
  });
  const sample = join(folder, "sample.mp4");
  await joinFragments(parts, sample);
  const compared = { source, facts, plan, sample, firstSegment: 0, segmentCount: segments, workFolder: folder, signal };
  const ssim = await measureSimilarity(compared);
  if (ssim === null) throw new Error("No frame could be compared.");
  return { kbps: (bytes * 8) / 1000 / plan.durationSeconds, ssim };
}

/** The bitrate of a likeness between, or beyond, measured ones: its logarithm follows that of the error. */
function kbpsAt(made: readonly Made[], ssim: number): number {
  const sorted = made.toSorted((a, b) => a.ssim - b.ssim);
  const above = sorted.findIndex((each) => each.ssim >= ssim);
  const at = above === -1 ? sorted.length - 1 : Math.max(1, above);
  const [low, high] = [sorted[at - 1], sorted[at]];
  if (!low || !high) throw new Error("Nothing was measured.");
  const error = (each: { ssim: number }) => Math.log(1 - Math.min(0.999_999, each.ssim));
  const share = (error({ ssim }) - error(low)) / (error(high) - error(low) || 1);
  return Math.exp(Math.log(low.kbps) + share * (Math.log(high.kbps) - Math.log(low.kbps)));
}
