import { createDecipheriv, randomBytes } from "node:crypto";
import { mediaPlaylist } from "@kinora/media/packaging/playlist.ts";
import { afterAll, expect, test } from "vitest";
import { passHolder } from "../platform/access/playback-links.ts";
import { signPlaybackToken } from "../platform/access/playback-token.ts";
import { sharedProject } from "../testing/fixtures.ts";
import { addProfile, assignProfile, onlyOn } from "../testing/restrictions.ts";
import { anEdge, aRendition, aVideo, type TestVideo } from "./testing.ts";

const { services, project } = await sharedProject();
const edge = await anEdge(services);
afterAll(() => edge.app.close());

const get = (path: string, headers: Record<string, string> = {}) =>
  fetch(edge.url + path, { headers, redirect: "manual" });
const bytesOf = async (path: string) => Buffer.from(await (await get(path)).arrayBuffer());

const SEGMENTS = [randomBytes(1_000), randomBytes(4_096)];
const PLAYLIST = mediaPlaylist({
  segments: SEGMENTS.map((_, index) => ({ uri: `0000${index}.m4s`, durationSeconds: 4 })),
  targetDurationSeconds: 4,
  ended: true,
});

const LABELS = ["360p", "audio", "audio-surround"];

/** A finished video under a profile that asks for encryption, and whatever else. */
async function anEncryptedVideo(rules: Parameters<typeof addProfile>[2] = {}): Promise<TestVideo> {
  const video = await aVideo(services, project);
  const put = (name: string, bytes: Buffer) => services.storage.put(`assets/${video.id}/v1/${name}`, bytes);
  for (const label of LABELS) {
    await aRendition(services, project, video, { label, kind: label === "360p" ? "video" : "audio" });
    await put(`${label}/index.m3u8`, Buffer.from(PLAYLIST));
    await put(`${label}/init.mp4`, Buffer.from(`description of ${label}`));
    for (const [index, segment] of SEGMENTS.entries()) await put(`${label}/0000${index}.m4s`, segment);
  }
  await put("mp4/360p.mp4", Buffer.from("a whole file"));
  const profileId = await addProfile(services, project, { encrypted: true, ...rules });
  await assignProfile(services, project, profileId, { video_id: video.id });
  return video;
}

function decrypt(key: Buffer, sequenceNumber: number, bytes: Buffer): Buffer {
  const iv = Buffer.alloc(16);
  iv.writeUInt32BE(sequenceNumber, 12);
  const decipher = createDecipheriv("aes-128-cbc", key, iv);
  return Buffer.concat([decipher.update(bytes), decipher.final()]);
}

test("viewers get every rendition with encrypted segments, which its key decrypts", async () => {
  const { hash } = await anEncryptedVideo();
  const master = await (await get(`/hls/${hash}/master.m3u8`)).text();
  const listed = [...master.matchAll(/(?:^|URI=")([^"\n]+\/index\.m3u8)/gm)].map(([, uri = ""]) => uri);
  expect([...new Set(listed)].toSorted()).toEqual(LABELS.map((label) => `encrypted/v1/${label}/index.m3u8`).toSorted());
  expect(master).not.toContain("I-FRAME");
  const keys = [];
  for (const label of LABELS) {
    const folder = `/hls/${hash}/encrypted/v1/${label}/`;
    const playlist = await (await get(`${folder}index.m3u8`)).text();
    expect(playlist.replace('#EXT-X-KEY:METHOD=AES-128,URI="key"\n', "")).toBe(PLAYLIST);
    expect(await bytesOf(`${folder}init.mp4`)).toEqual(Buffer.from(`description of ${label}`));
    const answer = await get(`${folder}key`);
    expect(answer.headers.get("cache-control")).toBe("private, no-store");
    const key = Buffer.from(await answer.arrayBuffer());
    expect(key).toHaveLength(16);
    for (const [index, segment] of SEGMENTS.entries())
      expect(decrypt(key, index, await bytesOf(`${folder}0000${index}.m4s`))).toEqual(segment);
    keys.push(key.toString("hex"));
  }
  expect(new Set(keys).size).toBe(LABELS.length);
});

