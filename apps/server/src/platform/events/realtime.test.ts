import { once } from "node:events";
import type { AddressInfo } from "node:net";
import type { FastifyInstance } from "fastify";
import { sql } from "kysely";
import { afterEach, expect, test, vi } from "vitest";
import { WebSocket } from "ws";
import { sharedServices } from "../../testing/fixtures.ts";
import type { Caller } from "../access/caller.ts";
import { createHttpServer } from "../http/http.ts";
import { asUser } from "../testing.ts";
import { REALTIME_NOTIFICATION } from "./events.ts";
import type { AnswerChannels, ChannelAnswer } from "./realtime-rights.ts";
import type { TimerIntervals } from "./realtime-timers.ts";
import { serveRealtime } from "./realtime.ts";

let app: FastifyInstance | null = null;
const sockets: WebSocket[] = [];
const never = 3_600_000;

const services = await sharedServices();
afterEach(async () => {
  for (const socket of sockets.splice(0)) socket.terminate();
  await app?.close();
  app = null;
});

interface Serving {
  caller?: Caller;
  answer?: AnswerChannels;
  findCaller?: () => Promise<Caller>;
  times?: TimerIntervals;
}

const everything: AnswerChannels = (_, questions) => Promise.resolve(questions.map((): ChannelAnswer => "allowed"));

/** Starts a server with nothing but realtime push; returns the URL of its socket. */
async function serve({ caller = asUser(1), answer = everything, findCaller, times }: Serving): Promise<string> {
  app = createHttpServer({ name: "api", config: services.config, log: services.log, checks: {} });
  await serveRealtime(app, services, findCaller ?? (() => Promise.resolve(caller)), answer, {
    recheckPauseMs: never,
    pingMs: never,
    anonymousMs: never,
    ...times,
  });
  await app.listen({ port: 0, host: "127.0.0.1" });
  return `ws://127.0.0.1:${(app.server.address() as AddressInfo).port}/realtime/app/kinora`;
}

interface Frame {
  event: string;
  channel?: string;
  data: string;
}

interface Client {
  socket: WebSocket;
  frames: Frame[];
  /** The code the socket was closed with; null while it is open. */
  closed: () => number | null;
  say(event: string, data: object): void;
}

function connect(address: string, options: { autoPong?: boolean } = {}): Client {
  const socket = new WebSocket(address, options);
  sockets.push(socket);
  const frames: Frame[] = [];
  let code: number | null = null;
  socket.on("message", (data: Buffer) => frames.push(JSON.parse(data.toString("utf8")) as Frame));
  socket.on("close", (with_) => (code = with_));
  socket.on("error", () => undefined);
  return {
    socket,
    frames,
    closed: () => code,
    say: (event, data) => socket.send(JSON.stringify({ event, data })),
  };
}

const named = ({ frames }: Client, event: string) => frames.filter((frame) => frame.event === event);
const established = (client: Client) =>
  vi.waitFor(() => expect(named(client, "pusher:connection_established")).toHaveLength(1));

test("5,000 subscriptions at once are bounded to 200 and answered by a few queries, one at a time", async () => {
  let [queries, running, most] = [0, 0, 0];
  const asked = new Set<string | null>();
  const address = await serve({
    async answer(_, questions) {
      queries += 1;
      most = Math.max(most, (running += 1));
      for (const { channel } of questions) asked.add(channel);
      await new Promise((done) => setImmediate(done));
      running -= 1;
      return questions.map(() => "allowed");
    },
  });
  const client = connect(address);
  await established(client);
  for (let id = 0; id < 5_000; id += 1) client.say("pusher:subscribe", { channel: `live_channel_${id}` });
  await vi.waitFor(() => expect(named(client, "pusher:subscription_error")).toHaveLength(4_800));
  await vi.waitFor(() => expect(named(client, "pusher_internal:subscription_succeeded")).toHaveLength(200));
  expect(asked.size).toBe(200);
  expect(most).toBe(1);
  expect(queries).toBeLessThan(20);
});

test("a channel that was unsubscribed before it was authorized is not joined", async () => {
  const decided = Promise.withResolvers<ChannelAnswer[]>();
  const address = await serve({ answer: () => decided.promise });
  const client = connect(address);
  await established(client);
  client.say("pusher:subscribe", { channel: "live_channel_1" });
  client.say("pusher:unsubscribe", { channel: "live_channel_1" });
  client.say("pusher:ping", {});
  await vi.waitFor(() => expect(named(client, "pusher:pong")).toHaveLength(1));
  decided.resolve(["allowed"]);
  client.say("pusher:ping", {});
  await vi.waitFor(() => expect(named(client, "pusher:pong")).toHaveLength(2));
  expect(named(client, "pusher_internal:subscription_succeeded")).toEqual([]);
});

test("frames sent before the session is known are handled afterwards, and more than 200 of them end the connection", async () => {
  const known = Promise.withResolvers<Caller>();
  const address = await serve({ findCaller: () => known.promise });
  const [polite, flood] = [connect(address), connect(address)];
  await Promise.all([once(polite.socket, "open"), once(flood.socket, "open")]);
  polite.say("pusher:subscribe", { channel: "live_channel_1" });
  for (let id = 0; id < 300; id += 1) flood.say("pusher:subscribe", { channel: `live_channel_${id}` });
  await vi.waitFor(() => expect(flood.closed()).not.toBeNull());
  known.resolve(asUser(1));
  await vi.waitFor(() => expect(named(polite, "pusher_internal:subscription_succeeded")).toHaveLength(1));
});

