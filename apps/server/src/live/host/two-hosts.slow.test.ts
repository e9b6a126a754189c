import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { get } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { freePort } from "@kinora/db/free-port.ts";
import type { StreamsTable } from "@kinora/db/schema-streams.ts";
import { insertRow, selectOrdered, selectRow, selectRows, updateRows } from "@kinora/db/testing-rows.ts";
import { openTransportStream } from "@kinora/media/live/transport-stream.ts";
import { mediaTools } from "@kinora/media/tools/capabilities.ts";
import type { FastifyInstance } from "fastify";
import { sql, type Insertable } from "kysely";
import S3rver from "s3rver";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { createServices } from "../../composition.ts";
import type { Services } from "../../context.ts";
import { readConfig } from "../../platform/config.ts";
import { newHash } from "../../platform/secrets/hash.ts";
import { internalHeaders } from "../../platform/secrets/internal-token.ts";
import { aProject, testServices, type TestProject, type TestServices } from "../../platform/testing.ts";
import { anEdge } from "../../playback/testing.ts";
import { serveOtherMachines } from "../../processes/live.ts";
import { listenForPublishers, type RtmpServer } from "../ingest/rtmp/server.ts";
import { listenForSrt, type SrtServer } from "../ingest/srt/server.ts";
import { liveHostUrl } from "../sessions/sessions.ts";
import { newStreamKey, openStreamKey, streamKeyOf } from "../streams/keys.ts";
import { LiveHost } from "./live-host.ts";
import { setDraining } from "./placement.ts";

/** A live role on a machine of its own: nothing but the database and the bucket is shared. */
interface Machine {
  services: Services;
  live: LiveHost;
  rtmp: RtmpServer;
  srt: SrtServer;
  app: FastifyInstance;
  url: string;
}

let s3: S3rver;
let folder: string;
/** Those of the edge, a third machine. */
let services: TestServices;
let edge: Awaited<ReturnType<typeof anEdge>>;
let project: TestProject;
let machines: [Machine, Machine];
let bucket: Record<string, string>;
const encoders: ChildProcess[] = [];

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "kinora-hosts-"));
  s3 = new S3rver({
    port: 0,
    address: "127.0.0.1",
    silent: true,
    directory: join(folder, "bucket"),
    configureBuckets: [{ name: "kinora", configs: [] }],
  });
  const { port } = await s3.run();
  bucket = {
    S3_ENDPOINT: `http://127.0.0.1:${port}`,
    S3_BUCKET: "kinora",
    S3_ACCESS_KEY_ID: "S3RVER",
    S3_SECRET_ACCESS_KEY: "S3RVER",
  };
  services = await testServices(bucket);
  project = await aProject(services);
  machines = [await startMachine("127.0.0.2"), await startMachine("127.0.0.3")];
  edge = await anEdge(services);
});
afterAll(async () => {
  for (const encoder of encoders) encoder.kill("SIGKILL");
  await edge.app.close();
  for (const machine of machines) await stop(machine);
  await services.stop();
  await s3.close();
  await rm(folder, { recursive: true, force: true });
});

async function startMachine(address: string, ladders = "1"): Promise<Machine> {
  const url = `http://${address}:${await freePort(address)}`;
  const config = readConfig({
    ...bucket,
    KINORA_DATA_DIR: join(folder, address),
    DATABASE_URL: services.config.databaseUrl ?? "",
    KINORA_LIVE_INTERNAL_URL: url,
    KINORA_LIVE_LADDERS: ladders,
    LOG_LEVEL: "silent",
  });
  // The secrets are the installation's, as with KINORA_SECRETS_FILE.
  const own = { ...(await createServices(config, "live")), secrets: services.secrets };
  const live = new LiveHost(own);
  const internal = config.liveHost.internal;
  if (!internal) throw new Error("The machine has no internal address.");
  const app = await serveOtherMachines(own, live, internal);
  const rtmp = await listenForPublishers({ host: address, port: 0, secure: null }, live.admit, own.log);
  const keyOf = (hash: string) => streamKeyOf(own, hash);
  const parts = { admit: live.admit, keyOf, open: openTransportStream, log: own.log };
  const srt = await listenForSrt(address, 0, parts);
  await live.begin(url, rtmp.port);
  return { services: own, live, rtmp, srt, app, url };
}

