import { OPEN_POLICY } from "@kinora/domain/restrictions/policy.ts";
import type { Benchmark } from "./benchmark.ts";
import { print } from "./figure.ts";
import { putNoise } from "./noise-video.ts";
import { processorSeconds } from "./processor-time.ts";
import { startProduct } from "./product.ts";
import { alternate, median } from "./rounds.ts";
import { fetchSegments, plainClient } from "./segment-clients.ts";
import { rounds, sized } from "./sizes.ts";

const SEGMENT_BYTES = 1024 ** 2;
const WATCHED = { count: sized(64, 16), requests: sized(1_000, 100) };
const ROUNDS = rounds(5);
const WARM_UP_ROUNDS = rounds(2);

/** What encrypting segments while they are sent costs the edge. */
export const deliveryEncrypted: Benchmark = {
  what: "MB of 1 MiB segments per CPU-second of the edge, encrypted while they are sent; the same edge without encryption beside",
  async run(cleanUp) {
    const product = await startProduct(cleanUp, { env: { KINORA_PROCESSES: "apart" } });
    const video = await putNoise(product, { segments: WATCHED.count, bytes: SEGMENT_BYTES });
    await video.publish();
    const { db, accountId: account_id, projectId: project_id } = product.project;
    const policy = JSON.stringify({ ...OPEN_POLICY, encrypted: true });
    const edge = product.kinora.pids["edge"] ?? 0;
    const rate = (url: string) => async () => {
      const before = processorSeconds(edge);
      await fetchSegments(plainClient, url, WATCHED);
      return (WATCHED.requests * SEGMENT_BYTES) / 1e6 / (processorSeconds(edge) - before);
    };
    // Members read the same segments in the clear, behind their pass.
    await db
      .insertInto("restriction_profiles")
      .values({ account_id, project_id, name: "Encrypted", policy, is_default: true })
      .execute();
    const ways = {
      clear: rate(video.url),
      encrypted: rate(video.publicUrl.replace(/\/(v1\/[^/]+)$/, "/encrypted/$1")),
    };
    await alternate(WARM_UP_ROUNDS, ways);
    const rates = await alternate(ROUNDS, ways);
    print({
      what: "delivery of encrypted segments",
      ours: median(rates.encrypted),
      unit: "MB/CPU-s",
      beside: { what: "the edge without encryption", value: median(rates.clear) },
      better: "higher",
      goal: "none",
      rounds: ROUNDS,
    });
  },
};
