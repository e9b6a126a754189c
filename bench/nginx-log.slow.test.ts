import { once } from "node:events";
import { createReadStream } from "node:fs";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { connect as connectTcp } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { importDeliveryLog } from "../apps/server/src/analytics/counting/import-log.ts";
import { aProject, testServices, type TestProject, type TestServices } from "../apps/server/src/platform/testing.ts";
import { anEdge, aRendition, aVideo, type TestEdge, type TestVideo } from "../apps/server/src/playback/testing.ts";
import { startNginxCache } from "./nginx.ts";

const SEGMENT = "v1/720p/00000.m4s";
const DOWNLOAD = "v1/mp4/720p.mp4";
const DOWNLOAD_BYTES = 32 * 1024 * 1024;

const cleanUp = new AsyncDisposableStack();
let services: TestServices;
let project: TestProject;
let edge: TestEdge;
let video: TestVideo;
let nginx: Awaited<ReturnType<typeof startNginxCache>>;

beforeAll(async () => {
  services = await testServices();
  project = await aProject(services);
  video = await aVideo(services, project);
  await aRendition(services, project, video, { label: "720p" });
  await services.storage.put(`assets/${video.id}/${SEGMENT}`, Buffer.alloc(400_000, 7));
  await services.storage.put(`assets/${video.id}/${DOWNLOAD}`, Buffer.alloc(DOWNLOAD_BYTES, 9));
  edge = await anEdge(services);
  const folder = await mkdtemp(join(tmpdir(), "kinora-nginx-"));
  cleanUp.defer(() => rm(folder, { recursive: true, force: true }));
  nginx = await startNginxCache(cleanUp, folder, edge.url);
});
afterAll(async () => {
  await cleanUp.disposeAsync();
  await services?.stop();
});

/** Requests a file as a client does and answers every byte that came, headers included; with `most` it breaks off. */
async function download(file: string, { headers = "", most = Number.POSITIVE_INFINITY } = {}): Promise<number> {
  const socket = connectTcp(Number(new URL(nginx.url).port), "127.0.0.1");
  socket.write(`GET /hls/${video.hash}/${file} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n${headers}\r\n`);
  let received = 0;
  socket.on("data", (chunk: Buffer) => {
    received += chunk.length;
    if (received >= most) socket.destroy();
  });
  await once(socket, "close");
  return received;
}

test("whatever the cache came to, its log counts the bytes that clients received", async () => {
  let received = 0;
  const stateOfLast = async () => (await readFile(nginx.log, "utf8")).trim().split("\n").at(-1)?.split(" ")[1];
  let requests = 0;
  const get = async (file: string, headers = "") => {
    received += await download(file, { headers });
    requests += 1;
  };
  await get(SEGMENT);
  await get(SEGMENT);
  await get(SEGMENT, "Range: bytes=100-9999\r\n");
  await get("master.m3u8", "Accept-Encoding: gzip\r\n");
  // After eight seconds the cache asks the edge, which answers without a body.
  await vi.waitFor(
    async () => {
      await get(SEGMENT);
      expect(await stateOfLast()).toBe("REVALIDATED");
    },
    { timeout: 30_000, interval: 500 },
  );
  const states = new Set((await readFile(nginx.log, "utf8")).split("\n").map((line) => line.split(" ")[1]));
  expect([...states]).toEqual(expect.arrayContaining(["MISS", "HIT", "REVALIDATED"]));

  const lines = () => createInterface({ input: createReadStream(nginx.deliveries, "utf8") });
  const imported = await importDeliveryLog(services, lines());
  expect(imported).toMatchObject({ counted: requests, bytes: received, others: 0, unreadable: 0 });

  const part = await download(DOWNLOAD, { most: 500_000 });
  await vi.waitFor(async () => expect(await readFile(nginx.deliveries, "utf8")).toContain(DOWNLOAD));
  const brokenOff = await importDeliveryLog(services, lines());
  expect(brokenOff).toMatchObject({ counted: 1, known: requests });
  expect(brokenOff.bytes).toBeGreaterThanOrEqual(part);
  expect(brokenOff.bytes).toBeLessThan(DOWNLOAD_BYTES);

  await edge.app.close();
  const { bytes } = await services.db
    .selectFrom("delivery_hours")
    .select((eb) => eb.fn.sum<string>("bytes").as("bytes"))
    .executeTakeFirstOrThrow();
  expect(Number(bytes)).toBe(received + brokenOff.bytes);
});
