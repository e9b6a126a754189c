import { monitorEventLoopDelay } from "node:perf_hooks";
import { setTimeout as delay } from "node:timers/promises";
import { emptyDiary, uploadClip } from "../../tools/cluster/clients.ts";
import { aClip, aLivestream, publish, startTestCluster, type TestCluster } from "../../tools/cluster/testing.ts";
import type { Benchmark } from "../benchmark.ts";
import { print } from "../figure.ts";
import { quantile } from "../rounds.ts";
import { watchMemory } from "./memory.ts";
import { watch, type Crowd } from "./viewers.ts";

const VIEWERS = 2_000;
const UPLOADS = 200;
/** Long enough to see memory grow: KINORA_BENCH_MINUTES=20 is what a release is tried with. */
const MINUTES = Number(process.env["KINORA_BENCH_MINUTES"] ?? 5);

/** Viewers and uploads at once, through nginx, on the nine machines of a cluster that share this one. */
export const clusterLoad: Benchmark = {
  what: `${VIEWERS} viewers of one livestream and ${UPLOADS} uploads at once, through nginx to nine machines that share this one, for ${MINUTES} minutes`,
  async run(cleanUp, signal) {
    const cluster = await startTestCluster(cleanUp);
    const stream = await aLivestream(cluster);
    await publish(cleanUp, cluster.host("live1"), stream);
    const master = `${cluster.urls.edge}/hls/${stream.hash}/master.m3u8`;
    while ((await fetch(master)).status !== 200) await delay(500, undefined, { signal });

    const over = new AbortController();
    signal.addEventListener("abort", () => over.abort());
    const own = monitorEventLoopDelay();
    own.enable();
    const memory = watchMemory(cluster);
    const { seen, ended } = watch(master, VIEWERS, over.signal);
    const uploading = uploadAll(cluster);
    await delay(MINUTES * 60_000, undefined, { signal: over.signal }).catch(() => undefined);
    over.abort();
    await ended;
    printCrowd(seen);
    printUploads(await uploading);
    printLine("delay of the clients' own process, p99", own.percentile(99) / 1e6, "ms");
    for (const [name, { mebibytes, slope }] of memory.stop()) {
      printLine(`memory of ${name} at the end`, mebibytes, "MiB");
      printLine(`memory of ${name}, growth in the second half`, slope, "MiB/min", "none that lasts");
    }
  },
};

const printLine = (what: string, ours: number, unit: string, goal = "none") =>
  print({ what, ours, unit, beside: null, better: "lower", goal, rounds: 1 });

function printCrowd({ playlists, segments, errors }: Crowd): void {
  printLine("requests answered", playlists.length + segments.length, "");
  for (const [what, taken] of [
    ["playlists", playlists],
    ["segments", segments],
  ] as const)
    for (const share of [0.5, 0.99]) printLine(`${what}, p${share * 100}`, quantile(taken, share), "ms");
  printLine(
    "requests that failed",
    [...errors.values()].reduce((sum, count) => sum + count, 0),
    "",
    "0",
  );
  for (const [words, count] of errors) console.log(`    ${count} × ${words}`);
}

interface Uploads {
  seconds: number[];
  retried: number;
  failed: string[];
}

async function uploadAll(cluster: TestCluster): Promise<Uploads> {
  const bytes = await aClip(cluster);
  const seconds: number[] = [];
  const diary = emptyDiary();
  await Promise.all(
    Array.from({ length: UPLOADS }, async () => {
      const began = performance.now();
      if ((await uploadClip(cluster, bytes, diary)) !== null) seconds.push((performance.now() - began) / 1_000);
    }),
  );
  return { seconds, retried: diary.retried.length, failed: diary.failed };
}

function printUploads({ seconds, retried, failed }: Uploads): void {
  printLine("uploads acknowledged whole", seconds.length, "", String(UPLOADS));
  if (seconds.length > 0)
    for (const share of [0.5, 0.99]) printLine(`uploads, p${share * 100}`, quantile(seconds, share), "s");
  printLine("requests of uploads sent again", retried, "");
  printLine("requests of uploads that failed", failed.length, "", "0");
  // Each answer has a number of its own.
  for (const words of new Set(failed.map((each) => each.split(" {")[0]))) console.log(`    ${words}`);
}
