import type { AddressInfo } from "node:net";
import { updateRows } from "@kinora/db/testing-rows.ts";
import { openRtcStream } from "@kinora/media/live/rtc-stream.ts";
import type { FastifyInstance } from "fastify";
import { afterAll, afterEach, beforeAll, expect, test, vi } from "vitest";
import { createHttpServer } from "../../platform/http/http.ts";
import { aProject, as } from "../../platform/testing.ts";
import { anEdge, type TestEdge } from "../../playback/testing.ts";
import { addStream, sharedProject } from "../../testing/fixtures.ts";
import { LiveHost } from "../host/live-host.ts";
import { testOffer } from "../ingest/whip/test-offer.ts";
import { serveWhip } from "../ingest/whip/whip-routes.ts";
import { WhipSessions } from "../ingest/whip/whip-sessions.ts";
import { HostPort } from "../rtc/host-port.ts";
import { createGuestLink, deleteGuestLink, listGuestLinks } from "./guest-links.ts";

const HOUR_MS = 3_600_000;

const { services, project } = await sharedProject();
const context = as(services, project.owner);
const grant = { projectId: project.projectId };
const port = new HostPort({ port: 0, addresses: ["127.0.0.1"] }, "localhost", services.log);
let host: LiveHost;
let sessions: WhipSessions;
let app: FastifyInstance;
let edge: TestEdge;
const clients: { close(): Promise<void> }[] = [];

beforeAll(async () => {
  host = new LiveHost(services);
  sessions = new WhipSessions({ port, admit: host.admit, open: openRtcStream, log: services.log });
  app = createHttpServer({ name: "live", config: services.config, log: services.log, checks: {} });
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

async function aLink(streamId: number, lastsMs = HOUR_MS) {
  const ends = new Date(services.clock.now().getTime() + lastsMs);
  const { data, url } = await createGuestLink(context, grant, streamId, { name: "Ada", ends_at: ends });
  return { ...data, url, token: new URL(url).hash.slice(1) };
}

const look = (token: string) => fetch(`${edge.url}/whip/guest`, { headers: { authorization: `Bearer ${token}` } });

async function publish(token: string): Promise<Response> {
  const client = await testOffer();
  clients.push(client);
  return fetch(`${edge.url}/whip`, {
    method: "POST",
    body: client.offer,
    headers: { "content-type": "application/sdp", authorization: `Bearer ${token}` },
  });
}

const ask = (created: Response) =>
  fetch(`${edge.url}${created.headers.get("location")}`, {
    method: "PATCH",
    body: "",
    headers: { "content-type": "application/trickle-ice-sdpfrag" },
  });

test("a guest learns what the link is for, publishes with it, and the list says when", async () => {
  const stream = await aStream();
  const link = await aLink(stream.id);
  expect(link.url).toContain("/guest#guest-");
  expect(await (await look(link.token)).json()).toEqual({ name: "Harbour", ends_at: link.ends_at.toISOString() });
  expect((await publish(link.token)).status).toBe(201);
  expect(host.find(stream.hash)?.publisher).toBeTruthy();
  const [listed] = await listGuestLinks(context, grant, stream.id);
  expect(listed).toMatchObject({ name: "Ada", used_at: expect.any(Date) as unknown });
  expect(JSON.stringify(listed)).not.toContain(link.token);
});

test("a link that is revoked disconnects its guest, and opens nothing any more", async () => {
  const stream = await aStream();
  const link = await aLink(stream.id);
  const created = await publish(link.token);
  expect(created.status).toBe(201);
  await deleteGuestLink(context, grant, stream.id, link.id);
  await vi.waitFor(async () => {
    const answer = await ask(created);
    expect([answer.status, await answer.text()]).toEqual([410, expect.stringContaining("This link has ended.")]);
  });
  expect((await look(link.token)).status).toBe(401);
  expect((await publish(link.token)).status).toBe(401);
  expect(await listGuestLinks(context, grant, stream.id)).toEqual([]);
});

test("a link ends at its time, also for a guest who is live", async () => {
  const stream = await aStream();
  const link = await aLink(stream.id);
  const created = await publish(link.token);
  expect(created.status).toBe(201);
  const past = new Date(Date.now() - 1_000);
  await updateRows(services, "stream_guest_links", { id: link.id }, { ends_at: past });
  await vi.waitFor(async () => expect((await ask(created)).status).toBe(410));
  expect((await publish(link.token)).status).toBe(401);
});

test("a link is for one livestream, and for a project's own", async () => {
  const stream = await aStream();
  const other = await aStream();
  const link = await aLink(stream.id);
  await expect(deleteGuestLink(context, grant, other.id, link.id)).rejects.toMatchObject({ code: "not_found" });
  const foreign = await aProject(services);
  const theirs = { projectId: foreign.projectId };
  await expect(listGuestLinks(context, theirs, stream.id)).rejects.toMatchObject({ code: "not_found" });
  await expect(deleteGuestLink(context, theirs, stream.id, link.id)).rejects.toMatchObject({ code: "not_found" });
  expect((await look(`${link.token}x`)).status).toBe(401);
  await updateRows(services, "streams", { id: stream.id }, { enabled: false });
  expect((await look(link.token)).status).toBe(401);
});

test.each([
  [-1_000, "in the future"],
  [91 * 24 * HOUR_MS, "up to 90 days"],
])("a link cannot end %i ms from now", async (lastsMs, sentence) => {
  const stream = await aStream();
  await expect(aLink(stream.id, lastsMs)).rejects.toMatchObject({
    code: "invalid",
    fields: { ends_at: [expect.stringContaining(sentence)] },
  });
});
