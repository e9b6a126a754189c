import { mkdtemp, rm } from "node:fs/promises";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { sql } from "kysely";
import { afterAll, beforeEach, expect, onTestFinished, test, vi } from "vitest";
import { memberLinks } from "../../platform/access/playback-links.ts";
import { aMember, aProject, as, type TestProject } from "../../platform/testing.ts";
import { sharedServices, addStream } from "../../testing/fixtures.ts";
import { addProfile, onlyOn } from "../../testing/restrictions.ts";
import { anEdge, type TestEdge } from "../testing.ts";
import { DECODED_PER_MINUTE } from "./frame-decoding.ts";
import { aDawn, brightnessAt, measure } from "./testing.ts";

interface Answer {
  status?: number;
  body: Buffer | object;
}

let project: TestProject;
let edge: TestEdge;
let stream: { id: number; hash: string };
/** What the live role answers below the stream's folder, and what it was asked. */
let answers: Map<string, Answer>;
let asked: string[];

const services = await sharedServices({ KINORA_TRUSTED_PROXIES: "none" });
const folder = await mkdtemp(join(tmpdir(), "kinora-live-moments-"));
/** Segments of four seconds, 320 × 180, that grow brighter. */
const film = await aDawn();
beforeEach(async () => {
  project = await aProject(services);
  // An edge of its own: what it made for a network is counted by the minute.
  edge = await anEdge(services);
  const opened = edge;
  onTestFinished(() => opened.app.close());
  stream = await aStream("receiving");
  asked = [];
  answers = new Map([["moment.json", { body: placeAt(2, 1_920) }]]);
  await startLiveRole();
});
afterAll(async () => {
  if (folder) await rm(folder, { recursive: true, force: true });
});

const aStream = (ingest: "none" | "receiving") => addStream(services, project, { ingest });

async function startLiveRole(): Promise<void> {
  const host = createServer((request, response) => {
    const path = (request.url ?? "").split("/").slice(3).join("/");
    asked.push(path);
    const { status = 200, body } = answers.get(path.split("?")[0] ?? "") ?? { status: 404, body: {} };
    response.writeHead(status).end(Buffer.isBuffer(body) ? body : JSON.stringify(body));
  });
  await new Promise<void>((resolve) => host.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => void host.close());
  const here = { host: "here", url: `http://127.0.0.1:${(host.address() as AddressInfo).port}`, pid: 1 };
  await services.db
    .insertInto("stream_hosts")
    .values(here)
    .onConflict((same) => same.columns(["host"]).doUpdateSet(here))
    .execute();
}

/** The place of a moment of the film, in a rung of this width. */
const placeAt = (seconds: number, width: number) => ({
  ...{ init: "180p/init-1.mp4", segment: `180p/${Math.floor(seconds / 4)}.m4s`, width },
  at_seconds: Math.max(0, (seconds % 4) - 0.02),
});
const segmentOf = (number: number): Buffer => film.get(`0000${number}.m4s`) ?? Buffer.alloc(0);
const get = (query: string, headers: Record<string, string> = {}, { hash } = stream) =>
  fetch(`${edge.url}/thumb/${hash}.jpg?${query}`, { headers });
const pictureOf = async (response: Response) => measure(folder, Buffer.from(await response.arrayBuffer()));

test("a moment that viewers can go back to is decoded from its segment, in memory or stored, once", async () => {
  answers.set("180p/init-1.mp4", { body: film.get("init.mp4") ?? Buffer.alloc(0) });
  answers.set("180p/0.m4s", { body: segmentOf(0) });
  answers.set("moment.json", { body: placeAt(2, 320) });
  const first = await get("time=1790000000.5&width=160");
  expect([first.status, first.headers.get("content-type"), first.headers.get("cache-control")]).toEqual([
    ...[200, "image/jpeg", "public, max-age=8"],
  ]);
  const picture = await pictureOf(first);
  expect([picture.width, picture.height]).toEqual([160, 90]);
  expect(Math.abs(picture.brightness - brightnessAt(2))).toBeLessThan(2);
  expect(asked[0]).toBe("moment.json?time=1790000000.5&width=160");
  // A segment that only the storage has; no wider than the livestream.
  await services.storage.put(`live/${stream.id}/180p/1.m4s`, segmentOf(1));
  answers.set("moment.json", { body: placeAt(6, 320) });
  const second = await pictureOf(await get("time=-4&width=1920"));
  expect([second.width, second.height]).toEqual([320, 180]);
  expect(Math.abs(second.brightness - brightnessAt(6))).toBeLessThan(2);
  // Kept: neither the segment nor the live role's copy is needed again.
  await services.storage.delete(`live/${stream.id}/180p/1.m4s`);
  const again = await get("time=-4.001&width=1920");
  expect((await pictureOf(again)).brightness).toBe(second.brightness);
  expect((await get("time=-4.002&width=1920", { "if-none-match": again.headers.get("etag") ?? "" })).status).toBe(304);
});

