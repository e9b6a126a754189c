import { updateRows } from "@kinora/db/testing-rows.ts";
import { NotStored } from "@kinora/storage/errors.ts";
import { parse, types } from "hls-parser";
import { afterAll, expect, onTestFinished, test, vi } from "vitest";
import { sharedProject } from "../testing/fixtures.ts";
import { anEdge, aRendition, aVideo, type TestVideo } from "./testing.ts";

const { services, project } = await sharedProject();
const edge = await anEdge(services);

afterAll(() => edge.app.close());

const get = (path: string, headers: Record<string, string> = {}, method = "GET") =>
  fetch(edge.url + path, { method, headers });
const put = (video: TestVideo, name: string, bytes: Buffer | string) =>
  services.storage.put(`assets/${video.id}/${name}`, Buffer.from(bytes));

async function aFinishedVideo(published = true): Promise<TestVideo> {
  const video = await aVideo(services, project, { published });
  for (const label of ["360p", "720p"]) await aRendition(services, project, video, { label });
  await aRendition(services, project, video, { label: "audio", kind: "audio" });
  return video;
}

test("the master playlist of a finished video lists its rungs and its sound, and is valid HLS", async () => {
  const { hash } = await aFinishedVideo();
  const response = await get(`/hls/${hash}/master.m3u8`);
  expect(response.status).toBe(200);
  expect(response.headers.get("content-type")).toBe("application/vnd.apple.mpegurl");
  expect(response.headers.get("cache-control")).toBe("public, max-age=2");
  expect(response.headers.get("access-control-allow-origin")).toBe("*");
  expect(response.headers.get("set-cookie")).toBeNull();
  const master = parse(await response.text());
  if (!(master instanceof types.MasterPlaylist)) throw new Error("not a master playlist");
  expect(master.variants.map(({ uri, resolution }) => [uri, resolution?.height])).toEqual([
    ["v1/720p/index.m3u8", 720],
    ["v1/360p/index.m3u8", 360],
    ["v1/audio/index.m3u8", undefined],
  ]);
  expect(master.variants[0]?.audio[0]?.uri).toBe("v1/audio/index.m3u8");
  expect(master.variants[0]?.codecs).toBe("avc1.64001f,mp4a.40.2");
});

test("a growing rendition lists its segments up to the first gap and says that more will come", async () => {
  const video = await aVideo(services, project, { status: "processing" });
  await aRendition(services, project, video, {
    label: "360p",
    state: "processing",
    chunks: [
      { sizes: [50_000, 60_000], complete: true },
      { sizes: [70_000], complete: false },
      { sizes: [80_000, 90_000], complete: true },
    ],
  });
  const master = await get(`/hls/${video.hash}/master.m3u8`);
  expect(await master.text()).toContain("BANDWIDTH=140000");

  const response = await get(`/hls/${video.hash}/v1/360p/index.m3u8`);
  expect(response.headers.get("cache-control")).toBe("public, max-age=1");
  const playlist = parse(await response.text());
  if (!(playlist instanceof types.MediaPlaylist)) throw new Error("not a media playlist");
  expect(playlist.segments.map(({ uri }) => uri)).toEqual(["00000.m4s", "00001.m4s", "00002.m4s"]);
  expect(playlist).toMatchObject({ playlistType: "EVENT", endlist: false, targetDuration: 5 });
});

test("the playlist of a finished rendition is the stored one", async () => {
  const video = await aFinishedVideo();
  await put(video, "v1/720p/index.m3u8", "#EXTM3U\n#EXT-X-ENDLIST\n");
  const response = await get(`/hls/${video.hash}/v1/720p/index.m3u8`);
  expect(await response.text()).toBe("#EXTM3U\n#EXT-X-ENDLIST\n");
  expect(response.headers.get("cache-control")).toBe("public, max-age=8");
});

test("a segment is served whole, in part, and the same from disk as from memory", async () => {
  const video = await aFinishedVideo();
  const bytes = Buffer.from(Array.from({ length: 700_000 }, (_, index) => index % 251));
  await put(video, "v1/720p/00000.m4s", bytes);
  const path = `/hls/${video.hash}/v1/720p/00000.m4s`;
  const etags = new Set<string | null>();
  for (let asking = 0; asking < 3; asking += 1) {
    const whole = await get(path);
    expect(whole.status).toBe(200);
    expect(whole.headers.get("content-type")).toBe("video/iso.segment");
    expect(whole.headers.get("content-length")).toBe("700000");
    expect(whole.headers.get("x-content-type-options")).toBe("nosniff");
    expect(whole.headers.get("cache-control")).toBe("public, max-age=8");
    expect(Buffer.from(await whole.arrayBuffer()).equals(bytes)).toBe(true);
    etags.add(whole.headers.get("etag"));

    const part = await get(path, { range: "bytes=600000-" });
    expect(part.status).toBe(206);
    expect(part.headers.get("content-range")).toBe("bytes 600000-699999/700000");
    expect(Buffer.from(await part.arrayBuffer()).equals(bytes.subarray(600_000))).toBe(true);

    const beyond = await get(path, { range: "bytes=700000-" });
    expect(beyond.status).toBe(416);
    expect(beyond.headers.get("content-range")).toBe("bytes */700000");
  }
  const [etag] = etags;
  expect(etags.size).toBe(1);
  expect((await get(path, { "if-none-match": etag ?? "" })).status).toBe(304);
  expect((await get(path, { range: "bytes=0-9", "if-range": '"another"' })).status).toBe(200);
  expect((await get(path, { range: "bytes=0-9", "if-range": etag ?? "" })).status).toBe(206);
  const head = await get(path, {}, "HEAD");
  expect([head.status, head.headers.get("content-length"), (await head.arrayBuffer()).byteLength]).toEqual([
    200,
    "700000",
    0,
  ]);
});

