import { createServer, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { setTimeout as wait } from "node:timers/promises";
import { expect, onTestFinished, test, vi } from "vitest";
import { aProject, as, testServices } from "../platform/testing.ts";
import { grantOf } from "../testing/fixtures.ts";
import { startImportProcess } from "../testing/import-process.ts";
import { readImportJob } from "./rows.ts";
import { createImportJob, startImportJob } from "./service.ts";

const FILMS = 12;
const FILM_BYTES = 400_000;
/** Items that have ended when the worker is killed: files of others are being fetched then. */
const KILLED_AFTER = [0, 3, 7];
const PATIENCE = { timeout: 60_000, interval: 10 };

const item = (at: number) => `<item><title>Film ${at}</title><guid>${at}</guid>
  <podcast:transcript url="/words.vtt" type="text/vtt" language="de"/>
  <enclosure url="/${at}.mp4" type="video/mp4"/></item>`;

/** A feed whose files take about a second each. */
async function slowFeed() {
  let asked = 0;
  let sending = 0;
  const send = async (url: string, response: ServerResponse) => {
    asked += 1;
    sending += 1;
    response.writeHead(200, { "content-type": "video/mp4", "content-length": FILM_BYTES });
    for (let sent = 0; sent < FILM_BYTES && !response.destroyed; sent += FILM_BYTES / 10) {
      response.write(Buffer.alloc(FILM_BYTES / 10, url));
      await wait(100);
    }
    sending -= 1;
    response.end();
  };
  const server = createServer(({ url = "" }, response) => {
    const items = Array.from({ length: FILMS }, (_, at) => item(at)).join("");
    if (url === "/feed") response.end(`<rss><channel><title>Films</title>${items}</channel></rss>`);
    else if (url === "/words.vtt") response.end("WEBVTT\n\n00:01.000 --> 00:02.000\nHello\n");
    else send(url, response).catch((error: unknown) => response.destroy(error instanceof Error ? error : undefined));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    address: `http://127.0.0.1:${(server.address() as AddressInfo).port}/feed`,
    /** Requests for a film. */
    asked: () => asked,
    /** Films that are being sent. */
    sending: () => sending,
    close() {
      server.close();
      server.closeAllConnections();
    },
  };
}

test("an import whose worker is killed continues with the next one and makes nothing twice", async () => {
  const services = await testServices({ KINORA_ALLOW_PRIVATE_URLS: "true" });
  const feed = await slowFeed();
  onTestFinished(async () => {
    feed.close();
    await services.stop();
  });
  const project = await aProject(services);
  const [context, grant] = [as(services, project.owner), grantOf(project)];
  const options = { publish: "no", playlists: true, labels: true } as const;
  let worker = await startImportProcess(services);
  const { id } = await createImportJob(context, grant, { kind: "feed", source: feed.address, options });
  const job = () => readImportJob(context, grant, id);
  await vi.waitFor(async () => expect(await job()).toMatchObject({ state: "ready" }), PATIENCE);
  await startImportJob(context, grant, id);
  for (const ended of KILLED_AFTER) {
    await vi.waitFor(async () => {
      const { items } = await job();
      expect(items.done).toBeGreaterThanOrEqual(ended);
      expect(feed.sending()).toBeGreaterThan(0);
    }, PATIENCE);
    await worker.kill();
    worker = await startImportProcess(services);
  }
  await vi.waitFor(async () => expect(await job()).toMatchObject({ state: "complete" }), PATIENCE);
  await worker.kill();
  expect((await job()).items).toMatchObject({ done: FILMS, failed: 0, skipped: 0 });
  expect(feed.asked()).toBeGreaterThan(FILMS);
  const { db } = services;
  const videos = await db
    .selectFrom("videos")
    .innerJoin("uploads", "uploads.video_id", "videos.id")
    .leftJoin("captions", "captions.video_id", "videos.id")
    .leftJoin("playlist_items", "playlist_items.video_id", "videos.id")
    .select(["title", "uploads.state", "uploads.size_bytes", "captions.language", "playlist_items.playlist_id"])
    .where("videos.project_id", "=", project.projectId)
    .execute();
  expect(videos.map(({ title }) => title).toSorted()).toEqual(
    Array.from({ length: FILMS }, (_, at) => `Film ${at}`).toSorted(),
  );
  for (const video of videos)
    expect(video).toMatchObject({ state: "complete", size_bytes: FILM_BYTES, language: "de" });
  expect(new Set(videos.map((video) => video.playlist_id)).size).toBe(1);
});
