import { createHash } from "node:crypto";
import { once } from "node:events";
import type { AddressInfo } from "node:net";
import { projectChannel } from "@kinora/domain/realtime.ts";
import { sql } from "kysely";
import { WebSocket, WebSocketServer } from "ws";
import { until } from "../e2e/pipeline-project.ts";
import { makeApiKeys } from "./api-keys.ts";
import type { Benchmark } from "./benchmark.ts";
import { print } from "./figure.ts";
import { processorSeconds } from "./processor-time.ts";
import { startProduct, type Product } from "./product.ts";
import { alternate, median, quantile } from "./rounds.ts";
import { rounds, sized } from "./sizes.ts";

const SOCKETS = sized(5_000, 200);
const SOCKETS_OF_A_KEY = 100;
/** The API counts requests by address, so that the sockets come from several of the machine's own. */
const SOCKETS_OF_AN_ADDRESS = 1_000;
const AT_ONCE = 100;
const ROUNDS = rounds(9);
const IDLE_SECONDS = sized(20, 2);

/** A socket, and how often its next push was received. */
interface Listener {
  socket: WebSocket;
  pushes: number;
}

/** One push to thousands of sockets, beside a bare loop of ws that sends the same frame to as many in one process. */
export const realtime: Benchmark = {
  what: `${SOCKETS} sockets of ${SOCKETS / SOCKETS_OF_A_KEY} API keys on one project's channel`,
  async run(cleanUp) {
    const product = await startProduct(cleanUp);
    const keys = await makeApiKeys(product, SOCKETS / SOCKETS_OF_A_KEY);
    const channel = projectChannel(product.project.projectId);
    const address = `${product.kinora.urls.api.replace(/^http/, "ws")}/realtime/app/kinora`;
    const began = performance.now();
    const listeners = await connectAll(cleanUp, address, (index) => ({
      headers: { authorization: `Bearer ${keys[Math.floor(index / SOCKETS_OF_A_KEY)]}` },
      localAddress: `127.0.0.${2 + Math.floor(index / SOCKETS_OF_AN_ADDRESS)}`,
    }));
    await subscribeAll(listeners, channel);
    const seconds = (performance.now() - began) / 1_000;
    const figure = { beside: null, better: "lower", rounds: 1 } as const;
    print({ ...figure, what: "every socket connected and subscribed", ours: seconds, unit: "s", goal: "none" });
    await pushing(cleanUp, product, channel, listeners);
    await atRest(product);
    await takingAway(product, listeners, keys[0] ?? "");
  },
};

async function connectAll(
  cleanUp: AsyncDisposableStack,
  address: string,
  options: (index: number) => object,
): Promise<Listener[]> {
  const listeners: Listener[] = [];
  cleanUp.defer(() => listeners.forEach(({ socket }) => socket.terminate()));
  for (let index = 0; index < SOCKETS; index += AT_ONCE)
    await Promise.all(
      Array.from({ length: AT_ONCE }, async (_, within) => {
        const socket = new WebSocket(address, options(index + within));
        listeners.push({ socket, pushes: 0 });
        await once(socket, "open");
      }),
    );
  return listeners;
}

async function subscribeAll(listeners: readonly Listener[], channel: string): Promise<void> {
  let subscribed = 0;
  const done = Promise.withResolvers<void>();
  for (const listener of listeners) {
    listener.socket.on("message", (data: Buffer) => {
      const text = data.toString("utf8");
      if (text.includes("subscription_succeeded")) {
        subscribed += 1;
        if (subscribed === listeners.length) done.resolve();
      } else if (text.includes("subscription_error")) done.reject(new Error(text));
      else if (text.includes("BenchPush")) listener.pushes += 1;
    });
    listener.socket.send(JSON.stringify({ event: "pusher:subscribe", data: { channel } }));
  }
  await done.promise;
}

/** Milliseconds from the notification, or the bare loop's first frame, to the last socket that received it. */
async function pushing(
  cleanUp: AsyncDisposableStack,
  { project }: Product,
  channel: string,
  ours: readonly Listener[],
): Promise<void> {
  const frame = JSON.stringify({ event: "BenchPush", channel, data: JSON.stringify({ id: 1 }) });
  const server = new WebSocketServer({ port: 0, host: "127.0.0.1" });
  cleanUp.defer(() => server.close());
  await once(server, "listening");
  const bare = await connectAll(cleanUp, `ws://127.0.0.1:${(server.address() as AddressInfo).port}`, () => ({}));
  for (const listener of bare) listener.socket.on("message", () => (listener.pushes += 1));
  const payload = JSON.stringify({ channel, event: "BenchPush", data: { id: 1 } });
  const times = await alternate(ROUNDS, {
    ours: () => lastOf(ours, () => sql`select pg_notify('realtime', ${payload})`.execute(project.db)),
    bare: () => lastOf(bare, () => server.clients.forEach((client) => client.send(frame))),
  });
  print({
    what: "a push, from the database's notification to the last socket",
    ours: median(times.ours),
    unit: "ms",
    beside: { what: "ws loop in this process", value: median(times.bare) },
    better: "lower",
    goal: "≤ 60 ms",
    rounds: ROUNDS,
  });
}

async function lastOf(listeners: readonly Listener[], push: () => unknown): Promise<number> {
  const received = new Promise<void>((done) => {
    let left = listeners.length;
    for (const { socket } of listeners)
      socket.once("message", () => {
        left -= 1;
        if (left === 0) done();
      });
  });
  const began = performance.now();
  await push();
  await received;
  return performance.now() - began;
}

/** What the API has left for others while it keeps all sockets and checks their rights again and again. */
async function atRest({ kinora, project }: Product): Promise<void> {
  const api = kinora.pids["api"];
  if (api === undefined) throw new Error("The API does not run.");
  const [before, began] = [processorSeconds(api), performance.now()];
  const times: number[] = [];
  while (performance.now() - began < IDLE_SECONDS * 1_000) {
    const asked = performance.now();
    await project.call("GET", `/projects/${project.projectId}`);
    times.push(performance.now() - asked);
    await new Promise((wake) => setTimeout(wake, 50));
  }
  const share = ((processorSeconds(api) - before) / ((performance.now() - began) / 1_000)) * 100;
  const figure = { beside: null, better: "lower", rounds: 1 } as const;
  print({
    ...figure,
    what: "a request meanwhile, 95 of 100",
    ours: quantile(times, 0.95),
    unit: "ms",
    goal: "≤ 1,000 ms",
  });
  print({ ...figure, what: "processor of the API meanwhile", ours: share, unit: "%", goal: "none" });
}

async function takingAway({ project }: Product, listeners: readonly Listener[], key: string): Promise<void> {
  const itsOwn = listeners.slice(0, SOCKETS_OF_A_KEY);
  const hash = createHash("sha256").update(key).digest();
  await project.db.updateTable("api_keys").set({ disabled_at: new Date() }).where("key_hash", "=", hash).execute();
  const began = performance.now();
  await until("the sockets of a disabled key are closed", async () =>
    itsOwn.every(({ socket }) => socket.readyState === WebSocket.CLOSED),
  );
  const figure = { beside: null, better: "lower", rounds: 1, goal: "≤ 5 s", unit: "s" } as const;
  print({ ...figure, what: "a key is disabled → its sockets are closed", ours: (performance.now() - began) / 1_000 });
}
