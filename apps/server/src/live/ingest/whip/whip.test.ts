import type { AddressInfo } from "node:net";
import { selectRows, updateRows } from "@kinora/db/testing-rows.ts";
import { openRtcStream } from "@kinora/media/live/rtc-stream.ts";
import type { FastifyInstance } from "fastify";
import { afterAll, afterEach, beforeAll, expect, test, vi } from "vitest";
import { createHttpServer } from "../../../platform/http/http.ts";
import { anEdge, type TestEdge } from "../../../playback/testing.ts";
import { addStream, sharedProject } from "../../../testing/fixtures.ts";
import { LiveHost } from "../../host/live-host.ts";
import { serveLiveMedia } from "../../media-routes.ts";
import { HostPort } from "../../rtc/host-port.ts";
import { testOffer } from "./test-offer.ts";
import { serveWhip } from "./whip-routes.ts";
import { WhipSessions } from "./whip-sessions.ts";

const { services, project } = await sharedProject({ KINORA_LIVE_LADDERS: "1" });
const port = new HostPort({ port: 0, addresses: ["127.0.0.1"] }, "localhost", services.log);
let host: LiveHost;
let sessions: WhipSessions;
let app: FastifyInstance;
let edge: TestEdge;
const clients: { close(): Promise<void> }[] = [];

beforeAll(async () => {
  host = new LiveHost(services);
  sessions = new WhipSessions({
    port,
    admit: host.admit,
    open: openRtcStream,
    log: services.log,
  });
  app = createHttpServer({ name: "live", config: services.config, log: services.log, checks: {} });
  serveLiveMedia(app, host);
  await serveWhip(app, services, sessions);
  await app.listen({ port: 0, host: "127.0.0.1" });
  await host.begin(`http://127.0.0.1:${(app.server.address() as AddressInfo).port}`, 0);
  edge = await anEdge(services);
});
afterEach(async () => {
  for (const client of clients.splice(0)) await client.close();
});
afterAll(async () => {
  sessions.close();
  await port.close();
  await host.close();
  await edge.app.close();
  await app.close();
});

const aStream = () => addStream(services, project, { ladder: "passthrough", reconnect_seconds: 0 });

async function anOffer(): Promise<string> {
  const client = await testOffer();
  clients.push(client);
  return client.offer;
}

const post = (key: string, offer: string, headers: Record<string, string> = {}) =>
  fetch(`${edge.url}/whip`, {
    method: "POST",
    body: offer,
    headers: { "content-type": "application/sdp", authorization: `Bearer ${key}`, ...headers },
  });

const logOf = async (id: number) =>
  (await selectRows(services, "stream_log", { stream_id: id }, "type")).map(({ type }) => type);

test("an offer is answered with the address of the media, and the session ends with DELETE", async () => {
  const stream = await aStream();
  const created = await post(stream.key, await anOffer(), { "user-agent": "Mozilla/5.0 Chrome/140.0" });
  expect([created.status, created.headers.get("content-type")]).toEqual([201, "application/sdp"]);
  expect(created.headers.get("location")).toMatch(/^\/whip\/sessions\/[\w-]{32}$/);
  const answer = await created.text();
  expect(answer).toContain("a=ice-lite");
  expect(answer).toContain("a=setup:passive");
  expect(answer.match(/a=candidate:.*/g)?.[0]).toMatch(/^a=candidate:1 1 udp \d+ 127\.0\.0\.1 \d+ typ host$/);
  expect(host.find(stream.hash)?.publisher?.facts().encoder).toBe("Browser (Chrome)");
  expect((await change(created, "DELETE")).status).toBe(200);
  await vi.waitFor(async () => expect(await logOf(stream.id)).toContain("ended"));
  expect((await change(created, "DELETE")).status).toBe(404);
});

test("the key may be at the end of the address", async () => {
  const stream = await aStream();
  const headers = { "content-type": "application/sdp" };
  const body = await anOffer();
  const answer = await fetch(`${edge.url}/whip/${stream.key}`, { method: "POST", body, headers });
  expect(answer.status).toBe(201);
  const name = answer.headers.get("location")?.split("/").at(-1) ?? "";
  sessions.remove(name);
});

test("a wrong key, and none, are refused, and the log of the stream says so", async () => {
  const stream = await aStream();
  const offer = await anOffer();
  const wrong = await post(`${stream.hash}-${"x".repeat(24)}`, offer);
  expect([wrong.status, (await wrong.json()) as unknown]).toEqual([
    401,
    expect.objectContaining({ message: "The stream key is not accepted." }),
  ]);
  expect(wrong.headers.get("www-authenticate")).toContain("Bearer");
  await vi.waitFor(async () => expect(await logOf(stream.id)).toContain("key_rejected"));
  expect((await post("", offer)).status).toBe(401);
});

