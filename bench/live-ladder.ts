import { LADDER_HEIGHTS } from "@kinora/domain/live/streams.ts";
import { usualRungs } from "@kinora/domain/transcoding/project-ladder.ts";
import { clip } from "@kinora/media/fixtures/clips.ts";
import { ladderShare, measureLadders } from "@kinora/media/live/ladder-capacity.ts";
import { planLiveEncode } from "@kinora/media/live/live-encode-plan.ts";
import { listen } from "../e2e/realtime-listener.ts";
import type { Benchmark } from "./benchmark.ts";
import { print } from "./figure.ts";
import { publishFile } from "./live-publisher.ts";
import { makeStream, untilLive } from "./live-stream.ts";
import { watchProcessTree } from "./process-tree.ts";
import { startProduct, type Product } from "./product.ts";
import { quantile } from "./rounds.ts";
import { rounds, sized } from "./sizes.ts";

const SECONDS = sized(60, 4);
const ROUNDS = rounds(5);
/** The first seconds of an encoder catch up with what came before it ran. */
const WARM_SECONDS = sized(10, 2);
const MOST_LOOKS = 2 * (SECONDS + WARM_SECONDS);

/** What is published and to which three rungs: nothing is enlarged. */
const sources = [
  { words: "720p30 to 360p, 480p and 720p", width: 1280, height: 720, ladder: "standard" as const },
  { words: "1080p30 to 360p, 720p and 1080p", width: 1920, height: 1080, ladder: "1080p" as const },
];

/** Whether a full ladder keeps up with its publisher. */
export const liveLadder: Benchmark = {
  what: `a livestream encoded to a full ladder for ${SECONDS} s`,
  async run(cleanUp) {
    const product = await startProduct(cleanUp);
    for (const source of sources) {
      await measureAlone(source);
      // What one source started is gone before the next.
      await using own = new AsyncDisposableStack();
      await measure(product, source, own);
    }
  },
};

/** How much faster than the clock the encoder is by the processor time it takes, a fifth left to everything else: others' load counts little. */
async function measureAlone({ words, width, height, ladder }: (typeof sources)[number]): Promise<void> {
  const input = { width, height, fps: 30, videoCodec: "h264", audioCodec: "aac" } as const;
  const plan = planLiveEncode({ input, ladder: usualRungs(LADDER_HEIGHTS[ladder]), passThrough: false });
  const times: number[] = [];
  for (let round = 0; round < ROUNDS; round += 1) times.push((await measureLadders(plan)) / ladderShare(plan));
  print({
    what: `${words}, by processor time alone`,
    ours: quantile(times, 0.5),
    unit: "×",
    beside: { what: "real time", value: 1 },
    better: "higher",
    goal: "≥ 1",
    rounds: ROUNDS,
  });
}

async function measure(
  product: Product,
  { words, width, height, ladder }: (typeof sources)[number],
  cleanUp: AsyncDisposableStack,
): Promise<void> {
  const { kinora, project } = product;
  const live = kinora.pids["live"];
  if (live === undefined) throw new Error("The live role does not run.");
  const stream = await makeStream(product, { name: words, ladder });
  const source = await clip("streamable", { width, height, durationSeconds: 20, fps: "30" });
  await publishFile(cleanUp, source, stream.address);
  await untilLive(product, stream);
  const channel = await listen(kinora.urls.api, project.headers, `live_channel_${stream.id}`);
  cleanUp.defer(() => channel.close());
  const speeds: number[] = [];
  const delays: number[] = [];
  const leftOut = new Set<string>();
  let look = 0;
  const collect = (into: number[]) => (value: unknown) => {
    if (look > WARM_SECONDS && typeof value === "number") into.push(value);
    return true;
  };
  const rungs = (value: unknown) => {
    if (Array.isArray(value)) for (const rung of value) leftOut.add(String(rung));
    return true;
  };
  const tree = watchProcessTree(live);
  const began = performance.now();
  while (performance.now() - began < (SECONDS + WARM_SECONDS) * 1_000 && look < MOST_LOOKS) {
    look += 1;
    await channel.received("StreamStats", {
      encode_speed: collect(speeds),
      delay_seconds: collect(delays),
      left_out: rungs,
    });
  }
  const cores = tree.stop() / ((performance.now() - began) / 1_000);
  print({
    what: `${words}, slowest encode speed`,
    ours: Math.min(...speeds),
    unit: "×",
    beside: { what: "real time", value: 1 },
    better: "higher",
    // The encoder's clock and that of its publisher are read a moment apart.
    goal: "≥ 0.99",
    rounds: 1,
  });
  console.log(
    `    ${speeds.length} looks: delay p95 ${quantile(delays, 0.95)} s; given up: ${[...leftOut].join(", ") || "nothing"}; ${cores.toFixed(2)} processors`,
  );
}