async function stop({ services: own, live, rtmp, srt, app }: Machine): Promise<void> {
  await rtmp.close();
  await srt.close();
  await live.close();
  await app.close();
  await own.close();
}

async function aStream(
  further: Partial<Insertable<StreamsTable>> = {},
): Promise<{ id: number; hash: string; key: string }> {
  const hash = newHash();
  const sealed = newStreamKey(services, hash);
  const { projectId: project_id, accountId: account_id, ownerId: created_by } = project;
  const { id } = await insertRow(services, "streams", {
    project_id,
    account_id,
    created_by,
    hash,
    name: "Harbour",
    ladder: "passthrough",
    record: false,
    ...further,
    ...sealed,
  });
  return { id, hash, key: openStreamKey(services, sealed.key_sealed) };
}

const hostOfMachine = ({ services: own }: Machine): string => own.config.liveHost.internal?.host ?? "";

/** Where an encoder publishes to a machine, by protocol. */
const ADDRESSES = {
  rtmp: (machine: Machine, { key }: { key: string }) =>
    `rtmp://${hostOfMachine(machine)}:${machine.rtmp.port}/live/${key}`,
  srt: (machine: Machine, { key }: { key: string }) =>
    `srt://${hostOfMachine(machine)}:${machine.srt.port}?streamid=${key}`,
  encryptedSrt: (machine: Machine, { hash, key }: { hash: string; key: string }) =>
    `srt://${hostOfMachine(machine)}:${machine.srt.port}?streamid=${hash}&passphrase=${key}`,
};

/** An encoder that publishes to a machine until it is killed. */
async function publish(machine: Machine, key: string): Promise<ChildProcess> {
  return publishTo(ADDRESSES.rtmp(machine, { key }));
}

async function publishTo(address: string): Promise<ChildProcess> {
  const { ffmpegPath } = await mediaTools();
  const encoder = spawn(
    ffmpegPath,
    [
      ...["-hide_banner", "-nostdin", "-v", "error", "-readrate", "4"],
      ...["-f", "lavfi", "-i", "testsrc2=size=320x180:rate=25", "-pix_fmt", "yuv420p"],
      ...["-c:v", "libx264", "-preset", "ultrafast", "-tune", "zerolatency", "-g", "25"],
      ...["-f", address.startsWith("srt:") ? "mpegts" : "flv", address],
    ],
    { stdio: "ignore" },
  );
  encoders.push(encoder);
  return encoder;
}

const ended = async (encoder: ChildProcess): Promise<void> => {
  const gone = encoder.exitCode === null && encoder.signalCode === null ? once(encoder, "exit") : null;
  encoder.kill("SIGTERM");
  await gone;
};

