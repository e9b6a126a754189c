import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import type { Benchmark } from "./benchmark.ts";
import { print } from "./figure.ts";
import { startNginxCache } from "./nginx.ts";
import { noiseFile, putNoise } from "./noise-video.ts";
import { startProduct } from "./product.ts";
import { sized } from "./sizes.ts";

const SEGMENT_SECONDS = sized(4, 0.2);
const WATCHED = 10;
/** Those who watch the same seconds begin within this. */
const SPREAD_SECONDS = sized(8, 0.5);
const VIEWERS = sized([1, 5, 20, 100], [1, 20]);
/** From so many on, what they watch comes out of the cache. */
const MANY = 20;

/** How much of what viewers ask a cache in front of the edge for reaches the edge, with nginx set as the documentation says. */
export const cache: Benchmark = {
  what: "share of segment requests that nginx, set as docs/operations/playback.md says, passes on to the edge; everybody watches the same 40 s",
  async run(cleanUp, signal) {
    const product = await startProduct(cleanUp);
    const video = await putNoise(product, { segments: VIEWERS.length * WATCHED, bytes: 64 * 1024 });
    await video.publish();
    const folder = await mkdtemp(join(tmpdir(), "kinora-bench-cache-"));
    cleanUp.defer(() => rm(folder, { recursive: true, force: true }));
    const nginx = await startNginxCache(cleanUp, folder, product.kinora.urls.edge);
    const base = video.publicUrl.replace(product.kinora.urls.edge, nginx.url);
    for (const [round, viewers] of VIEWERS.entries()) {
      const names = Array.from({ length: WATCHED }, (_, index) => noiseFile(round * WATCHED + index));
      await Promise.all(Array.from({ length: viewers }, (_, at) => watch(base, names, at / viewers, signal)));
      const asked = (await readFile(nginx.log, "utf8"))
        .split("\n")
        .map((line) => line.split(" "))
        .filter(([address]) => names.some((name) => address?.endsWith(name)));
      const reached = asked.filter(([, , status]) => status !== "-");
      const read = reached.filter(([, , status]) => status === "200");
      print({
        what: `cache, ${viewers} ${viewers === 1 ? "viewer" : "viewers"}: ${asked.length} segment requests, ${reached.length} reach the edge, ${read.length} with a body`,
        ours: (100 * reached.length) / asked.length,
        unit: "%",
        beside: null,
        better: "lower",
        goal: viewers < MANY ? "none" : "≤ 5 %",
        rounds: 1,
      });
    }
  },
};

/** A viewer who begins after a part of the spread and asks for each segment when it is due. */
async function watch(base: string, names: readonly string[], part: number, signal: AbortSignal): Promise<void> {
  await wait(part * SPREAD_SECONDS * 1_000, undefined, { signal });
  const begun = performance.now();
  for (const [index, name] of names.entries()) {
    await wait(Math.max(0, begun + index * SEGMENT_SECONDS * 1_000 - performance.now()), undefined, { signal });
    const answer = await fetch(`${base}/${name}`, { signal });
    await answer.arrayBuffer();
    if (answer.status !== 200) throw new Error(`A segment was answered with ${answer.status}.`);
  }
}
