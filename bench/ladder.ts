import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { planEncoding } from "@kinora/media/encoding/encoding-plan.ts";
import { clip } from "@kinora/media/fixtures/clips.ts";
import { probe } from "@kinora/media/probe/probe.ts";
import { mediaCapabilities } from "@kinora/media/tools/capabilities.ts";
import { readVideo, untilEnded } from "../e2e/pipeline-project.ts";
import type { Benchmark } from "./benchmark.ts";
import { print } from "./figure.ts";
import { watchProcessTree } from "./process-tree.ts";
import { processorSeconds } from "./processor-time.ts";
import { startProduct, type Product } from "./product.ts";
import { median } from "./rounds.ts";
import { rounds, sized } from "./sizes.ts";
import { uploadPublished } from "./source-upload.ts";
import { openAgent } from "./tus-client.ts";

const execute = promisify(execFile);
/** Each round encodes the whole ladder twice, so there are only a few. */
const ROUNDS = rounds(3);
const SOURCE = sized(
  { width: 1920, height: 1080, durationSeconds: 30 },
  { width: 640, height: 360, durationSeconds: 4 },
);

/** The whole way of a video beside nothing but its encode. */
export const ladder: Benchmark = {
  what: "upload → every rung finished, beside one bare ffmpeg run with the same flags (30 s of 1080p with sound)",
  async run(cleanUp) {
    const product = await startProduct(cleanUp);
    const agent = openAgent(cleanUp);
    const path = await clip("streamable", SOURCE);
    const args = await bareArguments(path);
    const ours: Run[] = [];
    const bare: Run[] = [];
    for (let played = 0; played < ROUNDS; played += 1) {
      ours.push(await wholeWay(product, agent, path));
      bare.push(await bareRun(args));
    }
    for (const unit of ["s", "CPU-s"] as const) {
      const of = (runs: Run[]) => median(runs.map((run) => run[unit]));
      const what = unit === "s" ? "ladder, wall clock" : "ladder, processor time of worker and media tools";
      print({
        what,
        ours: of(ours),
        unit,
        beside: { what: "bare ffmpeg", value: of(bare) },
        better: "lower",
        goal: "ratio ≥ 0.95",
        rounds: ROUNDS,
      });
    }
  },
};

type Run = Record<"s" | "CPU-s", number>;

async function wholeWay(product: Product, agent: ReturnType<typeof openAgent>, path: string): Promise<Run> {
  const pid = product.kinora.pids["worker"] ?? 0;
  const tree = watchProcessTree(pid);
  const { videoId, acknowledgedAt } = await uploadPublished(product, agent, path);
  await untilEnded(product.project, videoId, 600_000);
  const seconds = (performance.now() - acknowledgedAt) / 1_000;
  const { status } = await readVideo(product.project, videoId);
  if (status !== "complete") throw new Error(`The video ended as ${status}.`);
  return { s: seconds, "CPU-s": tree.stop() };
}

async function bareRun(args: string[]): Promise<Run> {
  const { ffmpegPath } = await mediaCapabilities();
  const before = childSeconds();
  const began = performance.now();
  await execute(ffmpegPath, args);
  return { s: (performance.now() - began) / 1_000, "CPU-s": childSeconds() - before };
}

/** Processor time of this process's ended children. */
function childSeconds(): number {
  return processorSeconds(process.pid, { children: true }) - processorSeconds(process.pid);
}

/** What the product encodes, as one plain command: same rungs, rates, group of pictures and sound, thrown away. */
async function bareArguments(path: string): Promise<string[]> {
  const facts = await probe(path);
  const { renditions, grid } = planEncoding(facts);
  const group = String(grid.framesPerGroup);
  const split = `[0:v:0]split=${renditions.length}${renditions.map((_, place) => `[s${place}]`).join("")}`;
  const scaled = renditions.map(
    ({ width, height }, place) =>
      `[s${place}]scale=${width}:${height}:flags=bicubic,format=yuv420p,setsar=1[v${place}]`,
  );
  const outputs = renditions.flatMap(({ crf, maxBitrateKbps, bufferKbits }, place) => [
    ...["-map", `[v${place}]`, "-c:v", "libx264", "-preset", "veryfast", "-profile:v", "high", "-crf", String(crf)],
    ...[
      "-maxrate",
      `${maxBitrateKbps}k`,
      "-bufsize",
      `${bufferKbits}k`,
      "-g",
      group,
      "-keyint_min",
      group,
      "-sc_threshold",
      "0",
      "-bf",
      "3",
    ],
    ...["-f", "mp4", "-movflags", "+frag_keyframe+empty_moov", "-y", "/dev/null"],
  ]);
  const sound = [
    "-map",
    "0:a:0?",
    "-c:a",
    "aac",
    "-b:a",
    "128k",
    "-ac",
    "2",
    "-ar",
    "48000",
    "-f",
    "mp4",
    "-movflags",
    "+frag_keyframe+empty_moov",
    "-y",
    "/dev/null",
  ];
  return [
    "-hide_banner",
    "-nostdin",
    "-v",
    "error",
    "-i",
    path,
    "-filter_complex",
    [split, ...scaled].join(";"),
    ...outputs,
    ...sound,
  ];
}
