import { createReadStream } from "node:fs";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { Agent, request } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { freePort } from "@kinora/db/free-port.ts";
import { updateRows } from "@kinora/db/testing-rows.ts";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { importDeliveryLog } from "../../apps/server/src/analytics/counting/import-log.ts";
import { memberLinks } from "../../apps/server/src/platform/access/playback-links.ts";
import {
  aProject,
  as,
  testServices,
  type TestProject,
  type TestServices,
} from "../../apps/server/src/platform/testing.ts";
import { anEdge, aRendition, aVideo, type TestEdge, type TestVideo } from "../../apps/server/src/playback/testing.ts";
import { patient } from "../setup/patience.mjs";
import { startNginxCache, type NginxCache } from "./proxies.ts";

/** An hour of segments of four seconds. */
const SEGMENTS = 900;
const SEGMENT_BYTES = 4_096;
const VIEWERS = 24;

const cleanUp = new AsyncDisposableStack();
const agent = new Agent({ keepAlive: true });
let services: TestServices;
let project: TestProject;
let edge: TestEdge;
let video: TestVideo;
let nginx: NginxCache;
/** What reached the edge. */
const reached: string[] = [];

beforeAll(async () => {
  services = await testServices();
  project = await aProject(services);
  video = await aVideo(services, project);
  await aRendition(services, project, video, { label: "720p" });
  for (let number = 0; number < SEGMENTS; number += 1)
    await services.storage.put(`assets/${video.id}/${segment(number)}`, Buffer.alloc(SEGMENT_BYTES, number % 256));
  edge = await anEdge(services);
  edge.app.server.prependListener("request", ({ method, url }) => reached.push(`${method} ${url}`));
  const folder = await mkdtemp(join(tmpdir(), "kinora-cache-"));
  cleanUp.defer(() => rm(folder, { recursive: true, force: true }));
  nginx = await startNginxCache(cleanUp, folder, { port: await freePort(), edgeUrl: edge.url });
}, patient(120_000));
afterAll(async () => {
  agent.destroy();
  await cleanUp.disposeAsync();
  await edge?.app.close();
  await services?.stop();
});

const segment = (number: number) => `v1/720p/${String(number).padStart(5, "0")}.m4s`;

interface Got {
  status: number;
  cacheControl: string;
  body: Buffer;
}

function get(path: string): Promise<Got> {
  return new Promise((done, fail) => {
    request(`${nginx.url}${path}`, { agent }, (response) => {
      const chunks: Buffer[] = [];
      response.on("data", (chunk: Buffer) => chunks.push(chunk));
      response.once("error", fail);
      response.once("end", () =>
        done({
          status: response.statusCode ?? 0,
          cacheControl: String(response.headers["cache-control"]),
          body: Buffer.concat(chunks),
        }),
      );
    })
      .once("error", fail)
      .end();
  });
}

const publicly = (file: string) => `/hls/${video.hash}/${file}`;
/** As a member sees it: with a pass in the address. */
const withPass = (file: string) => new URL(memberLinks(as(services, project.owner), video.hash).file(file)).pathname;

const countOf = (pattern: RegExp) => reached.filter((each) => pattern.test(each)).length;

test("of the segments of an hour that is replayed, 95 of 100 requests never reach Node", async () => {
  for (let viewer = 0; viewer < VIEWERS; viewer += 1)
    for (let number = 0; number < SEGMENTS; number += 50) {
      const batch = Array.from({ length: 50 }, (_, index) => get(publicly(segment(number + index))));
      for (const { status, body } of await Promise.all(batch))
        expect([status, body.length]).toEqual([200, SEGMENT_BYTES]);
    }
  const asked = SEGMENTS * VIEWERS;
  const share = countOf(/\.m4s/) / asked;
  expect(share).toBeLessThanOrEqual(0.05);
  // Each was read once, and the right to the video asked for far less often than segments.
  expect(countOf(/\.m4s/)).toBe(SEGMENTS);
  expect(countOf(/^HEAD .*master\.m3u8/) / asked).toBeLessThan(0.01);
});

test("a pass is no part of the key: who has one gets what others had, and caches further out keep nothing", async () => {
  const before = countOf(/\.m4s/);
  const { status, body, cacheControl } = await get(withPass(segment(3)));
  expect([status, body.length, cacheControl]).toEqual([200, SEGMENT_BYTES, "private, max-age=8"]);
  expect(countOf(/\.m4s/)).toBe(before);
});

test("the log counts every byte of bodies and headers that viewers got, and each request once", async () => {
  const asked = SEGMENTS * VIEWERS + 1;
  const lines = () => createInterface({ input: createReadStream(nginx.log, "utf8") });
  await vi.waitFor(async () =>
    expect((await readFile(nginx.log, "utf8")).split('"status":200').length).toBe(asked + 1),
  );
  const imported = await importDeliveryLog(services, lines());
  expect(imported).toMatchObject({ counted: asked, unreadable: 0 });
  expect(imported.bytes).toBeGreaterThan(asked * SEGMENT_BYTES);
  expect(await importDeliveryLog(services, lines())).toMatchObject({ counted: 0, known: asked });
});

test("a video that is unpublished is gone from the cache within ten seconds, and nothing has to be purged", async () => {
  expect((await get(publicly(segment(5)))).status).toBe(200);
  await updateRows(services, "videos", { id: video.id }, { published: false });
  await vi.waitFor(async () => expect((await get(publicly(segment(5)))).status).toBe(404), {
    timeout: patient(10_000),
    interval: 250,
  });
  // A member still sees it; a pass that nobody signed opens nothing of what is in the cache.
  const pass = withPass(segment(5));
  expect((await get(pass)).status).toBe(200);
  expect((await get(pass.replace(/~(.)/, (_, first: string) => `~${first === "A" ? "B" : "A"}`))).status).toBe(404);
});
