import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { clip } from "@kinora/media/fixtures/clips.ts";
import { until } from "../e2e/pipeline-project.ts";
import type { Benchmark } from "./benchmark.ts";
import { print } from "./figure.ts";
import { publishFile } from "./live-publisher.ts";
import { makeStream } from "./live-stream.ts";
import { startNginxRtmp } from "./nginx.ts";
import { watchProcessTree } from "./process-tree.ts";
import { startProduct, type Product } from "./product.ts";
import { sized } from "./sizes.ts";

const STREAMS = sized(10, 2);
const SECONDS = sized(60, 5);

/** What ten livestreams that are passed through cost the processor, beside nginx-rtmp with HLS in the same run. */
export const liveCpu: Benchmark = {
  what: `${STREAMS} pass-through livestreams for ${SECONDS} s: processor time of the ingest and packaging process`,
  async run(cleanUp) {
    const product = await startProduct(cleanUp);
    const folder = await mkdtemp(join(tmpdir(), "kinora-bench-rtmp-"));
    cleanUp.defer(() => rm(folder, { recursive: true, force: true }));
    const nginx = await startNginxRtmp(cleanUp, folder);
    const source = await clip("streamable", { width: 1280, height: 720, durationSeconds: 20, fps: "30" });
    const live = product.kinora.pids["live"];
    if (live === undefined) throw new Error("The live role does not run.");
    const addresses = await streamAddresses(product);
    const ours = await cost(live, source, addresses, () => allOnAir(product));
    const theirs = await cost(
      nginx.pid,
      source,
      addresses.map((_, index) => `${nginx.rtmp}/stream${index}`),
      () => until("nginx has a playlist", async () => (await fetch(`${nginx.url}/stream${STREAMS - 1}.m3u8`)).ok),
    );
    print({
      what: "processor seconds per stream and minute",
      ours,
      unit: "s",
      beside: { what: "nginx-rtmp with HLS", value: theirs },
      better: "lower",
      goal: "ratio ≥ 1",
      rounds: 1,
    });
  },
};

async function streamAddresses(product: Product): Promise<string[]> {
  const addresses: string[] = [];
  for (let index = 0; index < STREAMS; index += 1) {
    const settings = { name: `Camera ${index}`, ladder: "passthrough", latency: "normal" };
    addresses.push((await makeStream(product, settings)).address);
  }
  return addresses;
}

const allOnAir = ({ project }: Product) =>
  until("every stream is on air", async () => {
    const { body } = await project.call("GET", `/projects/${project.projectId}/streams?per_page=100`);
    return (body["data"] as { state: string }[]).filter(({ state }) => state === "live").length === STREAMS;
  });

/** Processor seconds per stream and minute of a process and its tools while the same file is published to all addresses. */
async function cost(
  pid: number,
  source: string,
  addresses: readonly string[],
  onAir: () => Promise<unknown>,
): Promise<number> {
  await using publishers = new AsyncDisposableStack();
  for (const address of addresses) await publishFile(publishers, source, address);
  await onAir();
  const began = performance.now();
  const tree = watchProcessTree(pid);
  await new Promise((wake) => setTimeout(wake, SECONDS * 1_000));
  const used = tree.stop();
  return (used / addresses.length / (performance.now() - began)) * 60_000;
}
