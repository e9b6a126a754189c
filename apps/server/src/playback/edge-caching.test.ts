import { updateRows } from "@kinora/db/testing-rows.ts";
import { sql } from "kysely";
import { afterAll, expect, test, vi } from "vitest";
import { sharedProject, addCaptions } from "../testing/fixtures.ts";
import { PLAYBACK_CHANGED } from "./playback-rules.ts";
import { anEdge, aRendition, aVideo, type TestVideo } from "./testing.ts";

const { services, project } = await sharedProject();
const edge = await anEdge(services);

afterAll(() => edge.app.close());

/** Every shape of stored file that may leave the edge. */
const STORED = [
  "v1/720p/index.m3u8",
  "v1/720p/init.mp4",
  "v1/720p/00000.m4s",
  "v1/mp4/720p.mp4",
  "v1/posters/720p.jpg",
  "posters/1/720p.jpg",
  "v1/storyboard/storyboard.vtt",
  "v1/storyboard/sprite-0.jpg",
];
const WRITTEN = ["master.m3u8", "v1/360p/index.m3u8", "chapters.vtt"];

async function aPublishedVideo(): Promise<TestVideo> {
  const video = await aVideo(services, project);
  await aRendition(services, project, video, { label: "720p" });
  const chunks = [{ sizes: [1], complete: true }];
  await aRendition(services, project, video, { label: "360p", state: "processing", chunks });
  for (const name of STORED) await services.storage.put(`assets/${video.id}/${name}`, Buffer.from(name));
  return video;
}

async function storeCaptions({ id }: TestVideo): Promise<string> {
  const row = await addCaptions(services, project, id);
  const name = `captions/${row.id}-${row.revision}.vtt`;
  await services.storage.put(`assets/${id}/${name}`, Buffer.from("WEBVTT"));
  return name;
}

const maximumAge = (response: Response) =>
  Number(/^public, max-age=([0-9]+)$/.exec(response.headers.get("cache-control") ?? "")?.[1]);

test("no cache may keep a response about a video for longer than eight seconds without revalidation", async () => {
  const video = await aPublishedVideo();
  const names = [...STORED, ...WRITTEN, await storeCaptions(video)];
  const ages = await Promise.all(
    names.map(async (name) => {
      const response = await fetch(`${edge.url}/hls/${video.hash}/${name}`);
      await response.arrayBuffer();
      return [name, response.status, maximumAge(response) <= 8];
    }),
  );
  expect(ages).toEqual(names.map((name) => [name, 200, true]));
});

test("a cache that revalidates gets no bytes while a video is published, and a refusal once it is not", async () => {
  const video = await aPublishedVideo();
  const names = [...STORED, await storeCaptions(video)];
  const tags = new Map<string, string>();
  for (const name of names) {
    const response = await fetch(`${edge.url}/hls/${video.hash}/${name}`);
    await response.arrayBuffer();
    tags.set(name, response.headers.get("etag") ?? "");
  }
  const again = () =>
    Promise.all(
      names.map(async (name) => {
        const headers = { "if-none-match": tags.get(name) ?? "" };
        const response = await fetch(`${edge.url}/hls/${video.hash}/${name}`, { headers });
        return [name, response.status, (await response.arrayBuffer()).byteLength === 0];
      }),
    );
  expect(await again()).toEqual(names.map((name) => [name, 304, true]));
  await updateRows(services, "videos", { id: video.id }, { published: false });
  await sql`select pg_notify(${PLAYBACK_CHANGED}, ${video.hash})`.execute(services.db);
  await vi.waitFor(async () => expect(await again()).toEqual(names.map((name) => [name, 404, false])));
});
