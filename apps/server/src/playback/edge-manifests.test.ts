import { updateRows } from "@kinora/db/testing-rows.ts";
import { encodedFilesOnce } from "@kinora/media/fixtures/made-once.ts";
import { mediaPlaylist } from "@kinora/media/packaging/playlist.ts";
import { afterAll, expect, test } from "vitest";
import { passHolder } from "../platform/access/playback-links.ts";
import { signPlaybackToken } from "../platform/access/playback-token.ts";
import { sharedProject, addCaptions } from "../testing/fixtures.ts";
import { anEdge, aRendition, aVideo, type TestVideo } from "./testing.ts";

const { services, project } = await sharedProject();
const edge = await anEdge(services);

afterAll(() => edge.app.close());

const get = (path: string, headers: Record<string, string> = {}, method = "GET") =>
  fetch(edge.url + path, { method, headers });

const fragmented = (label: string) => [
  ...["-f", "hls", "-hls_time", "1", "-hls_segment_type", "fmp4", "-hls_playlist_type", "vod"],
  ...["-hls_fmp4_init_filename", "init.mp4", "-hls_segment_filename", `${label}/%05d.m4s`, `${label}/index.m3u8`],
];

/** Two seconds of picture and sound, as segments. */
const media = () =>
  encodedFilesOnce([
    [
      ...["-f", "lavfi", "-i", "testsrc2=size=128x72:rate=25:duration=2", "-c:v", "libx264", "-preset", "ultrafast"],
      ...["-pix_fmt", "yuv420p", "-g", "25", ...fragmented("720p")],
    ],
    ["-f", "lavfi", "-i", "sine=sample_rate=48000:duration=2", "-c:a", "aac", ...fragmented("audio")],
  ]);

/** Stores the files of a finished rendition. */
async function store({ id }: TestVideo, label: string, of: "720p" | "audio" = "720p"): Promise<void> {
  const files = await media();
  const file = (name: string) => files.get(`${of}/${name}`) ?? Buffer.alloc(0);
  const segments = [
    ...file("index.m3u8")
      .toString()
      .matchAll(/#EXTINF:([\d.]+)/g),
  ].map(([, seconds], index) => ({
    uri: `0000${index}.m4s`,
    durationSeconds: Number(seconds),
  }));
  const playlist = mediaPlaylist({ segments, targetDurationSeconds: 2, ended: true });
  const put = (name: string, bytes: Buffer) => services.storage.put(`assets/${id}/v1/${label}/${name}`, bytes);
  await put("index.m3u8", Buffer.from(playlist));
  for (const name of ["init.mp4", "00000.m4s"]) await put(name, file(name));
}

async function aFinishedVideo(published = true): Promise<TestVideo> {
  const video = await aVideo(services, project, { published });
  for (const label of ["360p", "720p"]) {
    await aRendition(services, project, video, { label });
    await store(video, label);
  }
  await aRendition(services, project, video, { label: "audio", kind: "audio" });
  await store(video, "audio", "audio");
  return video;
}

const matches = (text: string, pattern: RegExp) => [...text.matchAll(pattern)].map(([, found]) => found);

test("the manifest of a finished video lists the segments of its renditions and of its sound", async () => {
  const { hash } = await aFinishedVideo();
  const response = await get(`/hls/${hash}/manifest.mpd`);
  expect(response.status).toBe(200);
  expect(response.headers.get("content-type")).toBe("application/dash+xml");
  expect(response.headers.get("cache-control")).toBe("public, max-age=2");
  expect(response.headers.get("access-control-allow-origin")).toBe("*");
  expect(response.headers.get("set-cookie")).toBeNull();
  const manifest = await response.text();
  expect(matches(manifest, /<Representation id="([^"]+)"/g)).toEqual(["360p", "720p", "audio"]);
  expect(matches(manifest, / media="([^"]+)"/g)).toEqual([
    "v1/360p/$Number%05d$.m4s",
    "v1/720p/$Number%05d$.m4s",
    "v1/audio/$Number%05d$.m4s",
  ]);
  expect(matches(manifest, / bandwidth="([^"]+)"/g)).toEqual(["540000", "1080000", "192000"]);
  expect(manifest).toContain('frameRate="25"');
  // Addresses are relative, so that they inherit a pass in the path.
  expect(manifest).not.toContain(hash);
  const media = await get(`/hls/${hash}/v1/720p/${String(0).padStart(5, "0")}.m4s`);
  expect(media.status).toBe(200);
  await media.arrayBuffer();
});

