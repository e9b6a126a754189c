import { randomBytes } from "node:crypto";
import { createServer, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";
import type { EdgeAudience } from "@kinora/domain/audience.ts";
import { sql } from "kysely";
import { afterAll, beforeAll, expect, onTestFinished, test } from "vitest";
import { readEdgeAudience } from "../platform/audience.ts";
import { newHash } from "../platform/hash.ts";
import { aProject, testServices, type TestProject, type TestServices } from "../platform/testing.ts";
import { until } from "../platform/until.ts";
import { anEdge, type TestEdge } from "./testing.ts";

let services: TestServices;
let project: TestProject;
let edge: TestEdge;
beforeAll(async () => {
  services = await testServices();
  project = await aProject(services);
  edge = await anEdge(services);
});
afterAll(async () => {
  await edge.app.close();
  await services.stop();
});

async function aStream(ingest: "none" | "connecting" | "receiving"): Promise<{ id: number; hash: string }> {
  const hash = newHash();
  const { id } = await services.db
    .insertInto("streams")
    .values({
      project_id: project.projectId,
      account_id: project.accountId,
      hash,
      name: "A <harbour>",
      key_hash: randomBytes(32),
      key_sealed: randomBytes(32),
      ingest,
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  return { id, hash };
}

/** Answers for the live role with an empty playlist, once `release` resolves; tells what it was asked. */
async function aLiveRole(release: Promise<void>, onAsked: (request: IncomingMessage) => void): Promise<void> {
  const host = createServer((request, response) => {
    if (request.url?.includes(".m4s")) return void response.writeHead(404).end();
    onAsked(request);
    void release.then(() => response.end("#EXTM3U\n"));
  });
  await new Promise<void>((resolve) => host.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => void host.close());
  const url = `http://127.0.0.1:${(host.address() as AddressInfo).port}`;
  const here = { host: "here", url, pid: 1 };
  await services.db
    .insertInto("stream_hosts")
    .values(here)
    .onConflict((same) => same.columns(["host"]).doUpdateSet(here))
    .execute();
}

const statusOf = async (hash: string) => {
  const response = await fetch(`${edge.url}/embed/${hash}/status.json`);
  return { code: response.status, ...((await response.json()) as { availability: string; fades?: boolean }) };
};

test("a stream's page says how it stands, and what people wrote stays text", async () => {
  const offline = await aStream("none");
  const page = await fetch(`${edge.url}/embed/${offline.hash}`);
  expect(page.status).toBe(200);
  const html = await page.text();
  expect(html).toContain("Stream is not active");
  expect(html).not.toContain("<harbour>");
  expect(await statusOf(offline.hash)).toMatchObject({ code: 200, availability: "offline" });
  expect((await fetch(`${edge.url}/hls/${offline.hash}/master.m3u8`)).status).toBe(404);
  expect(await statusOf((await aStream("connecting")).hash)).toMatchObject({ availability: "starting" });
  expect((await fetch(`${edge.url}/v/${offline.hash}`)).status).toBe(200);
});

test("the status of a stream says whether its picture fades", async () => {
  const { id, hash } = await aStream("receiving");
  expect(await statusOf(hash)).toMatchObject({ fades: false });
  await services.db.updateTable("streams").set({ loop_fade: true }).where("id", "=", id).execute();
  await sql`select pg_notify('playback_changed', ${hash})`.execute(services.db);
  await until(async () => (await statusOf(hash)).fades === true);
});

test("a deleted stream is not there, from the moment that is announced", async () => {
  const { id, hash } = await aStream("receiving");
  expect(await statusOf(hash)).toMatchObject({ availability: "playable" });
  await services.db.updateTable("streams").set({ deleted_at: new Date() }).where("id", "=", id).execute();
  await sql`select pg_notify('playback_changed', ${hash})`.execute(services.db);
  await until(async () => (await statusOf(hash)).code === 404);
});

test("those who wait for the same part of a playlist ask the live role once, with how many they are", async () => {
  const { hash, id } = await aStream("receiving");
  const asked: string[] = [];
  const release = Promise.withResolvers<void>();
  await aLiveRole(release.promise, (request) => {
    asked.push(`${request.url} ${readEdgeAudience(String(request.headers["x-audience"]))?.viewers}`);
  });
  const address = `${edge.url}/hls/${hash}/source/index.m3u8?_HLS_part=1&_HLS_msn=7&other=1`;
  const answers = [
    fetch(address, { headers: { "user-agent": "a" } }),
    fetch(address, { headers: { "user-agent": "b" } }),
  ];
  await until(async () => asked.length === 1);
  release.resolve();
  for (const answer of await Promise.all(answers)) {
    expect(await answer.text()).toBe("#EXTM3U\n");
    expect(answer.headers.get("cache-control")).toBe("no-store");
  }
  expect(asked).toEqual([`/live/${hash}/source/index.m3u8?_HLS_msn=7&_HLS_part=1 1`]);

  await services.storage.put(`live/${id}/source/3.m4s`, Buffer.from("older"));
  const older = await fetch(`${edge.url}/hls/${hash}/source/3.m4s`);
  expect(await older.text()).toBe("older");
  expect((await fetch(`${edge.url}/hls/${hash}/source/4.m4s`)).status).toBe(404);
  expect((await fetch(`${edge.url}/hls/${hash}/source/../../x.m4s`)).status).toBe(404);
});

test("caches keep a livestream's segments for seconds, ask again without reading them, and are refused once it is switched off", async () => {
  const { hash, id } = await aStream("receiving");
  await aLiveRole(Promise.resolve(), () => undefined);
  await services.storage.put(`live/${id}/source/3.m4s`, Buffer.from("stored"));
  for (const [name, text] of [
    ["source/init-1.mp4", "#EXTM3U\n"],
    ["source/3.m4s", "stored"],
  ]) {
    const address = `${edge.url}/hls/${hash}/${name}`;
    const first = await fetch(address);
    expect([await first.text(), first.headers.get("cache-control")]).toEqual([text, "public, max-age=8"]);
    const again = await fetch(address, { headers: { "if-none-match": first.headers.get("etag") ?? "" } });
    expect([again.status, await again.text()]).toEqual([304, ""]);
  }
  await services.db.updateTable("streams").set({ enabled: false }).where("id", "=", id).execute();
  await sql`select pg_notify('playback_changed', ${hash})`.execute(services.db);
  await until(async () => (await fetch(`${edge.url}/hls/${hash}/source/3.m4s`)).status === 404);
  expect((await fetch(`${edge.url}/hls/${hash}/source/init-1.mp4`)).status).toBe(404);
});

test("players of a stream that ended read so in their playlist, and its media only from the live role; nobody begins with it", async () => {
  const { hash, id } = await aStream("none");
  const playlist = `${edge.url}/hls/${hash}/source/index.m3u8`;
  // Where no live role answers it is not active.
  expect((await fetch(playlist)).status).toBe(404);
  const asked: (string | undefined)[] = [];
  await aLiveRole(Promise.resolve(), ({ url }) => asked.push(url));
  await services.storage.put(`live/${id}/source/3.m4s`, Buffer.from("older"));
  await until(async () => (await fetch(playlist)).status === 200);
  expect(asked).toContain(`/live/${hash}/source/index.m3u8`);
  expect((await fetch(`${edge.url}/hls/${hash}/source/3.m4s`)).status).toBe(404);
  expect((await fetch(`${edge.url}/hls/${hash}/master.m3u8`)).status).toBe(404);
  expect((await fetch(`${edge.url}/hls/${hash}/picture.jpg`)).status).toBe(404);
  expect(await statusOf(hash)).toMatchObject({ availability: "offline" });
});

test("before it is played a livestream shows a picture of what is on air, and its share link too", async () => {
  const { hash } = await aStream("receiving");
  const asked: (string | undefined)[] = [];
  await aLiveRole(Promise.resolve(), ({ url }) => asked.push(url));
  const address = `/hls/${hash}/picture.jpg`;
  expect(await (await fetch(`${edge.url}/embed/${hash}`)).text()).toContain(
    `<img class="first-picture" src="${address}"`,
  );
  expect(await (await fetch(`${edge.url}/v/${hash}`)).text()).toMatch(
    new RegExp(`<meta property="og:image" content="https?://[^"]+${address}">`),
  );
  const picture = await fetch(edge.url + address);
  expect([picture.status, picture.headers.get("content-type")]).toEqual([200, "image/jpeg"]);
  expect(picture.headers.get("cache-control")).toBe("public, max-age=8");
  expect(asked).toEqual([`/live/${hash}/picture.jpg?for=anybody`]);
});

test("while it is not on air nobody gets a picture of it but one of its own", async () => {
  const { hash } = await aStream("none");
  expect((await fetch(`${edge.url}/hls/${hash}/picture.jpg`)).status).toBe(404);
  expect(await (await fetch(`${edge.url}/v/${hash}`)).text()).not.toContain("og:image");
  const announced = await aStream("none");
  await services.db
    .insertInto("stream_pictures")
    .values({ stream_id: announced.id, kind: "offline", number: 7, width: 640, height: 360 })
    .execute();
  expect(await (await fetch(`${edge.url}/v/${announced.hash}`)).text()).toContain(
    `/hls/${announced.hash}/pictures/offline-7.jpg">`,
  );
});

test("the live role is told what viewers were sent and how they do; nonsense and strangers change nothing", async () => {
  const { hash } = await aStream("receiving");
  const told: (EdgeAudience | null)[] = [];
  await aLiveRole(Promise.resolve(), (request) => told.push(readEdgeAudience(String(request.headers["x-audience"]))));
  const playlist = `${edge.url}/hls/${hash}/source/index.m3u8`;
  const ask = async () => (await fetch(playlist, { headers: { "user-agent": "a player" } })).text();
  const tell = (report: unknown, agent = "a player") =>
    fetch(`${edge.url}/embed/${hash}/watched`, {
      method: "POST",
      headers: { "content-type": "application/json", "user-agent": agent },
      body: JSON.stringify(report),
    });
  const report = { watched_seconds: 9, stalled_seconds: 1, latency_seconds: 0.75 };
  await ask();
  expect(told[0]).toEqual({
    viewers: 1,
    sent_bytes: 0,
    watched_seconds: 0,
    stalled_seconds: 0,
    latency_seconds: null,
  });
  expect((await tell(report, "a stranger")).status).toBe(204);
  expect((await tell(report)).status).toBe(204);
  // Told again at once: too often to be true.
  expect((await tell(report)).status).toBe(204);
  for (const nonsense of [null, [], { ...report, watched_seconds: -1 }, { ...report, stalled_seconds: 61 }, {}])
    expect((await tell(nonsense)).status).toBe(422);
  await ask();
  expect(told[1]).toMatchObject({ viewers: 1, watched_seconds: 9, stalled_seconds: 1, latency_seconds: 0.75 });
  expect(told[1]?.sent_bytes).toBeGreaterThan("#EXTM3U".length);
});
