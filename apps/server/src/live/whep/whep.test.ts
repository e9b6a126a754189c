import { spawn, type ChildProcess } from "node:child_process";
import type { AddressInfo } from "node:net";
import { updateRows } from "@kinora/db/testing-rows.ts";
import { OPEN_POLICY } from "@kinora/domain/restrictions/policy.ts";
import { publisherClip } from "@kinora/media/fixtures/publisher-clip.ts";
import { openViewerStream } from "@kinora/media/live/viewer-stream.ts";
import { mediaTools } from "@kinora/media/tools/capabilities.ts";
import type { FastifyInstance } from "fastify";
import { sql } from "kysely";
import { afterAll, afterEach, beforeAll, expect, test, vi } from "vitest";
import { createHttpServer } from "../../platform/http/http.ts";
import { aProject, type TestProject } from "../../platform/testing.ts";
import { anEdge, type TestEdge } from "../../playback/testing.ts";
import { addStream, sharedProject } from "../../testing/fixtures.ts";
import { addProfile, onlyOn } from "../../testing/restrictions.ts";
import { LiveHost } from "../host/live-host.ts";
import { listenForPublishers, type RtmpServer } from "../ingest/rtmp/server.ts";
import { serveLiveMedia } from "../media-routes.ts";
import { HostPort } from "../rtc/host-port.ts";
import { testViewer, type TestViewer } from "./test-viewer.ts";
import { serveWhep } from "./whep-routes.ts";
import { WhepSessions } from "./whep-sessions.ts";

const MOST = 2;
const REORDERED = ["-preset", "veryfast", "-bf", "2", "-b_strategy", "0", "-rc-lookahead", "0"];
/** A picture's access unit begins with its parameter sets in one packet (RFC 6184 §5.7.1). */
const STAP_A = 24;

const { services, project } = await sharedProject({ KINORA_LIVE_LADDERS: "1" });
const port = new HostPort({ port: 0, addresses: ["127.0.0.1"] }, "localhost", services.log);
let host: LiveHost;
let rtmp: RtmpServer;
let sessions: WhepSessions;
let app: FastifyInstance;
let edge: TestEdge;
const viewers: TestViewer[] = [];
const encoders: ChildProcess[] = [];

beforeAll(async () => {
  host = new LiveHost(services);
  const { log } = services;
  sessions = new WhepSessions({ port, most: MOST, find: (hash) => host.find(hash), open: openViewerStream, log });
  app = createHttpServer({ name: "live", config: services.config, log, checks: {} });
  serveLiveMedia(app, host);
  await serveWhep(app, services, host, sessions);
  await app.listen({ port: 0, host: "127.0.0.1" });
  rtmp = await listenForPublishers({ host: "127.0.0.1", port: 0, secure: null }, host.admit, log);
  await host.begin(`http://127.0.0.1:${(app.server.address() as AddressInfo).port}`, rtmp.port);
  edge = await anEdge(services);
});
afterEach(async () => {
  for (const viewer of viewers.splice(0)) await viewer.close();
  for (const encoder of encoders.splice(0)) encoder.kill("SIGKILL");
});
afterAll(async () => {
  sessions.close();
  await port.close();
  await rtmp.close();
  await host.close();
  await edge.app.close();
  await app.close();
});

async function aStream(values: { low_delay?: boolean } = {}, encoding: string[] = [], of: TestProject = project) {
  const stream = await addStream(services, of, { reconnect_seconds: 0, low_delay: true, ...values });
  const { ffmpegPath } = await mediaTools();
  const clip = await publisherClip({ fps: 30, ...(encoding.length > 0 ? { encoding } : {}) });
  const sending = ["-nostdin", "-v", "error", "-re", "-stream_loop", "-1", "-i", clip, "-c", "copy", "-f", "flv"];
  encoders.push(
    spawn(ffmpegPath, [...sending, `rtmp://127.0.0.1:${rtmp.port}/live/${stream.key}`], { stdio: "ignore" }),
  );
  await vi.waitFor(() => expect(host.find(stream.hash)?.shownPublisher).toBeTruthy());
  // An edge may have found it before it was live.
  await vi.waitFor(async () => {
    const row = services.db.selectFrom("streams").select("on_air").where("id", "=", stream.id);
    expect((await row.executeTakeFirstOrThrow()).on_air).toBe("live");
  });
  return stream;
}

async function watch(hash: string, headers: Record<string, string> = {}, from: TestEdge = edge) {
  const viewer = await testViewer();
  viewers.push(viewer);
  const answer = await fetch(`${from.url}/whep/${hash}`, {
    method: "POST",
    body: viewer.offer,
    headers: { "content-type": "application/sdp", ...headers },
  });
  const text = await answer.text();
  if (answer.status === 201) await viewer.answer(text);
  return { viewer, answer, text };
}

/** Whether a session is there. */
const ask = (answer: Response) =>
  fetch(`${edge.url}${answer.headers.get("location")}`, {
    method: "PATCH",
    headers: { "content-type": "application/trickle-ice-sdpfrag" },
  });

