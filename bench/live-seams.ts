import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { clip } from "@kinora/media/fixtures/clips.ts";
import { publishTo, type LivePublisher } from "../e2e/live-publisher.ts";
import { LiveWatch } from "../e2e/live-watch.ts";
import { untilEnded } from "../e2e/pipeline-project.ts";
import type { Benchmark } from "./benchmark.ts";
import { print } from "./figure.ts";
import { makeStream, untilLive, watchStream, type BenchStream } from "./live-stream.ts";
import { startProduct, type Product } from "./product.ts";
import { SeamFiles } from "./seam-files.ts";
import { rounds } from "./sizes.ts";
import { uploadPublished } from "./source-upload.ts";
import { openAgent } from "./tus-client.ts";

/** Five kinds of seams: to the loop, back, to the slate, back, and another encoder in the place of a lost one. */
const ROUNDS = rounds(10);
const SETTLING_MS = 2_500;
/** Of what is wrong, so much is printed. */
const SHOWN = 5;
/** OBS's default settings. */
const ENCODER = { reordered: true };

/** What viewers notice when what is on air changes fifty times: in one playlist, without a reload. */
export const liveSeams: Benchmark = {
  what: `loop ↔ live ↔ slate ↔ another encoder, ${ROUNDS * 5} times: one playlist, read strictly and played in Chromium`,
  async run(cleanUp) {
    const product = await startProduct(cleanUp);
    const stream = await makeStream(product, { name: "Round the clock", ladder: "passthrough", latency: "low" });
    await giveLoop(cleanUp, product, stream);
    let publisher = await publishTo(stream.address, ENCODER);
    cleanUp.defer(() => publisher.stop());
    await untilLive(product, stream);
    const address = `${product.kinora.urls.edge}/hls/${stream.hash}/source/index.m3u8`;
    const watch = new LiveWatch(address);
    const files = new SeamFiles(address);
    await watch.until("a segment", ({ playlist }) => playlist.segments.some(({ uri }) => uri));
    const page = await watchStream(cleanUp, product, stream);
    await page.evaluate("clock.watchGaps()");
    const stops = new Map<string, number>();
    const seam = async (what: string, change: () => Promise<unknown>) => {
      const before = watch.discontinuities;
      await change();
      await watch.until(what, () => watch.discontinuities > before);
      // Viewers come over the seam a moment later.
      await new Promise((wake) => setTimeout(wake, SETTLING_MS));
      const look = await watch.look();
      if (look) await files.keep(look.playlist);
      const gaps = await page.evaluate<number[]>("clock.takeGaps()");
      stops.set(what, Math.max(stops.get(what) ?? 0, ...gaps));
    };
    const put = (source: string) => () => product.project.call("PATCH", `/streams/${stream.id}/switch`, { source });
    const replace = async () => {
      await publisher.stop();
      publisher = await published(stream);
    };
    let missing = 0;
    for (let round = 0; round < ROUNDS; round += 1) {
      await seam("the loop", put("loop"));
      await seam("live after the loop", put("live"));
      await seam("the slate", put("slate"));
      await seam("live after the slate", put("live"));
      await seam("another encoder", replace);
      missing += await watch.missing();
    }
    const figure = { beside: null, better: "lower" as const, rounds: 1, unit: "" };
    print({ ...figure, what: "seams", ours: watch.discontinuities, better: "higher", goal: `≥ ${ROUNDS * 5}` });
    print({ ...figure, what: "violations of HLS, numbers that go back", ours: watch.violations.length, goal: "0" });
    print({ ...figure, what: "listed segments that could not be read", ours: missing, goal: "0" });
    for (const [what, stop] of stops)
      print({ ...figure, what: `longest stop of the picture, ${what}`, ours: stop / 1_000, unit: "s", goal: "≤ 2 s" });
    for (const stop of (await page.evaluate<string[]>("clock.takeStops()")).slice(0, SHOWN)) console.log(`    ${stop}`);
    await measureFiles(cleanUp, files);
    for (const violation of watch.violations.slice(0, SHOWN)) console.log(`    ${violation.split("\n")[0]}`);
  },
};

/** What was listed from the first segment to the last, as players meet it and as ffmpeg plays it. */
async function measureFiles(cleanUp: AsyncDisposableStack, files: SeamFiles): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), "kinora-bench-seams-"));
  cleanUp.defer(() => rm(folder, { recursive: true, force: true }));
  const times = files.times();
  const begins = times.map(({ pictureStart, soundStart }) => Math.abs(pictureStart - soundStart));
  const drift = times.map(({ pictureSeconds, soundSeconds }) => pictureSeconds - soundSeconds);
  const figure = { beside: null, better: "lower" as const, rounds: 1 };
  const limit = { ...figure, unit: "s", goal: "≤ 0.04 s" };
  print({ ...limit, what: "picture and sound apart where a stretch begins, at most", ours: Math.max(...begins) });
  print({ ...limit, what: "one longer than the other, at most in a stretch", ours: Math.max(...drift.map(Math.abs)) });
  const sum = drift.reduce((total, each) => total + each, 0);
  print({ ...figure, unit: "s", goal: "none", what: "one longer than the other, all together", ours: Math.abs(sum) });
  const played = await files.play(folder);
  const none = { ...figure, unit: "", goal: "0" };
  print({ ...none, what: "complaints of ffmpeg, each stretch alone", ours: played.complaints.length });
  print({ ...none, what: "complaints of ffmpeg, the whole playlist", ours: played.wholeComplaints.length });
  for (const complaint of [...played.complaints, ...played.wholeComplaints].slice(0, SHOWN))
    console.log(`    ${complaint}`);
  const listed = { what: "listed", value: played.listedSeconds };
  print({
    ...figure,
    better: "higher",
    unit: "s",
    goal: "ratio ≥ 0.99",
    what: "sound ffmpeg plays of it",
    ours: played.heardSeconds,
    beside: listed,
  });
}

/** A new encoder; the stream's ingest may not have noticed yet that the last one is gone. */
async function published({ address }: BenchStream): Promise<LivePublisher> {
  for (;;) {
    const publisher = await publishTo(address, ENCODER);
    const early = await Promise.race([
      publisher.ended,
      new Promise<null>((wake) => setTimeout(() => wake(null), 2_000)),
    ]);
    if (early === null) return publisher;
  }
}

async function giveLoop(cleanUp: AsyncDisposableStack, product: Product, { id }: BenchStream): Promise<void> {
  const path = await clip("streamable", { width: 320, height: 180, durationSeconds: 12, fps: "30" });
  const video = await uploadPublished(product, openAgent(cleanUp), path);
  await untilEnded(product.project, video.videoId);
  const set = await product.project.call("PUT", `/streams/${id}/loop`, { video_ids: [video.videoId] });
  if (set.status !== 200) throw new Error(`The loop was refused: ${JSON.stringify(set.body)}`);
}