test("a socket that closes while its session is read is removed", async () => {
  const known = Promise.withResolvers<Caller>();
  const questions: (string | null)[] = [];
  const address = await serve({
    findCaller: () => known.promise,
    answer: (_, asked) => {
      questions.push(...asked.map(({ channel }) => channel));
      return everything(services, asked);
    },
    times: { recheckPauseMs: 1 },
  });
  const gone = connect(address);
  await once(gone.socket, "open");
  gone.socket.terminate();
  await vi.waitFor(() => expect(app?.websocketServer.clients.size).toBe(0));
  known.resolve(asUser(1));
  const stays = connect(address);
  await established(stays);
  stays.say("pusher:subscribe", { channel: "live_channel_1" });
  // A recheck asks about every socket; a socket without a channel would be asked about with null.
  await vi.waitFor(() => expect(questions.filter((channel) => channel === "live_channel_1").length).toBeGreaterThan(2));
  expect(questions.slice(questions.indexOf("live_channel_1"))).not.toContain(null);
});

test("visitors without a session may subscribe to nothing, and are disconnected after a time", async () => {
  let asked = 0;
  const address = await serve({
    caller: { kind: "anonymous" },
    answer: (_, questions) => {
      asked += 1;
      return everything(services, questions);
    },
    times: { anonymousMs: 300, recheckPauseMs: 1 },
  });
  const visitors = Array.from({ length: 20 }, () => connect(address));
  await Promise.all(visitors.map(established));
  visitors[0]?.say("pusher:subscribe", { channel: "live_channel_1" });
  await vi.waitFor(() => expect(visitors.map(({ closed }) => closed())).toEqual(visitors.map(() => 4009)));
  expect(asked).toBe(0);
});

test("a peer that answers no ping is disconnected, one that answers stays", async () => {
  const address = await serve({ times: { pingMs: 200 } });
  const [silent, lively] = [connect(address, { autoPong: false }), connect(address)];
  await Promise.all([silent, lively].map(established));
  await vi.waitFor(() => expect(silent.closed()).toBe(1006));
  expect(lively.closed()).toBeNull();
});

test("a revoked permission ends its channel alone, and an ended session ends the connection", async () => {
  let answers: Record<string, ChannelAnswer> = {};
  const address = await serve({
    answer: (_, questions) => Promise.resolve(questions.map(({ channel }) => answers[channel ?? ""] ?? "allowed")),
    times: { recheckPauseMs: 1 },
  });
  const client = connect(address);
  await established(client);
  for (const channel of ["live_channel_1", "live_channel_2"]) client.say("pusher:subscribe", { channel });
  await vi.waitFor(() => expect(named(client, "pusher_internal:subscription_succeeded")).toHaveLength(2));
  answers = { live_channel_1: "refused" };
  await vi.waitFor(() => expect(named(client, "pusher:subscription_error")).toHaveLength(1));
  for (const id of [1, 2]) await push(`live_channel_${id}`, { id });
  await vi.waitFor(() => expect(named(client, "Something").map(({ channel }) => channel)).toEqual(["live_channel_2"]));
  expect(client.closed()).toBeNull();
  answers = { live_channel_2: "ended" };
  await vi.waitFor(() => expect(client.closed()).toBe(4009));
});

test("someone who may receive nothing of what they subscribed to keeps no connection", async () => {
  let answer: ChannelAnswer = "allowed";
  const address = await serve({
    answer: (_, questions) => Promise.resolve(questions.map(({ channel }) => (channel === null ? "allowed" : answer))),
    times: { recheckPauseMs: 1 },
  });
  const client = connect(address);
  await established(client);
  for (const channel of ["live_channel_1", "live_channel_2"]) client.say("pusher:subscribe", { channel });
  await vi.waitFor(() => expect(named(client, "pusher_internal:subscription_succeeded")).toHaveLength(2));
  expect(client.closed()).toBeNull();
  answer = "refused";
  await vi.waitFor(() => expect(client.closed()).toBe(4100));
  expect(named(client, "pusher:subscription_error")).toHaveLength(2);
});

test("rechecks do not overlap, however long one takes, and one that fails is followed by the next", async () => {
  let [running, most, rounds] = [0, 0, 0];
  const address = await serve({
    async answer(_, questions) {
      most = Math.max(most, (running += 1));
      rounds += 1;
      const number = rounds;
      await new Promise((done) => setTimeout(done, 20));
      running -= 1;
      if (number === 2) throw new Error("the database is away");
      return questions.map(() => "allowed");
    },
    times: { recheckPauseMs: 1 },
  });
  const client = connect(address);
  await established(client);
  await vi.waitFor(() => expect(rounds).toBeGreaterThan(4));
  expect(most).toBe(1);
  expect(client.closed()).toBeNull();
});

test("one person has at most 100 connections", async () => {
  const address = await serve({});
  const clients = Array.from({ length: 101 }, () => connect(address));
  await vi.waitFor(() => expect(clients.filter(({ closed }) => closed() === 4004)).toHaveLength(1));
  expect(clients.filter(({ closed }) => closed() === null)).toHaveLength(100);
});

async function push(channel: string, data: object): Promise<void> {
  const payload = JSON.stringify({ channel, event: "Something", data });
  await sql`select pg_notify(${REALTIME_NOTIFICATION}, ${payload})`.execute(services.db);
}
