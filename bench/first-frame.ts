import { execFile } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { clip, type ClipName } from "@kinora/media/fixtures/clips.ts";
import { mediaCapabilities } from "@kinora/media/tools/capabilities.ts";
import type { Benchmark } from "./benchmark.ts";
import { print } from "./figure.ts";
import { firstSegment } from "./first-segment.ts";
import { startProduct, type Product } from "./product.ts";
import { alternate, median } from "./rounds.ts";
import { rounds, sized } from "./sizes.ts";
import { uploadPublished } from "./source-upload.ts";
import { openAgent } from "./tus-client.ts";

const execute = promisify(execFile);
const ROUNDS = rounds(5);
const SIZE = sized({ width: 1920, height: 1080 }, { width: 640, height: 360 });

const kinds: { name: ClipName; words: string; fps: string; goal: string }[] = [
  { name: "streamable", words: "streamable 1080p source", fps: "25", goal: "≤ 0.25 s and ratio ≥ 0.35" },
  // At 15 frames a second its key frames are 17 s apart: too far to be streamed as they are.
  { name: "longGop", words: "long-GOP 1080p source", fps: "15", goal: "≤ 0.45 s" },
];

/** How soon a video plays: from the acknowledgement of its last byte to its first segment from its public address. */
export const firstFrame: Benchmark = {
  what: "last upload byte acknowledged → first segment fetched from its public address",
  async run(cleanUp) {
    const product = await startProduct(cleanUp);
    const agent = openAgent(cleanUp);
    const folder = await mkdtemp(join(tmpdir(), "kinora-bench-remux-"));
    cleanUp.defer(() => rm(folder, { recursive: true, force: true }));
    for (const { name, words, fps, goal } of kinds) {
      const path = await clip(name, { ...SIZE, durationSeconds: 20, fps });
      const ours = () => playable(product, agent, path);
      // The first video a worker ever sees pays for looking at the machine's media tools.
      await ours();
      const times = await alternate(ROUNDS, { ours, limit: () => probeAndRemux(path, folder) });
      print({
        what: `first frame, ${words}`,
        ours: median(times.ours),
        unit: "s",
        beside: { what: "ffprobe + remux of the same file", value: median(times.limit) },
        better: "lower",
        goal,
        rounds: ROUNDS,
      });
      console.log(
        `    fastest ${Math.min(...times.ours).toFixed(3)} s, slowest ${Math.max(...times.ours).toFixed(3)} s`,
      );
    }
  },
};

async function playable(product: Product, agent: ReturnType<typeof openAgent>, path: string): Promise<number> {
  const { kinora, project } = product;
  const video = await uploadPublished(product, agent, path);
  const fetchedAt = await firstSegment(agent, kinora.urls.edge, video.hash);
  // The ladder is still encoded in the background: waiting for its end keeps it out of the next measurement.
  await project.call("DELETE", `/videos/${video.videoId}`);
  await untilQuiet(product);
  return (fetchedAt - video.acknowledgedAt) / 1_000;
}

async function untilQuiet({ project }: Product): Promise<void> {
  for (;;) {
    const claim = await project.db.selectFrom("job_claims").select("job_id").limit(1).executeTakeFirst();
    if (!claim) return;
    await new Promise((wake) => setTimeout(wake, 50));
  }
}

/** The same two steps without a product around them: no upload, queue, database or sandbox. */
async function probeAndRemux(path: string, folder: string): Promise<number> {
  const { ffmpegPath, ffprobePath } = await mediaCapabilities();
  const began = performance.now();
  await execute(ffprobePath, ["-v", "error", "-show_format", "-show_streams", "-of", "json", path]);
  const segments = [
    "-f",
    "hls",
    "-hls_time",
    "4",
    "-hls_segment_type",
    "fmp4",
    "-hls_list_size",
    "0",
    join(folder, "index.m3u8"),
  ];
  await execute(ffmpegPath, ["-v", "error", "-nostdin", "-y", "-i", path, "-map", "0:v:0", "-c", "copy", ...segments]);
  return (performance.now() - began) / 1_000;
}