test("captions and the storyboard are in the manifest", async () => {
  const video = await aFinishedVideo();
  await updateRows(services, "videos", { id: video.id }, { storyboard: true });
  const { id } = await addCaptions(services, project, video.id, { kind: "captions", revision: 3 });
  const cue = (second: number) =>
    `00:00:0${second}.000 --> 00:00:0${second + 2}.000\nsprite-00000.jpg#xywh=${second * 80},0,160,90\n`;
  const put = (name: string, text: string) =>
    services.storage.put(`assets/${video.id}/v1/storyboard/${name}`, Buffer.from(text));
  await put("storyboard.vtt", `WEBVTT\n\n${cue(0)}\n${cue(2)}`);
  await put("sprite-00000.jpg", "x".repeat(5_000));
  const manifest = await (await get(`/hls/${video.hash}/manifest.mpd`)).text();
  expect(manifest).toContain(`<BaseURL>captions/${id}-3.vtt</BaseURL>`);
  expect(manifest).toContain('lang="de"');
  expect(manifest).toContain("<Label>Deutsch</Label>");
  expect(manifest).toContain('value="5x5"');
  expect(manifest).toContain('width="800" height="450"');
  expect(manifest).toContain(
    'media="v1/storyboard/sprite-$Number%05d$.jpg" duration="50" startNumber="0" endNumber="0"',
  );
});

test("there is no manifest before a rendition and its sound are complete, and none of a rendition that grows", async () => {
  const video = await aVideo(services, project, { status: "processing" });
  const chunks = [{ sizes: [50_000, 60_000], complete: true }];
  await aRendition(services, project, video, { label: "360p", state: "processing", chunks });
  expect((await get(`/hls/${video.hash}/master.m3u8`)).status).toBe(200);
  expect((await get(`/hls/${video.hash}/manifest.mpd`)).status).toBe(404);

  const half = await aVideo(services, project, { status: "processing" });
  await aRendition(services, project, half, { label: "360p" });
  await store(half, "360p");
  await aRendition(services, project, half, { label: "720p", state: "processing", chunks });
  const manifest = await (await get(`/hls/${half.hash}/manifest.mpd`)).text();
  expect(matches(manifest, /<Representation id="([^"]+)"/g)).toEqual(["360p"]);

  const silent = await aVideo(services, project, { status: "processing" });
  await aRendition(services, project, silent, { label: "360p" });
  await aRendition(services, project, silent, { label: "audio", kind: "audio", state: "processing", chunks });
  expect((await get(`/hls/${silent.hash}/manifest.mpd`)).status).toBe(404);
});

test("the manifest of a video that is not published needs a pass, and is kept by no shared cache", async () => {
  const { hash } = await aFinishedVideo(false);
  expect((await get(`/hls/${hash}/manifest.mpd`)).status).toBe(404);
  const expiresAt = new Date(Date.now() + 60_000);
  const pass = signPlaybackToken(services.secrets.playbackKey, hash, passHolder(project.owner), expiresAt);
  const response = await get(`/hls/~${pass}/${hash}/manifest.mpd`);
  expect(response.status).toBe(200);
  expect(response.headers.get("cache-control")).toBe("private, max-age=2");
});

test("a long manifest is compressed for who accepts that", async () => {
  const { hash } = await aFinishedVideo();
  const response = await get(`/hls/${hash}/manifest.mpd`, { "accept-encoding": "gzip" });
  expect(response.headers.get("content-encoding")).toBe("gzip");
  expect(await response.text()).toContain("<MPD");
});
