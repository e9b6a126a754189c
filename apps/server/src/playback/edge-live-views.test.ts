import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { readTracks } from "@kinora/media/live/live-init.ts";
import { emptyPart } from "@kinora/media/live/live-playlist.ts";
import { packaged, programme } from "@kinora/media/live/packager-fixtures.ts";
import { keyFrameView, trackView } from "@kinora/media/live/track-view.ts";
import { afterAll, expect, test } from "vitest";
import { addStream, sharedProject } from "../testing/fixtures.ts";
import { anEdge } from "./testing.ts";

const { services, project } = await sharedProject();
const edge = await anEdge(services);
const asked: string[] = [];
const held = new Map<string, Buffer>();
/** A live role with some files in memory. */
const role = createServer(({ url = "" }, response) => {
  const name = url.split("/").slice(3).join("/");
  asked.push(name);
  const bytes = held.get(name);
  response.writeHead(bytes ? 200 : 404).end(bytes);
});
await new Promise<void>((resolve) => role.listen(0, "127.0.0.1", resolve));
const address = `http://127.0.0.1:${(role.address() as AddressInfo).port}`;
await services.db.insertInto("stream_hosts").values({ host: "here", url: address, pid: 1 }).execute();
afterAll(async () => {
  await edge.app.close();
  role.close();
});

const { init, fragments } = packaged(programme(3));
const [first, second] = fragments.map(({ bytes }) => bytes);
const noBytes = Buffer.alloc(0);
const start = init?.bytes ?? noBytes;

const get = async (path: string, headers: Record<string, string> = {}) => {
  const response = await fetch(edge.url + path, { headers });
  return { status: response.status, headers: response.headers, bytes: Buffer.from(await response.arrayBuffer()) };
};

/** A stream with a playlist, a part that the live role holds, and an older segment that is stored. */
async function aStream() {
  const stream = await addStream(services, project, { ingest: "receiving" });
  held.set("source/index.m3u8", Buffer.from("#EXTM3U\n"));
  held.set("source/key-frames.m3u8", Buffer.from("#EXTM3U\n#EXT-X-I-FRAMES-ONLY\n"));
  held.set("source/init-1.mp4", start);
  held.set("source/7.0.m4s", first ?? noBytes);
  held.set("source/7.1.m4s", emptyPart);
  await services.storage.put(`live/${stream.id}/source/3.m4s`, Buffer.concat([first ?? noBytes, second ?? noBytes]));
  return { ...stream, folder: `/hls/${stream.hash}` };
}

test("each track of a livestream is served apart, as initialization segment, part and segment", async () => {
  const { folder } = await aStream();
  for (const track of ["video", "audio"] as const) {
    const beginning = await get(`${folder}/${track}/source/init-1.mp4`);
    expect([beginning.status, beginning.headers.get("content-type")]).toEqual([200, "video/mp4"]);
    expect(readTracks(beginning.bytes).map(({ kind }) => kind)).toEqual([track]);
    const part = await get(`${folder}/${track}/source/7.0.m4s`);
    expect([part.headers.get("content-type"), part.headers.get("cache-control")]).toEqual([
      ...["video/iso.segment", "public, max-age=8"],
    ]);
    expect(part.bytes).toEqual(trackView(first ?? noBytes, track));
    expect((await get(`${folder}/${track}/source/7.1.m4s`)).bytes).toEqual(emptyPart);
    const stored = await get(`${folder}/${track}/source/3.m4s`);
    expect(stored.bytes).toEqual(trackView(Buffer.concat([first ?? noBytes, second ?? noBytes]), track));
    const etag = stored.headers.get("etag") ?? "";
    expect((await get(`${folder}/${track}/source/3.m4s`, { "if-none-match": etag })).status).toBe(304);
    const range = await get(`${folder}/${track}/source/3.m4s`, { range: "bytes=4-7" });
    expect([range.status, range.bytes.toString()]).toEqual([206, "moof"]);
    expect((await get(`${folder}/${track}/source/index.m3u8?_HLS_msn=7`)).status).toBe(404);
    expect((await get(`${folder}/${track}/source/index.m3u8`)).bytes.toString()).toBe("#EXTM3U\n");
    expect((await get(`${folder}/${track}/source/9.m4s`)).status).toBe(404);
    expect((await get(`${folder}/${track}/captions/index.m3u8`)).status).toBe(404);
  }
  expect(asked).toContain("source/index.m3u8?_HLS_msn=7");
  expect((await get(`${folder}/other/source/3.m4s`)).status).toBe(404);
});

test("the live role is asked once for a part whose tracks many request", async () => {
  const { folder } = await aStream();
  const before = asked.length;
  await Promise.all(["video", "audio", "video"].map((track) => get(`${folder}/${track}/source/7.0.m4s`)));
  await get(`${folder}/source/7.0.m4s`);
  expect(asked.slice(before)).toEqual(["source/7.0.m4s"]);
});

test("playlists without parts and further sounds are served beside the rungs", async () => {
  const { id, folder } = await aStream();
  held.set("source/whole.m3u8", Buffer.from("#EXTM3U\n#whole\n"));
  held.set("sound-1/index.m3u8", Buffer.from("#EXTM3U\n#sound\n"));
  await services.storage.put(`live/${id}/sound-1/3.m4s`, Buffer.from("stored"));
  for (const path of ["source/whole.m3u8", "video/source/whole.m3u8", "audio/source/whole.m3u8"])
    expect((await get(`${folder}/${path}`)).bytes.toString()).toContain("#whole");
  expect((await get(`${folder}/sound-1/index.m3u8`)).bytes.toString()).toContain("#sound");
  expect((await get(`${folder}/sound-1/3.m4s`)).bytes.toString()).toBe("stored");
  for (const path of ["sound-8/index.m3u8", "video/sound-1/index.m3u8", "sound-1/3.0.m4s"])
    expect((await get(`${folder}/${path}`)).status).toBe(404);
});

test("the key frames of segments have a list of their own", async () => {
  const { folder } = await aStream();
  const list = await get(`${folder}/key-frames/source/index.m3u8`);
  expect([list.bytes.toString(), list.headers.get("cache-control")]).toEqual([
    ...["#EXTM3U\n#EXT-X-I-FRAMES-ONLY\n", "no-store"],
  ]);
  const frame = await get(`${folder}/key-frames/source/3.m4s`);
  expect(frame.bytes).toEqual(keyFrameView(Buffer.concat([first ?? noBytes, second ?? noBytes])));
  const beginning = await get(`${folder}/key-frames/source/init-1.mp4`);
  expect(readTracks(beginning.bytes).map(({ kind }) => kind)).toEqual(["video"]);
  expect((await get(`${folder}/source/key-frames.m3u8`)).status).toBe(404);
});
