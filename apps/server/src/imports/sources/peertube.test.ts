import { createWriteStream } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pipeline } from "node:stream/promises";
import { afterEach, beforeEach, expect, test } from "vitest";
import { ZipFile } from "yazl";
import { readLocalFile } from "../../uploads/import/local-file.ts";
import { localArchive } from "./archives.ts";
import { fileAt } from "./item-file.ts";
import { readPeertubeExport } from "./peertube.ts";
import { tidyEntry } from "./tidy-entry.ts";

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "kinora-peertube-"));
});
afterEach(() => rm(folder, { recursive: true }));

async function archiveOf(files: Record<string, string | object>): Promise<string> {
  const zip = new ZipFile();
  for (const [name, content] of Object.entries(files))
    zip.addBuffer(Buffer.from(typeof content === "string" ? content : JSON.stringify(content)), name);
  zip.end();
  const path = join(folder, "export.zip");
  await pipeline(zip.outputStream, createWriteStream(path));
  return path;
}

/** A video as PeerTube 7 exports it, with the fields that are read and some that are not. */
const video = (change: object = {}) => ({
  uuid: "9c9de5e8-0a1e-484a-b099-e80766180a6d",
  createdAt: "2024-01-02T10:00:00.000Z",
  publishedAt: "2024-01-03T10:00:00.000Z",
  originallyPublishedAt: null,
  name: "Bees",
  category: 16,
  licence: 1,
  language: "en",
  tags: ["bees"],
  privacy: 1,
  passwords: [],
  duration: 10,
  description: "About **bees**.",
  support: null,
  isLive: false,
  url: "https://tube.example.com/videos/watch/9c9de5e8",
  thumbnailUrl: "https://tube.example.com/small.jpg",
  previewUrl: "https://tube.example.com/large.jpg",
  captions: [{ language: "de", filename: "x.vtt", fileUrl: "https://tube.example.com/x.vtt" }],
  chapters: [
    { timecode: 0, title: "Start" },
    { timecode: 5, title: "End" },
  ],
  files: [
    { resolution: 480, size: 1, fps: 25, torrentUrl: "", fileUrl: "https://tube.example.com/480.mp4" },
    { resolution: 1080, size: 2, fps: 25, torrentUrl: "", fileUrl: "https://tube.example.com/1080.mp4" },
  ],
  streamingPlaylists: [{ type: 1, files: [{ resolution: 720, fileUrl: "https://tube.example.com/720.mp4" }] }],
  archiveFiles: { videoFile: null, thumbnail: null, captions: {} },
  ...change,
});

const playlists = {
  videoPlaylists: [
    { displayName: "Watch later", type: 2, elements: [{ videoUrl: video().url }] },
    { displayName: "Insects", type: 1, elements: [{ videoUrl: video().url }, { videoUrl: null }] },
  ],
};

test("a video in the archive is read with its file, captions, thumbnail, chapters and playlists", async () => {
  const archiveFiles = {
    videoFile: "../files/videos/video-files/9c9d.mp4",
    thumbnail: "../files/videos/thumbnails/9c9d.jpg",
    captions: { de: "../files/videos/captions/9c9d-de.vtt" },
  };
  const path = await archiveOf({
    "peertube/videos.json": { videos: [video({ archiveFiles })] },
    "peertube/video-playlists.json": playlists,
    "files/videos/video-files/9c9d.mp4": "film",
    "files/videos/thumbnails/9c9d.jpg": "picture",
    "files/videos/captions/9c9d-de.vtt": "WEBVTT",
  });
  const { entries } = await readPeertubeExport(localArchive(path));
  expect(entries.map(tidyEntry)).toEqual([
    {
      key: "peertube:9c9de5e8-0a1e-484a-b099-e80766180a6d",
      title: "Bees",
      description: "About **bees**.",
      category: "Animals",
      tags: ["bees"],
      date: "2024-01-03T10:00:00.000Z",
      published: true,
      media: { path: "files/videos/video-files/9c9d.mp4" },
      captions: [{ language: "de", file: { path: "files/videos/captions/9c9d-de.vtt" } }],
      chapters: [
        { start_seconds: 0, title: "Start" },
        { start_seconds: 5, title: "End" },
      ],
      picture: { path: "files/videos/thumbnails/9c9d.jpg" },
      playlists: ["Insects"],
      notes: [],
      problem: null,
    },
  ]);
  const file = { path, entry: "files/videos/video-files/9c9d.mp4" };
  expect(fileAt({ id: 1, kind: "peertube", source: path }, file.entry)).toEqual(file);
  expect((await readLocalFile(file, 100)).toString()).toBe("film");
  await expect(readLocalFile({ path, entry: "files/none" }, 100)).rejects.toThrow("does not contain this file");
  await expect(readLocalFile(file, 3)).rejects.toThrow("more than");
});

test("what the archive lacks is fetched from the instance, at the highest resolution", async () => {
  const path = await archiveOf({
    "peertube/videos.json": {
      videos: [
        video({ archiveFiles: { videoFile: "../files/videos/missing.mp4", thumbnail: null } }),
        video({ uuid: "b", privacy: 2, files: [] }),
        video({ uuid: "c", privacy: 3, files: [], streamingPlaylists: [], isLive: true }),
        video({ uuid: "d", privacy: 5, files: null, streamingPlaylists: null, captions: null, chapters: null }),
      ],
    },
  });
  expect((await readPeertubeExport(localArchive(path))).entries).toMatchObject([
    {
      media: { url: "https://tube.example.com/1080.mp4" },
      picture: { url: "https://tube.example.com/large.jpg" },
      captions: [{ language: "de", file: { url: "https://tube.example.com/x.vtt" } }],
      published: true,
      playlists: [],
    },
    { media: { url: "https://tube.example.com/720.mp4" }, published: true },
    { media: null, published: false, problem: "It is a livestream." },
    { media: null, published: false, problem: "Neither the archive nor the instance has its file." },
  ]);
});

test.each([
  ["another archive", { "readme.txt": "hello" }, "no export of a PeerTube account"],
  ["a broken list", { "peertube/videos.json": "{ no json" }, "cannot be read"],
  ["a list of another form", { "peertube/videos.json": { videos: [{ id: 1 }] } }, "cannot be read"],
])("%s is refused", async (_what, files, words) => {
  await expect(readPeertubeExport(localArchive(await archiveOf(files)))).rejects.toThrow(words);
});

test("a path of the list does not lead out of the archive", async () => {
  const archiveFiles = { videoFile: "../../../etc/passwd", thumbnail: "/etc/passwd", captions: {} };
  const path = await archiveOf({
    "peertube/videos.json": { videos: [video({ archiveFiles, files: [], streamingPlaylists: [] })] },
  });
  expect((await readPeertubeExport(localArchive(path))).entries[0]).toMatchObject({ media: null });
});