test("what is no offer of WebRTC is refused, and takes the stream from nobody", async () => {
  const stream = await aStream();
  const refused = await post(stream.key, "v=0\r\nhello");
  expect(refused.status).toBe(422);
  const { status } = await post(stream.key, "{}", { "content-type": "text/html" });
  expect(status).toBe(415);
  await vi.waitFor(() => expect(host.find(stream.hash)?.publisher ?? null).toBeNull());
});

test("a publisher that takes the stream over ends the session before it, whose client gets the reason", async () => {
  const stream = await aStream();
  await updateRows(services, "streams", { id: stream.id }, { second_publisher: "take_over" });
  const first = await post(stream.key, await anOffer());
  const second = await post(stream.key, await anOffer());
  expect([first.status, second.status]).toEqual([201, 201]);
  const replaced = await change(first, "PATCH", "");
  expect([replaced.status, (await replaced.json()) as unknown]).toEqual([
    410,
    expect.objectContaining({ message: expect.stringContaining("another publisher") as unknown }),
  ]);
  expect((await change(second, "DELETE")).status).toBe(200);
});

test.each([
  [{ refused: "It is being published already.", isTaken: true }, "conflict"],
  [{ refused: "There is no room." }, "unavailable"],
])("a publisher that is refused with %o gets that sentence", async (answer, code) => {
  const admit = () => Promise.resolve(answer);
  const refusing = new WhipSessions({ port, admit, open: openRtcStream, log: services.log });
  const request = { key: "good", offer: await anOffer(), clientIp: "192.0.2.1", encoder: null };
  await expect(refusing.create(request)).rejects.toMatchObject({ code, message: answer.refused });
});

test("candidates of the client are accepted, and new credentials restart ICE", async () => {
  const stream = await aStream();
  const offer = await anOffer();
  const created = await post(stream.key, offer);
  const first = /a=ice-ufrag:(\S+)/.exec(await created.text())?.[1] ?? "";
  expect(created.headers.get("etag")).toBe(`"${first}"`);
  const own = /a=ice-ufrag:\S+/.exec(offer)?.[0] ?? "";
  const candidate = "a=candidate:1 1 udp 2130706431 192.0.2.9 9 typ host";
  expect((await change(created, "PATCH", `${own}\r\n${candidate}\r\n`)).status).toBe(204);
  const renewed = "a=ice-ufrag:other\r\na=ice-pwd:0123456789012345678901\r\n";
  expect((await change(created, "PATCH", renewed, { "if-match": '"another"' })).status).toBe(412);
  const restarted = await change(created, "PATCH", renewed, { "if-match": "*" });
  const answer = await restarted.text();
  expect([restarted.status, restarted.headers.get("content-type")]).toEqual([200, "application/trickle-ice-sdpfrag"]);
  const second = /a=ice-ufrag:(\S+)/.exec(answer)?.[1];
  expect(second).not.toBe(first);
  expect(restarted.headers.get("etag")).toBe(`"${second}"`);
  expect(answer).toMatch(/a=candidate:1 1 udp \d+ 127\.0\.0\.1 \d+ typ host/);
  expect((await change(created, "PATCH", renewed, { "if-match": `"${first}"` })).status).toBe(412);
  expect((await change(created, "DELETE")).status).toBe(200);
});

test("scripts of other origins may publish and read where the session is", async () => {
  const preflight = await fetch(`${edge.url}/whip`, { method: "OPTIONS" });
  expect(preflight.status).toBe(204);
  expect(Object.fromEntries(preflight.headers)).toMatchObject({
    "access-control-allow-origin": "*",
    "access-control-allow-headers": "authorization, content-type, if-match",
    "accept-post": "application/sdp",
  });
  const refused = await post("no-key", "v=0");
  expect(refused.headers.get("access-control-expose-headers")).toContain("location");
});

test("nobody but a role of this installation reaches the live role's own address", async () => {
  const { port: own } = app.server.address() as AddressInfo;
  const headers = { "content-type": "application/sdp" };
  const answer = await fetch(`http://127.0.0.1:${own}/live/whip`, { method: "POST", body: "v=0", headers });
  expect(answer.status).toBe(401);
});

function change(created: Response, method: "PATCH" | "DELETE", body?: string, headers: Record<string, string> = {}) {
  const type = { "content-type": "application/trickle-ice-sdpfrag" };
  return fetch(`${edge.url}${created.headers.get("location")}`, {
    method,
    ...(body === undefined ? {} : { body, headers: { ...type, ...headers } }),
  });
}
