import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { freePort } from "@kinora/db/free-port.ts";
import { startKinora, type Environment } from "../e2e/environment.ts";
import { makeProject } from "../e2e/pipeline-project.ts";
import { makeCertificate } from "../tools/deploy/test-certificate.ts";
import type { Benchmark } from "./benchmark.ts";
import { print } from "./figure.ts";
import { putNoise } from "./noise-video.ts";
import { processorSeconds } from "./processor-time.ts";
import { alternate, median } from "./rounds.ts";
import { fetchSegments, http2Client, plainClient, secureClient, type SegmentClient } from "./segment-clients.ts";
import { rounds, sized } from "./sizes.ts";

const HOST = "video.example.org";
const SEGMENT_BYTES = 1024 ** 2;
const WATCHED = { count: sized(64, 16), requests: sized(1_000, 100) };
const ROUNDS = rounds(5);
const WARM_UP_ROUNDS = rounds(3);

/** What delivery over Kinora's own TLS costs: its process and the edge behind it, beside the edge alone without TLS. */
export const deliveryTls: Benchmark = {
  what: "MB of 1 MiB segments per CPU-second of the processes of TLS and the edge, over TLS; the same edge without TLS beside",
  async run(cleanUp) {
    const { kinora, ca } = await startSecure(cleanUp);
    const behind = { ...kinora, urls: { ...kinora.urls, api: portUrl(kinora, 2), edge: portUrl(kinora, 3) } };
    const project = await makeProject(behind);
    cleanUp.defer(() => project.db.destroy());
    const video = await putNoise({ kinora: behind, project }, { segments: WATCHED.count, bytes: SEGMENT_BYTES });
    const publicUrl = video.url.replace(behind.urls.edge, kinora.urls.edge);
    const rate = (url: string, open: () => SegmentClient) => async () => {
      const before = usedSeconds(kinora);
      await fetchSegments(open, url, WATCHED);
      return (WATCHED.requests * SEGMENT_BYTES) / 1e6 / (usedSeconds(kinora) - before);
    };
    const ways = {
      plain: rate(video.url, plainClient),
      http1: rate(publicUrl, () => secureClient(ca)),
      http2: rate(publicUrl, () => http2Client(ca, kinora.urls.edge)),
    };
    // Node compiles what it runs often; viewers meet processes that have run for longer than this.
    await alternate(WARM_UP_ROUNDS, ways);
    const rates = await alternate(ROUNDS, ways);
    for (const [name, words] of [
      ["http1", "HTTP/1.1"],
      ["http2", "HTTP/2"],
    ] as const)
      print({
        what: `delivery over Kinora's TLS, ${words}`,
        ours: median(rates[name]),
        unit: "MB/CPU-s",
        beside: { what: "the edge without TLS", value: median(rates.plain) },
        better: "higher",
        goal: "none",
        rounds: ROUNDS,
      });
  },
};

/** The product with a certificate of its own, as docs/operations/public-server.md sets it, on free ports. */
async function startSecure(cleanUp: AsyncDisposableStack): Promise<{ kinora: Environment; ca: string }> {
  const folder = await mkdtemp(join(tmpdir(), "kinora-bench-tls-"));
  cleanUp.defer(() => rm(folder, { recursive: true, force: true }));
  const names = [HOST, ...["login", "api", "edge"].map((role) => `${role}.${HOST}`)];
  const { certificateFile, keyFile } = await makeCertificate(folder, names);
  const kinora = await startKinora({
    env: {
      ...{ KINORA_HOST: HOST, KINORA_TLS: "files", KINORA_TLS_CERT: certificateFile, KINORA_TLS_KEY: keyFile },
      ...{ KINORA_HTTPS_PORT: String(await freePort()), KINORA_HTTP_PORT: "off" },
      KINORA_RTMPS_PORT: String(await freePort()),
    },
  });
  cleanUp.defer(() => kinora.stop());
  return { kinora, ca: await readFile(certificateFile, "utf8") };
}

/** Where a role listens without TLS, by its place after KINORA_PORT. */
const portUrl = ({ env }: Environment, place: number): string =>
  `http://127.0.0.1:${Number(env["KINORA_PORT"]) + place}`;

const usedSeconds = ({ pids }: Environment): number =>
  ["tls", "edge"].reduce((sum, name) => sum + processorSeconds(pids[name] ?? 0), 0);