test("many viewers may ask for the same segment at once", async () => {
  const video = await aFinishedVideo();
  const bytes = Buffer.alloc(300_000, 7);
  await put(video, "v1/360p/00000.m4s", bytes);
  const answers = await Promise.all(
    Array.from({ length: 20 }, async () => (await get(`/hls/${video.hash}/v1/360p/00000.m4s`)).arrayBuffer()),
  );
  for (const answer of answers) expect(Buffer.from(answer).equals(bytes)).toBe(true);
});

test("a viewer who disconnects during a response does not affect others", async () => {
  const video = await aFinishedVideo();
  await put(video, "v1/mp4/720p.mp4", Buffer.alloc(30_000_000, 1));
  const leaving = new AbortController();
  const response = await fetch(`${edge.url}/hls/${video.hash}/v1/mp4/720p.mp4`, { signal: leaving.signal });
  leaving.abort();
  await expect(response.arrayBuffer()).rejects.toThrow();
  const whole = await get(`/hls/${video.hash}/v1/mp4/720p.mp4?download=1`);
  expect(whole.headers.get("content-disposition")).toBe(
    `attachment; filename="A film 720p.mp4"; filename*=UTF-8''A%20film%20720p.mp4`,
  );
  expect((await whole.arrayBuffer()).byteLength).toBe(30_000_000);
});

test("unpublished, deleted, foreign and missing media are answered alike", async () => {
  const hidden = await aFinishedVideo(false);
  const deleted = await aFinishedVideo();
  await updateRows(services, "videos", { id: deleted.id }, { deleted_at: new Date() });
  const there = await aFinishedVideo();
  for (const video of [hidden, deleted, there]) await put(video, "v1/720p/init.mp4", "init");
  const answers = await Promise.all(
    [
      `/hls/${hidden.hash}/master.m3u8`,
      `/hls/${hidden.hash}/v1/720p/init.mp4`,
      `/hls/${deleted.hash}/v1/720p/init.mp4`,
      `/hls/0123456789abcdef/v1/720p/init.mp4`,
      `/hls/${there.hash}/v1/720p/99999.m4s`,
      `/hls/${there.hash}/v2/720p/init.mp4`,
      `/hls/${there.hash}/v1/source/original.mov`,
      `/hls/${there.hash}/v1/720p/..%2f..%2fsource%2ffilm.mp4`,
    ].map(async (path) => {
      const response = await get(path);
      return `${response.status} ${response.headers.get("cache-control")} ${await response.text()}`;
    }),
  );
  expect(new Set(answers)).toEqual(new Set(['404 no-store {"message":"There is no such file."}']));
});

test("media is read-only", async () => {
  const { hash } = await aFinishedVideo();
  expect((await get(`/hls/${hash}/master.m3u8`, {}, "POST")).status).toBe(405);
  const preflight = await get(
    `/hls/${hash}/master.m3u8`,
    { origin: "https://example.com", "access-control-request-method": "GET" },
    "OPTIONS",
  );
  expect([preflight.status, preflight.headers.get("access-control-allow-methods")]).toEqual([204, "GET, HEAD"]);
});

test("a file that is deleted from remote storage while it is answered ends that connection, and nothing else", async () => {
  const video = await aFinishedVideo();
  await put(video, "v1/720p/00000.m4s", "segment");
  const path = `/hls/${video.hash}/v1/720p/00000.m4s`;
  const isRemote = vi.spyOn(services.storage, "localPath").mockReturnValue(null);
  const gone = vi.spyOn(services.storage, "get").mockImplementation((key) => Promise.reject(new NotStored(key)));
  onTestFinished(() => isRemote.mockRestore());
  onTestFinished(() => gone.mockRestore());
  await expect(get(path).then((response) => response.text())).rejects.toThrow();
  gone.mockRestore();
  expect(await (await get(path)).text()).toBe("segment");
});
