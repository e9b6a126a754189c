import { spawn } from "node:child_process";
import { once } from "node:events";
import { connect as dial, createServer, type AddressInfo, type Socket } from "node:net";
import { connect } from "@kinora/db/connect.ts";
import { insertRow } from "@kinora/db/testing-rows.ts";
import type { AdReportEntry } from "@kinora/domain/ads/ad-events.ts";
import Fastify, { type FastifyInstance } from "fastify";
import { beforeEach, expect, onTestFinished, test } from "vitest";
import { newHash } from "../../platform/secrets/hash.ts";
import { projectOfEachTest, ownedBy } from "../../testing/fixtures.ts";
import { readAdReport } from "../report.ts";
import { AdCounts } from "./ad-counts.ts";
import { serveAdReports } from "./ad-reports.ts";

/** The edge writes every five seconds. */
const WRITTEN_WITHIN_MS = 15_000;
const HERE = new URL(".", import.meta.url);

let hash: string;

const { services, project } = await projectOfEachTest();
beforeEach(async () => {
  hash = newHash();
  const row = { ...ownedBy(project), hash, title: "A film" };
  await insertRow(services, "videos", { ...row, status: "complete" });
});

function databaseUrl(): string {
  const { databaseUrl: url } = services.config;
  if (url === null) throw new Error("The tests have no database.");
  return url;
}
const report = () => readAdReport(services, project.projectId, 7);
const totals = async (...names: AdReportEntry["event"][]) => {
  const { totals: all } = await report();
  return names.map((name) => all[name]);
};

/** An edge's counters without its timer: `flush` writes. */
function someCounts(db = services.db): AdCounts {
  const counts = new AdCounts({ db, log: services.log, clock: services.clock });
  onTestFinished(() => counts.close());
  return counts;
}
const viewer = { client: "203.0.113.7", id: null };

/** An edge that takes reports. */
function anEdge(counts: AdCounts): FastifyInstance {
  const app = Fastify();
  serveAdReports(app, counts);
  onTestFinished(() => app.close());
  return app;
}
const post = async (app: FastifyInstance, payload: object, of = hash, remoteAddress = "127.0.0.1") =>
  (await app.inject({ method: "POST", url: `/embed/${of}/ads`, payload, remoteAddress })).statusCode;

test("what players report is added up by event, day and error code", async () => {
  const counts = someCounts();
  counts.add(hash, viewer, [{ event: "request" }, { event: "error", code: 303 }, { event: "request" }]);
  counts.add(hash, viewer, [{ event: "fill" }, { event: "impression" }, { event: "start" }, { event: "error" }]);
  await counts.flush();
  counts.add(hash, viewer, [{ event: "error", code: 303 }]);
  await counts.flush();
  await counts.flush();
  const { totals: all, errors, days } = await report();
  expect(all).toMatchObject({ request: 2, fill: 1, impression: 1, start: 1, error: 3, click: 0 });
  expect(errors).toEqual([
    { code: 303, text: "There is no ad.", count: 2 },
    { code: 900, text: "The ad failed for an unknown reason.", count: 1 },
  ]);
  expect(days).toEqual([{ day: expect.stringMatching(/^\d{4}-\d\d-\d\d$/), requests: 2, impressions: 1, errors: 3 }]);
});

test("a report that arrives twice counts once, one about another video counts", async () => {
  const counts = someCounts();
  const app = anEdge(counts);
  const sent = { id: "0123456789abcdef01234567", events: [{ event: "impression" }, { event: "start" }] };
  expect(await Promise.all([post(app, sent), post(app, sent), post(app, sent)])).toEqual([204, 204, 204]);
  await counts.flush();
  expect(await post(app, sent)).toBe(204);
  await counts.flush();
  expect(await totals("impression", "start")).toEqual([1, 1]);
  await post(app, { ...sent, id: "76543210fedcba9876543210" });
  await post(app, { events: sent.events });
  await counts.flush();
  expect(await totals("impression", "start")).toEqual([3, 3]);
});

test.each([
  ["no events", { events: [] }],
  ["an unknown event", { events: [{ event: "purchase" }] }],
  ["a code that is none", { events: [{ event: "error", code: 7 }] }],
  ["an id that is none", { id: "1", events: [{ event: "start" }] }],
  ["too many events", { events: Array.from({ length: 31 }, () => ({ event: "start" })) }],
])("a report with %s counts nothing", async (_name, payload) => {
  const counts = someCounts();
  expect(await post(anEdge(counts), payload)).toBeGreaterThanOrEqual(400);
  await counts.flush();
  expect((await report()).days).toEqual([]);
});

test("reports about nothing, and more than 600 events of a client in a minute, are not counted", async () => {
  const counts = someCounts();
  counts.add("nothing0", { client: "203.0.113.9", id: null }, [{ event: "impression" }]);
  for (let index = 0; index < 700; index++) counts.add(hash, viewer, [{ event: "impression" }]);
  counts.add(hash, { client: "203.0.113.8", id: null }, [{ event: "impression" }]);
  await counts.flush();
  // A minute may have begun between: then the rest counts, too.
  const [impressions = 0] = await totals("impression");
  expect(impressions).toBeGreaterThanOrEqual(601);
  expect(impressions).toBeLessThanOrEqual(701);
});