const received = ({ packets }: TestViewer) =>
  vi.waitFor(() => expect([packets.video.length > 30, packets.audio.length > 20]).toEqual([true, true]));

test("a viewer gets the picture from a key frame on, and the sound, and leaves with DELETE", async () => {
  const stream = await aStream();
  const { viewer, answer, text } = await watch(stream.hash);
  expect([answer.status, text]).toEqual([201, expect.stringContaining("a=ice-lite")]);
  await received(viewer);
  const [first] = viewer.packets.video;
  expect((first?.payload[0] ?? 0) & 0x1f).toBe(STAP_A);
  const numbers = viewer.packets.audio.map(({ header }) => header.timestamp);
  expect(new Set(numbers.slice(1).map((at, before) => at - (numbers[before] ?? 0)))).toEqual(new Set([960]));
  const location = `${edge.url}${answer.headers.get("location")}`;
  expect((await fetch(location, { method: "DELETE" })).status).toBe(200);
  expect((await fetch(location, { method: "DELETE" })).status).toBe(404);
});

test("a picture whose frames are reordered is encoded, once for all", { tags: "@slow" }, async () => {
  const stream = await aStream({}, REORDERED);
  const [one, other] = [await watch(stream.hash), await watch(stream.hash)];
  await received(one.viewer);
  await received(other.viewer);
  const shown = one.viewer.packets.video.map(({ header }) => header.timestamp);
  expect(shown).toEqual(shown.toSorted((a, b) => a - b));
});

test("a restriction profile decides about viewers as about playlists, and ends the session of one it refuses later", async () => {
  const own = await aProject(services);
  const stream = await aStream({}, [], own);
  const profile = await addProfile(services, own, onlyOn("example.com"), { is_default: true });
  await vi.waitFor(async () => expect((await watch(stream.hash)).answer.status).toBe(403));
  const { viewer, answer } = await watch(stream.hash, { referer: "https://example.com/watch" });
  expect(answer.status).toBe(201);
  await received(viewer);
  const policy = JSON.stringify({ ...OPEN_POLICY, ...onlyOn("example.org") });
  await services.db
    .updateTable("restriction_profiles")
    .set({ policy, updated_at: sql`clock_timestamp()` })
    .where("id", "=", profile)
    .execute();
  await vi.waitFor(async () => expect((await ask(answer)).status).toBe(404));
});

test("as many viewers as the host serves are let in", async () => {
  const stream = await aStream();
  for (let viewer = 0; viewer < MOST; viewer += 1) expect((await watch(stream.hash)).answer.status).toBe(201);
  const { answer, text } = await watch(stream.hash);
  expect([answer.status, text]).toEqual([503, expect.stringContaining("As many viewers")]);
});

test("a network has a fifth of the places, so that it cannot take those of others", async () => {
  const { config } = services;
  const whip = { port: 0, addresses: [], viewers: 5 };
  const small = await anEdge({ ...services, config: { ...config, whip, trustedProxies: ["127.0.0.1"] } });
  const stream = await aStream();
  const from = async (address: string) => {
    const { answer, text } = await watch(stream.hash, { "x-forwarded-for": address }, small);
    return [answer.status, answer.status === 201 ? "" : text];
  };
  expect(await from("2001:db8::1")).toEqual([201, ""]);
  expect(await from("2001:db8::2")).toEqual([503, expect.stringContaining("of your network")]);
  expect(await from("203.0.113.7")).toEqual([201, ""]);
  await small.app.close();
});

test("who pauses the livestream ends its sessions, and nobody begins one", async () => {
  const stream = await aStream();
  const { viewer, answer } = await watch(stream.hash);
  await received(viewer);
  await updateRows(services, "streams", { id: stream.id }, { paused: true });
  await host.find(stream.hash)?.update();
  await vi.waitFor(async () => expect((await ask(answer)).status).toBe(404));
  await vi.waitFor(async () => expect((await watch(stream.hash)).answer.status).toBe(503));
});

test("a livestream without the setting, one that is off the air, and an unknown one are refused", async () => {
  const stream = await aStream({ low_delay: false });
  expect((await watch(stream.hash)).answer.status).toBe(503);
  const idle = await addStream(services, project, { low_delay: true });
  expect((await watch(idle.hash)).answer.status).toBe(503);
  expect((await watch("0".repeat(16))).answer.status).toBe(404);
});

test("what is no offer of a viewer is refused", async () => {
  const stream = await aStream();
  const offer = { method: "POST", headers: { "content-type": "application/sdp" } };
  expect((await fetch(`${edge.url}/whep/${stream.hash}`, { ...offer, body: "v=0" })).status).toBe(422);
  expect((await fetch(`${edge.url}/whep/${stream.hash}`, { ...offer, body: "" })).status).toBe(422);
});

test("nobody but a role of this installation reaches the live role's own address", async () => {
  const { port: own } = app.server.address() as AddressInfo;
  const asked = { method: "POST", headers: { "content-type": "application/sdp" }, body: "v=0" };
  expect((await fetch(`http://127.0.0.1:${own}/live/whep/abc`, asked)).status).toBe(401);
});
