import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Benchmark } from "./benchmark.ts";
import { print } from "./figure.ts";
import { startNginx } from "./nginx.ts";
import { putNoise } from "./noise-video.ts";
import { processorSeconds } from "./processor-time.ts";
import { startProduct } from "./product.ts";
import { alternate, median } from "./rounds.ts";
import { fetchSegments, plainClient } from "./segment-clients.ts";
import { rounds, sized } from "./sizes.ts";

const SEGMENT_BYTES = 1024 ** 2;
const SEGMENTS = sized(512, 192);
const HOT_SEGMENTS = sized(64, 16);
const HOT_REQUESTS = sized(1_500, 200);
const ROUNDS = rounds(5);
const WARM_UP_ROUNDS = rounds(5);

/** What the edge gets out of a processor, segments under signed addresses, beside nginx without signatures. */
export const delivery: Benchmark = {
  what: "GB of 1 MiB segments per CPU-second of the serving process, signed addresses; files are in the kernel's cache",
  async run(cleanUp) {
    const product = await startProduct(cleanUp);
    const video = await putNoise(product, { segments: SEGMENTS, bytes: SEGMENT_BYTES });
    const folder = await mkdtemp(join(tmpdir(), "kinora-bench-nginx-"));
    cleanUp.defer(() => rm(folder, { recursive: true, force: true }));
    const nginx = await startNginx(cleanUp, folder, video.folder);
    const edge = { pid: product.kinora.pids["edge"] ?? 0, url: video.url };
    const sets = [
      {
        words: `hot set (${HOT_SEGMENTS} MiB, again and again)`,
        count: HOT_SEGMENTS,
        requests: HOT_REQUESTS,
        goal: "ratio ≥ 1",
      },
      { words: `cold set (${SEGMENTS} MiB, once round)`, count: SEGMENTS, requests: SEGMENTS, goal: "ratio ≥ 0.5" },
    ];
    for (const { words, count, requests, goal } of sets) {
      const rate =
        ({ pid, url }: { pid: number; url: string }) =>
        async () => {
          const before = processorSeconds(pid);
          await fetchSegments(plainClient, url, { count, requests });
          return (requests * SEGMENT_BYTES) / 1e9 / (processorSeconds(pid) - before);
        };
      // Node compiles what it runs often; viewers meet an edge that has run for longer than this.
      for (let warming = 0; warming < WARM_UP_ROUNDS; warming += 1) await rate(edge)();
      await rate(nginx)();
      const rates = await alternate(ROUNDS, { ours: rate(edge), peer: rate(nginx) });
      print({
        what: `delivery, ${words}`,
        ours: median(rates.ours),
        unit: "GB/CPU-s",
        beside: { what: "nginx sendfile", value: median(rates.peer) },
        better: "higher",
        goal,
        rounds: ROUNDS,
      });
    }
  },
};
