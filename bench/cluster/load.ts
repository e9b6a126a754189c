import { monitorEventLoopDelay } from "node:perf_hooks";
import { setTimeout as delay } from "node:timers/promises";
import { emptyDiary, uploadClip } from "../../tools/cluster/clients.ts";
import { aClip, aLivestream, publish, startTestCluster, type TestCluster } from "../../tools/cluster/testing.ts";
import type { Benchmark } from "../benchmark.ts";
import { print } from "../figure.ts";
import { quantile } from "../rounds.ts";
import { sized } from "../sizes.ts";
import { startCrowd, type CrowdReport } from "./crowd-process.ts";
import { watchMemory } from "./memory.ts";

const numberFrom = (name: string, otherwise: number) => Number(process.env[name] ?? otherwise);

const VIEWERS = numberFrom("KINORA_BENCH_VIEWERS", sized(2_000, 20));
const UPLOADS = numberFrom("KINORA_BENCH_UPLOADS", sized(200, 2));
/** Long enough to see memory grow: KINORA_BENCH_MINUTES=20 is what a release is tried with. */
const MINUTES = numberFrom("KINORA_BENCH_MINUTES", sized(5, 0.5));

/** Viewers and uploads at once, through nginx, on the nine machines of a cluster that share this one. */
export const clusterLoad: Benchmark = {
  what: `${VIEWERS} viewers of one livestream and ${UPLOADS} uploads at once, through nginx to nine machines that share this one, for ${MINUTES} minutes`,
  async run(cleanUp, signal) {
    const cluster = await startTestCluster(cleanUp);
    const stream = await aLivestream(cluster);
    await publish(cleanUp, cluster.host("live1"), stream);
    const master = `${cluster.urls.edge}/hls/${stream.hash}/master.m3u8`;
    while ((await fetch(master)).status !== 200) await delay(500, undefined, { signal });
    const bytes = await aClip(cluster);

    const own = monitorEventLoopDelay();
    own.enable();
    const memory = watchMemory(cluster);
    const crowd = startCrowd(master, VIEWERS);
    cleanUp.defer(() => crowd.kill());
    const uploading = uploadAll(cluster, bytes);
    await delay(MINUTES * 60_000, undefined, { signal }).catch(() => undefined);
    // Before the viewers leave: memory is what this looks at under load.
    const grown = memory.stop();
    printCrowd(await crowd.stop());
    printUploads(await uploading);
    printLine("delay of the uploads' own process, p99", own.percentile(99) / 1e6, "ms");
    for (const [name, { mebibytes, slope }] of grown) {
      printLine(`memory of ${name} at the end`, mebibytes, "MiB");
      printLine(`memory of ${name}, growth in the second half`, slope, "MiB/min", "none that lasts");
    }
  },
};

const printLine = (what: string, ours: number, unit: string, goal = "none") =>
  print({ what, ours, unit, beside: null, better: "lower", goal, rounds: 1, detail: what.startsWith("memory of ") });

function printCrowd({ playlists, segments, errors, lateMs }: CrowdReport): void {
  printLine("requests answered", (playlists?.requests ?? 0) + (segments?.requests ?? 0), "");
  for (const [what, taken] of Object.entries({ playlists, segments })) {
    if (taken === null) continue;
    printLine(`${what}, p50`, taken.p50, "ms");
    printLine(`${what}, p99`, taken.p99, "ms");
  }
  const failed = errors.reduce((sum, [, count]) => sum + count, 0);
  printLine("requests that failed", failed, "", "0");
  for (const [words, count] of errors) console.log(`    ${count} × ${words}`);
  printLine("delay of the viewers' own process, p99", lateMs, "ms");
}

interface Uploads {
  seconds: number[];
  retried: number;
  failed: string[];
}

async function uploadAll(cluster: TestCluster, bytes: Buffer): Promise<Uploads> {
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
