import { startReceiver, type Received, type Receiver } from "../apps/server/src/testing/webhook-receiver.ts";
import { queueDeliveries } from "../apps/server/src/webhooks/queue.ts";
import { until } from "../e2e/pipeline-project.ts";
import type { Benchmark } from "./benchmark.ts";
import { print } from "./figure.ts";
import { proportionalBytes } from "./processor-time.ts";
import { startProduct, type Product } from "./product.ts";
import { sized } from "./sizes.ts";

const EVENTS = sized(10_000, 200);
const OBJECTS = sized(500, 20);
const GOOD = 10;
const HANGING = 5;
const FAILING = 5;
const BATCH = 100;
const PATIENCE_MS = 1_200_000;

/** How many messages a receiver has had, and how many arrived before an earlier one of their object. */
class Tally {
  readonly #last = new Map<number, number>();
  count = 0;
  outOfOrder = 0;

  add({ body }: Received): void {
    const { video_id: object, at } = (JSON.parse(body) as { data: { video_id: number; at: number } }).data;
    if (at < (this.#last.get(object) ?? -1)) this.outOfOrder += 1;
    this.#last.set(object, at);
    this.count += 1;
  }
}

/** 10,000 events to twenty webhooks of a project, of which five hang and five fail. */
export const webhooks: Benchmark = {
  what: `${EVENTS} events of ${OBJECTS} objects to ${GOOD} webhooks that work, ${HANGING} that hang and ${FAILING} that fail`,
  async run(cleanUp) {
    const product = await startProduct(cleanUp, { env: { KINORA_ALLOW_PRIVATE_URLS: "true" } });
    const [good, hanging, failing] = await Promise.all([startReceiver(), startReceiver(), startReceiver()]);
    for (const receiver of [good, hanging, failing]) cleanUp.defer(() => receiver.close());
    const tallies = Array.from({ length: GOOD }, () => new Tally());
    good.answer = (response, received) => {
      tallies[Number(received.path.slice(1))]?.add(received);
      good.received.length = 0;
      response.writeHead(204).end();
    };
    hanging.answer = () => (hanging.received.length = 0);
    failing.answer = (response) => {
      failing.received.length = 0;
      response.writeHead(500).end();
    };
    for (const [receiver, count] of [
      [good, GOOD],
      [hanging, HANGING],
      [failing, FAILING],
    ] as const)
      for (let at = 0; at < count; at += 1) await addWebhook(product, receiver, at);
    const worker = product.kinora.pids["worker"] ?? 0;
    const began = performance.now();
    let most = 0;
    const watch = setInterval(() => (most = Math.max(most, proportionalBytes(worker))), 1_000);
    cleanUp.defer(() => clearInterval(watch));
    await emitAll(product);
    const queuedSeconds = (performance.now() - began) / 1_000;
    await until("the good webhooks have all", async () => tallies.every(({ count }) => count >= EVENTS), PATIENCE_MS);
    report(tallies, queuedSeconds, (performance.now() - began) / 1_000, most);
  },
};

async function addWebhook({ project }: Product, receiver: Receiver, at: number): Promise<void> {
  const body = { name: `Receiver ${at}`, url: `${receiver.url}/${at}`, events: ["*"] };
  const { status } = await project.call("POST", `/projects/${project.projectId}/webhooks`, body);
  if (status !== 201) throw new Error(`The webhook was not created: ${status}.`);
}

/** Queues the events as rooms do, a hundred in a transaction. */
async function emitAll({ project }: Product): Promise<void> {
  const { accountId, projectId } = project;
  for (let from = 0; from < EVENTS; from += BATCH)
    await project.db.transaction().execute(async (tx) => {
      for (let at = from; at < from + BATCH; at += 1) {
        const payload = { video_id: 1 + (at % OBJECTS), at };
        await queueDeliveries(tx, { type: "video.updated", accountId, projectId, payload, actor: { kind: "system" } });
      }
    });
}

function report(tallies: readonly Tally[], queuedSeconds: number, seconds: number, bytes: number): void {
  const figure = { beside: null, better: "lower", rounds: 1 } as const;
  print({ ...figure, what: "all events are queued", ours: queuedSeconds, unit: "s", goal: "none" });
  print({ ...figure, what: "every webhook that works has all events", ours: seconds, unit: "s", goal: "none" });
  const rate = (EVENTS * GOOD) / seconds;
  print({ ...figure, what: "deliveries that arrived", ours: rate, unit: "a second", better: "higher", goal: "none" });
  const outOfOrder = tallies.reduce((sum, tally) => sum + tally.outOfOrder, 0);
  print({ ...figure, what: "messages before an earlier one of their object", ours: outOfOrder, unit: "", goal: "0" });
  print({ ...figure, what: "memory of the worker at most", ours: bytes / 1e6, unit: "MB", goal: "none" });
}