test("nothing of it is served in the clear", async () => {
  const { hash } = await anEncryptedVideo();
  for (const path of [
    "v1/360p/index.m3u8",
    "v1/360p/00000.m4s",
    "v1/360p/key-frames.m3u8",
    "v1/mp4/360p.mp4",
    "manifest.mpd",
    "progressive.mp4",
  ]) {
    const answer = await get(`/hls/${hash}/${path}`);
    expect([path, answer.status]).toEqual([path, 404]);
    expect(await answer.json()).toEqual({ message: "This video's segments are encrypted. Its playlist lists them." });
  }
});

test("a segment has its length and an entity tag of its own, streamed and from memory", async () => {
  const { hash } = await anEncryptedVideo();
  const path = `/hls/${hash}/encrypted/v1/360p/00000.m4s`;
  // Those requested a second time are kept in memory.
  const answers = [await get(path), await get(path), await get(path)];
  const bodies = await Promise.all(answers.map(async (answer) => Buffer.from(await answer.arrayBuffer())));
  expect(bodies[1]).toEqual(bodies[0]);
  expect(bodies[2]).toEqual(bodies[0]);
  for (const { status, headers } of answers) expect([status, headers.get("content-length")]).toEqual([200, "1008"]);
  const [etag = "", ...others] = answers.map(({ headers }) => headers.get("etag") ?? "");
  expect(etag).toMatch(/-aes"$/);
  expect(others).toEqual([etag, etag]);
  expect((await get(path, { "if-none-match": etag })).status).toBe(304);
  const unread = `/hls/${hash}/encrypted/v1/audio/00000.m4s`;
  for (const once of [path, unread]) {
    const head = await fetch(edge.url + once, { method: "HEAD" });
    expect([head.status, head.headers.get("content-length")]).toEqual([200, "1008"]);
  }
  expect((await get(`/hls/${hash}/encrypted/v1/360p/00009.m4s`)).status).toBe(404);
  expect((await get(`/hls/${hash}/encrypted/v2/360p/index.m3u8`)).status).toBe(404);
});

test("keys are for viewers who pass the profile", async () => {
  const { hash } = await anEncryptedVideo(onlyOn("example.com"));
  expect((await get(`/hls/${hash}/encrypted/v1/360p/key`)).status).toBe(403);
  const sent = await get(`/hls/${hash}/encrypted/v1/360p/key`, { referer: "https://example.com/" });
  expect(sent.status).toBe(302);
  const location = sent.headers.get("location") ?? "";
  expect(location).toMatch(new RegExp(`^/hls/~[^/]+/${hash}/encrypted/v1/360p/key$`));
  expect(await bytesOf(location)).toHaveLength(16);
});

test("a rendition that grows is encrypted as well, and members of the project read all in the clear", async () => {
  const video = await aVideo(services, project);
  await aRendition(services, project, video, {
    label: "360p",
    state: "processing",
    chunks: [{ sizes: [1_000, 4_096], complete: true }],
  });
  await services.storage.put(`assets/${video.id}/v1/360p/00000.m4s`, SEGMENTS[0] ?? Buffer.alloc(0));
  const profileId = await addProfile(services, project, { encrypted: true });
  await assignProfile(services, project, profileId, { video_id: video.id });
  const folder = `/hls/${video.hash}/encrypted/v1/360p/`;
  const growing = await (await get(`${folder}index.m3u8`)).text();
  expect(growing).toContain('#EXT-X-KEY:METHOD=AES-128,URI="key"');
  expect(growing).not.toContain("#EXT-X-ENDLIST");
  expect(decrypt(await bytesOf(`${folder}key`), 0, await bytesOf(`${folder}00000.m4s`))).toEqual(SEGMENTS[0]);

  const expiresAt = new Date(Date.now() + 60_000);
  const pass = signPlaybackToken(services.secrets.playbackKey, video.hash, passHolder(project.owner), expiresAt);
  const master = await (await get(`/hls/~${pass}/${video.hash}/master.m3u8`)).text();
  expect(master).not.toContain("encrypted/");
  expect(await bytesOf(`/hls/~${pass}/${video.hash}/v1/360p/00000.m4s`)).toEqual(SEGMENTS[0]);
});