test("the newest picture is the preview of what is on air, at once", async () => {
  answers.set("moment.json", { body: { newest: true } });
  answers.set("picture.jpg", { body: Buffer.from("a preview") });
  const response = await get("time=0");
  expect([response.status, await response.text()]).toEqual([200, "a preview"]);
  expect(asked).toEqual(["moment.json?time=0&width=640", "picture.jpg?for=anybody"]);
  // Requests within a second share the place.
  await get("time=0");
  expect(asked.filter((path) => path.startsWith("moment.json"))).toHaveLength(1);
});

test("a livestream without pictures says so", async () => {
  const offline = await aStream("none");
  expect((await get("time=0", {}, offline)).status).toBe(404);
  expect((await get("time=0&width=1", {}, offline)).status).toBe(400);
  answers.set("moment.json", { status: 404, body: {} });
  expect((await get("time=0")).status).toBe(404);
  answers.set("moment.json", { status: 500, body: {} });
  const away = await get("time=-1");
  expect([away.status, away.headers.get("retry-after")]).toEqual([503, "1"]);
  // What the live role named is gone meanwhile.
  answers.set("moment.json", { body: placeAt(2, 320) });
  expect((await get("time=-2")).status).toBe(404);
});

test(`a network has ${DECODED_PER_MINUTE} pictures decoded in a minute, and previews beyond`, async () => {
  for (let index = 1; index <= DECODED_PER_MINUTE; index += 1) {
    answers.set("moment.json", { body: placeAt(index / 10, 320) });
    expect((await get(`time=-${index}`)).status).toBe(404);
  }
  answers.set("moment.json", { body: placeAt(3.9, 320) });
  expect((await get("time=-100")).status).toBe(429);
  answers.set("moment.json", { body: { newest: true } });
  answers.set("picture.jpg", { body: Buffer.from("a preview") });
  expect((await get("time=0")).status).toBe(200);
});

test("a picture of a restricted livestream needs the decision of its player", async () => {
  await addProfile(services, project, onlyOn("example.com"), { is_default: true });
  await sql`select pg_notify('playback_changed', ${stream.hash})`.execute(services.db);
  answers.set("moment.json", { body: { newest: true } });
  answers.set("picture.jpg", { body: Buffer.from("a preview") });
  await vi.waitFor(async () => expect((await get("time=0")).status).toBe(403), { timeout: 10_000 });
  expect(asked.filter((path) => path.startsWith("picture.jpg")).length).toBeLessThanOrEqual(1);
  expect(await (await get("time=0")).json()).toMatchObject({ code: "referrer_missing" });
  const allowed = await get("time=0", { referer: "https://example.com/watch" });
  expect([allowed.status, allowed.headers.get("cache-control")]).toEqual([200, "private, no-store"]);
  const member = await aMember(services, project, ["streams_view"]);
  const address = memberLinks(as(services, member), stream.hash).file("master.m3u8");
  const pass = /\/~([^/]+)\//.exec(address)?.[1] ?? "";
  const shown = await get(`time=0&token=${pass}`);
  expect([shown.status, shown.headers.get("cache-control")]).toEqual([200, "private, max-age=8"]);
  expect(await (await get(`time=0&token=${"a".repeat(120)}`)).json()).toMatchObject({ code: "pass_expired" });
});