/** Plays a stream as a viewer of the edge: the playlists and a segment. Answers the number of the newest segment. */
async function play(hash: string): Promise<number> {
  const master = await fetch(`${edge.url}/hls/${hash}/master.m3u8`);
  expect(master.status).toBe(200);
  const [variant = ""] = (await master.text()).split("\n").filter((line) => line.includes("index.m3u8"));
  const playlistUrl = new URL(variant, master.url);
  const playlist = await fetch(playlistUrl);
  expect(playlist.status).toBe(200);
  const segments = (await playlist.text()).split("\n").filter((line) => /^[^#].*\.m4s/.test(line));
  const newest = segments.at(-1);
  if (newest === undefined) throw new Error("The playlist has no segment yet.");
  const segment = await fetch(new URL(newest, playlistUrl));
  expect(segment.status).toBe(200);
  expect((await segment.arrayBuffer()).byteLength).toBeGreaterThan(500);
  return Number(/(\d+)\.m4s/.exec(newest)?.[1]);
}

/** Asks for a stream's playlists again and again until it is called; answers the statuses and what came with each. */
function watch(hash: string): () => Promise<Set<string>> {
  const answers = new Set<string>();
  const over = new AbortController();
  const asking = (async () => {
    while (!over.signal.aborted)
      for (const file of ["master.m3u8", "source/index.m3u8"]) {
        const { status, headers } = await fetch(`${edge.url}/hls/${hash}/${file}`);
        answers.add(`${status} ${headers.get("retry-after") ?? ""}`.trim());
      }
  })();
  return async () => {
    over.abort();
    await asking;
    return answers;
  };
}

const patiently = (hash: string) => vi.waitFor(() => play(hash), { timeout: 20_000, interval: 200 });

test("streams of two live roles on machines of their own play through one edge", async () => {
  const [one, other] = machines;
  const [first, second] = [await aStream(), await aStream()];
  const encoded = [await publish(one, first.key), await publish(other, second.key)];
  await patiently(first.hash);
  await patiently(second.hash);
  expect(await liveHostUrl(services.db, first.id)).toBe(one.url);
  expect(await liveHostUrl(services.db, second.id)).toBe(other.url);
  expect(other.live.find(first.hash)).toBeUndefined();
  for (const encoder of encoded) await ended(encoder);
});

test("live media is read with the installation's secret only", async () => {
  const [one] = machines;
  const { hash, key } = await aStream();
  const encoder = await publish(one, key);
  await patiently(hash);
  const read = async (headers: Record<string, string>) =>
    (await fetch(`${one.url}/live/${hash}/master.m3u8`, { headers })).status;
  expect(await read({})).toBe(401);
  expect(await read(internalHeaders({ cookieKey: "another installation's" }))).toBe(401);
  expect(await read(internalHeaders(services.secrets))).toBe(200);
  await ended(encoder);
});

test("a publisher that reconnects to the other host takes its stream there, with higher numbers and a further recording; a second one is refused", async () => {
  const [one, other] = machines;
  const { id, hash, key } = await aStream({ record: true });
  const encoder = await publish(one, key);
  const before = await patiently(hash);
  const refused = await publish(other, key);
  await once(refused, "exit");
  expect(await liveHostUrl(services.db, id)).toBe(one.url);

  const watched = watch(hash);
  await ended(encoder);
  await vi.waitFor(async () => {
    const { ingest } = await selectRow(services, "streams", { id }, "ingest");
    expect(["receiving", "connecting"]).not.toContain(ingest);
  });
  const again = await publish(other, key);
  await vi.waitFor(() => expect(one.live.find(hash)).toBeUndefined(), { timeout: 20_000 });
  await vi.waitFor(async () => expect(await play(hash)).toBeGreaterThan(before), { timeout: 20_000, interval: 200 });
  expect(await liveHostUrl(services.db, id)).toBe(other.url);
  // Players that ask meanwhile are not told that there is nothing.
  for (const answer of await watched()) expect(["200", "503 1"]).toContain(answer);
  // The file of the first part is on the first host's disk, which stores it.
  await vi.waitFor(
    async () => {
      const parts = await selectOrdered(services, "stream_recordings", "id", { stream_id: id }, "host", "state");
      const [first, second] = [one, other].map(({ services: own }) => own.config.liveHost.name);
      expect(parts).toEqual([
        { host: first, state: "saving" },
        { host: second, state: "recording" },
      ]);
    },
    { timeout: 20_000, interval: 200 },
  );
  await ended(again);
});

const hostOf = async (id: number) =>
  (await services.db.selectFrom("streams").select("host").where("id", "=", id).executeTakeFirstOrThrow()).host;

test.each([
  ["RTMP", ADDRESSES.rtmp],
  ["SRT", ADDRESSES.srt],
] as const)(
  "a publisher by %s that reaches a host without room is served by one that has it, as if it had reached that one",
  async (_, addressOf) => {
    const small = await startMachine("127.0.0.6", "0.01");
    const stream = await aStream({ ladder: "360p", reconnect_seconds: 0 });
    const { id, hash } = stream;
    const encoder = await publishTo(addressOf(small, stream));
    await patiently(hash);
    const names = machines.map(({ services: own }) => own.config.liveHost.name);
    expect(names).toContain(await hostOf(id));
    expect(small.live.find(hash)).toBeUndefined();
    const sessions = () =>
      services.db.selectFrom("stream_sessions").selectAll().where("stream_id", "=", id).executeTakeFirstOrThrow();
    expect(await sessions()).toMatchObject({ client_ip: "127.0.0.1", ended_at: null });
    // What the host with the stream ends is ended for the encoder.
    const gone = once(encoder, "exit");
    await services.db.updateTable("streams").set({ enabled: false }).where("id", "=", id).execute();
    await sql`select pg_notify('live_control', ${String(id)})`.execute(services.db);
    await gone;
    await vi.waitFor(async () => expect(await sessions()).toMatchObject({ end_reason: "disabled" }));
    await stop(small);
  },
);

test.each([
  ["RTMP", ADDRESSES.rtmp],
  ["encrypted SRT", ADDRESSES.encryptedSrt],
] as const)(
  "a drained host hands publishers by %s over, whose connections last as long as it does",
  async (_, addressOf) => {
    const leaving = await startMachine("127.0.0.7");
    const { name } = leaving.services.config.liveHost;
    await setDraining(services, name, true);
    const stream = await aStream({ reconnect_seconds: 0 });
    const { id, hash } = stream;
    const encoder = await publishTo(addressOf(leaving, stream));
    await patiently(hash);
    expect(await hostOf(id)).not.toBe(name);
    // Its encoder's connection ends with the host that it reached.
    const gone = once(encoder, "exit");
    await stop(leaving);
    await gone;
    await vi.waitFor(async () => expect((await sessionsOf(id))[0]?.end_reason).toBe("publisher_left"));
  },
);

const sessionsOf = (id: number) =>
  services.db.selectFrom("stream_sessions").select(["end_reason", "reconnects"]).where("stream_id", "=", id).execute();

test("a second publisher at another host takes over where the stream says so, and the stream stays on its host", async () => {
  const [one, other] = machines;
  const { id, hash, key } = await aStream({ second_publisher: "take_over" });
  const first = await publish(one, key);
  await patiently(hash);
  const replaced = once(first, "exit");
  const second = await publish(other, key);
  await replaced;
  await vi.waitFor(async () => expect(await sessionsOf(id)).toEqual([{ end_reason: null, reconnects: 1 }]));
  expect(await hostOf(id)).toBe(one.services.config.liveHost.name);
  expect(other.live.find(hash)).toBeUndefined();
  await ended(second);
});

test("a publisher is handed over with the installation's secret only", async () => {
  const [one] = machines;
  const ask = (headers: Record<string, string>) =>
    new Promise<number>((resolve, reject) => {
      const upgrade = { connection: "Upgrade", upgrade: "rtmp", ...headers };
      const asking = get(new URL("/live/publish", one.url), { headers: upgrade });
      asking.once("upgrade", ({ statusCode }, socket) => {
        socket.destroy();
        resolve(statusCode ?? 0);
      });
      asking.once("response", ({ statusCode }) => {
        asking.destroy();
        resolve(statusCode ?? 0);
      });
      asking.once("error", reject);
    });
  const publisher = { "x-publisher": "198.51.100.22" };
  expect(await ask(publisher)).toBe(403);
  expect(await ask({ ...publisher, ...internalHeaders({ cookieKey: "another installation's" }) })).toBe(403);
  expect(await ask({ "x-publisher": "somebody", ...internalHeaders(services.secrets) })).toBe(403);
  expect(await ask({ ...publisher, ...internalHeaders(services.secrets), upgrade: "websocket" })).toBe(403);
  expect(await ask({ ...publisher, ...internalHeaders(services.secrets) })).toBe(101);
});

test("a publisher of a host that is stopped continues at another one at once", async () => {
  const [, other] = machines;
  const leaving = await startMachine("127.0.0.4");
  const { id, hash, key } = await aStream();
  const encoder = await publish(leaving, key);
  const before = await patiently(hash);
  const left = once(encoder, "exit");
  const watched = watch(hash);
  await stop(leaving);
  await left;
  const again = await publish(other, key);
  await vi.waitFor(async () => expect(await play(hash)).toBeGreaterThan(before), { timeout: 20_000, interval: 200 });
  for (const answer of await watched()) expect(["200", "503 1"]).toContain(answer);
  const rows = await selectRows(services, "stream_sessions", { stream_id: id }, "reconnects");
  expect(rows).toEqual([{ reconnects: 1 }]);
  await ended(again);
});

test("what a host that is down had on air is taken over by another one", async () => {
  const [one, other] = machines;
  const { id } = await aStream();
  await insertRow(services, "stream_hosts", {
    host: "gone",
    url: "http://127.0.0.5:9",
    pid: 1,
    seen_at: new Date(Date.now() - 60_000),
  });
  await updateRows(services, "streams", { id }, { host: "gone", ingest: "lost", on_air: "slate" });
  const names = [one, other].map(({ services: own }) => own.config.liveHost.name);
  await vi.waitFor(
    async () => {
      const row = await services.db.selectFrom("streams").select("host").where("id", "=", id).executeTakeFirstOrThrow();
      expect(names).toContain(row.host);
    },
    { timeout: 20_000 },
  );
});