test("all addresses of an IPv6 network are one client", async () => {
  const counts = someCounts();
  const app = anEdge(counts);
  const events = Array.from({ length: 30 }, () => ({ event: "impression" }));
  for (let index = 0; index < 45; index++) await post(app, { events }, hash, `2001:db8::${index}`);
  await counts.flush();
  // A minute may have begun between.
  const [impressions = 0] = await totals("impression");
  expect(impressions).toBeGreaterThanOrEqual(600);
  expect(impressions).toBeLessThanOrEqual(1_200);
});

test("counting continues while the database is unavailable, and everything is written once when it is available again", async () => {
  const way = await aWay(databaseUrl());
  const db = connect(way.url, { applicationName: "kinora-test" });
  onTestFinished(() => db.destroy());
  const counts = someCounts(db);
  counts.add(hash, viewer, [{ event: "impression" }]);
  await counts.flush();
  way.close();
  for (const _ of [1, 2, 3]) {
    counts.add(hash, viewer, [{ event: "impression" }, { event: "error", code: 402 }]);
    await counts.flush();
  }
  expect(await totals("impression", "error")).toEqual([1, 0]);
  await way.open();
  counts.add(hash, viewer, [{ event: "impression" }]);
  await counts.flush();
  expect(await totals("impression", "error")).toEqual([5, 3]);
  await counts.flush();
  expect(await totals("impression", "error")).toEqual([5, 3]);
});

test("two edges add to the same counters", async () => {
  const edges = [someCounts(), someCounts()];
  for (let round = 0; round < 5; round++) {
    for (const edge of edges) edge.add(hash, viewer, [{ event: "start" }, { event: "complete" }]);
    await Promise.all(edges.map((edge) => edge.flush()));
  }
  expect(await totals("start", "complete")).toEqual([10, 10]);
});

test("an edge that is killed loses what it counted since it last wrote, and nothing else", async () => {
  const edge = await anEdgeProcess();
  await edge.count(3);
  await expect.poll(() => totals("impression"), { timeout: WRITTEN_WITHIN_MS }).toEqual([3]);
  await edge.count(2);
  await edge.kill();
  // Written between the two, if the five seconds were over just then.
  const [kept = 0] = await totals("impression");
  expect([3, 5]).toContain(kept);
  const next = someCounts();
  next.add(hash, viewer, [{ event: "impression" }]);
  await next.close();
  expect(await totals("impression")).toEqual([kept + 1]);
});

/** A way to the database that can be closed and opened again, as a network or a restart does. */
async function aWay(databaseUrl: string) {
  const url = new URL(databaseUrl);
  const { hostname, port } = url;
  const sockets = new Set<Socket>();
  const server = createServer((near) => {
    const far = dial(Number(port), hostname);
    near.on("error", () => far.destroy()).pipe(far);
    far.on("error", () => near.destroy()).pipe(near);
    sockets.add(near);
  });
  const listen = async (at: number) => {
    server.listen(at, "127.0.0.1");
    await once(server, "listening");
  };
  await listen(0);
  const { port: own } = server.address() as AddressInfo;
  url.hostname = "127.0.0.1";
  url.port = String(own);
  const close = () => {
    server.close();
    for (const socket of sockets) socket.resetAndDestroy();
    sockets.clear();
  };
  onTestFinished(close);
  return { url: url.href, close, open: () => listen(own) };
}

/** A process with an edge's counters, whose timer writes them. */
async function anEdgeProcess() {
  const script = `
    import { connect } from "@kinora/db/connect.ts";
    import { AdCounts } from ${JSON.stringify(new URL("ad-counts.ts", HERE).href)};
    const db = connect(process.env.DATABASE_URL, { applicationName: "kinora-test", maximumConnections: 1 });
    const counts = new AdCounts({ db, log: { warn: console.error }, clock: { now: () => new Date() } });
    process.on("message", ({ hash, times }) => {
      for (let index = 0; index < times; index++)
        counts.add(hash, { client: "203.0.113.9", id: null }, [{ event: "impression" }]);
      process.send("counted");
    });
    process.send("ready");`;
  const child = spawn(process.execPath, ["--input-type=module", "-e", script], {
    cwd: HERE,
    env: { ...process.env, DATABASE_URL: databaseUrl() },
    stdio: ["ignore", "inherit", "inherit", "ipc"],
  });
  const gone = once(child, "exit");
  onTestFinished(() => void child.kill("SIGKILL"));
  await once(child, "message");
  return {
    async count(times: number) {
      child.send({ hash, times });
      await once(child, "message");
    },
    async kill() {
      child.kill("SIGKILL");
      await gone;
    },
  };
}
