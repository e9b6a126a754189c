import { PART_MS, type StreamLatency } from "@kinora/domain/live/streams.ts";
import type { Benchmark } from "./benchmark.ts";
import { CLOCK_BITS } from "./burnt-clock.ts";
import { encodingDelay, publishClock } from "./clock-publisher.ts";
import { print } from "./figure.ts";
import { makeStream, untilLive, watchStream } from "./live-stream.ts";
import { startProduct, type Product } from "./product.ts";
import { median, quantile } from "./rounds.ts";
import { sized } from "./sizes.ts";

/** Frames measured once the player has settled. */
const FRAMES = sized(600, 60);
/** Frames before that: the player looks for ten seconds how little it needs, and closes up to the live edge. */
const SETTLING = sized(600, 30);

interface Case {
  words: string;
  latency: StreamLatency;
  ladder: string;
  /** Over WebRTC. */
  lowDelay?: boolean;
  goal: string;
}

const cases: Case[] = [
  { words: "pass-through, 200 ms parts", latency: "low", ladder: "passthrough", goal: "≤ 1.0 s" },
  { words: "pass-through, WebRTC", latency: "low", ladder: "passthrough", lowDelay: true, goal: "≤ 0.5 s" },
  { words: "360p, 480p and 720p, 500 ms parts", latency: "normal", ladder: "standard", goal: "≤ 3.0 s" },
];

/** How old a picture is when a viewer sees it, beyond what its encoder takes: its own burnt-in moment, read off the screen in Chromium. */
export const liveLatency: Benchmark = {
  what: "picture encoded → seen in Chromium, on loopback",
  async run(cleanUp) {
    const encoding = await encodingDelay();
    console.log(`  the encoder alone takes ${encoding} ms from a picture to its FLV tag, which is left out`);
    const product = await startProduct(cleanUp);
    for (const each of cases) {
      // What one case started is gone before the next.
      await using own = new AsyncDisposableStack();
      await measure(product, each, encoding, own);
    }
  },
};

async function measure(product: Product, each: Case, encodingMs: number, cleanUp: AsyncDisposableStack): Promise<void> {
  const { words: name, latency, ladder, lowDelay = false } = each;
  const stream = await makeStream(product, { name, latency, ladder, low_delay: lowDelay });
  await publishClock(cleanUp, stream.address);
  await untilLive(product, stream);
  const page = await watchStream(cleanUp, product, stream);
  const isWebRtc = await page.evaluate<boolean>("document.querySelector('video').srcObject !== null");
  if (isWebRtc !== lowDelay) throw new Error(`The player ${isWebRtc ? "uses" : "does not use"} WebRTC.`);
  const read = (frames: number) => page.evaluate<number[]>(`clock.readAges(${frames}, ${CLOCK_BITS})`);
  await read(SETTLING);
  const ages = (await read(FRAMES)).map((age) => age - encodingMs);
  const floor = (4 * PART_MS[each.latency]) / 1_000;
  print({
    what: `live latency, ${each.words}`,
    ours: median(ages) / 1_000,
    unit: "s",
    beside: lowDelay ? { what: "LL-HLS, 3 parts + 1", value: floor } : { what: "3 parts + 1", value: floor },
    better: "lower",
    goal: each.goal,
    rounds: 1,
  });
  console.log(
    `    ${FRAMES} frames: p5 ${(quantile(ages, 0.05) / 1_000).toFixed(2)} s, p95 ${(quantile(ages, 0.95) / 1_000).toFixed(2)} s`,
  );
}
