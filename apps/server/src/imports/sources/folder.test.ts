import { mkdir, mkdtemp, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { readFilms } from "./films.ts";
import { readFolder, resolveLocalSource } from "./folder.ts";
import { fileAt } from "./item-file.ts";
import { tidyEntry } from "./tidy-entry.ts";

let root: string;
beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), "kinora-folder-"));
});
afterEach(() => rm(root, { recursive: true }));

async function filled(files: Record<string, string>): Promise<void> {
  for (const [path, content] of Object.entries(files)) {
    await mkdir(dirname(join(root, path)), { recursive: true });
    await writeFile(join(root, path), content);
  }
}

const read = async () => (await readFolder(root)).entries.map(tidyEntry);

test("a film has what the files of its name say", async () => {
  await filled({
    "My_film.mp4": "",
    "My_film.pt-BR.srt": "",
    "My_film.en.vtt": "",
    "My_film.jpg": "",
    "My_film.chapters.vtt": "",
    "My_film.json": JSON.stringify({
      title: "The bees",
      description: "About bees.",
      category: "Nature",
      tags: ["bees", "honey"],
      date: "2020-03-03",
      published: true,
      playlists: ["Best of"],
    }),
  });
  expect(await read()).toEqual([
    {
      key: "folder:My_film.mp4",
      title: "The bees",
      description: "About bees.",
      category: "Nature",
      tags: ["bees", "honey"],
      date: "2020-03-03T00:00:00.000Z",
      published: true,
      media: { path: "My_film.mp4" },
      captions: [
        { language: "en", file: { path: "My_film.en.vtt" } },
        { language: "pt-BR", file: { path: "My_film.pt-BR.srt" } },
      ],
      chapters: { path: "My_film.chapters.vtt" },
      picture: { path: "My_film.jpg" },
      playlists: ["Best of"],
      notes: [],
      problem: null,
    },
  ]);
});

test("the information that yt-dlp writes is read", async () => {
  const info = {
    title: "Bees",
    upload_date: "20200303",
    categories: ["Nature"],
    tags: [],
    chapters: [
      { start_time: 0, end_time: 10, title: "Start" },
      { start_time: 10, title: "End" },
    ],
  };
  await filled({ "bees.webm": "", "bees.info.json": JSON.stringify(info), "bees.webp": "" });
  expect(await read()).toMatchObject([
    {
      title: "Bees",
      category: "Nature",
      date: "2020-03-03T00:00:00.000Z",
      chapters: [
        { start_seconds: 0, title: "Start" },
        { start_seconds: 10, title: "End" },
      ],
      picture: { path: "bees.webp" },
    },
  ]);
});

test("subfolders are playlists, names keep their order, and a sidecar belongs to the longest name", async () => {
  await filled({
    "talks/2024/b 10.mp4": "",
    "talks/2024/b 2.mp4": "",
    "a.mp4": "",
    "a.part2.mp4": "",
    "a.part2.de.srt": "",
    ".hidden.mp4": "",
    "notes.txt": "",
  });
  expect((await read()).map(({ title, playlists, captions }) => [title, playlists, captions.length])).toEqual([
    ["a", [], 0],
    ["a.part2", [], 1],
    ["b 2", ["talks / 2024"], 0],
    ["b 10", ["talks / 2024"], 0],
  ]);
});

test("what cannot be read is noted: captions without a language, and a file that is no JSON", async () => {
  await filled({ "a.mp4": "", "a.srt": "", "a.json": "{ no json" });
  expect(await read()).toMatchObject([
    {
      title: "a",
      captions: [],
      notes: [
        "a.srt names no language, as film.en.srt does: it is left out.",
        "a.json is no JSON object: it is left out.",
      ],
    },
  ]);
});

test("links are not followed, and no path leads out of the folder", async () => {
  await filled({ "a.mp4": "" });
  await symlink("/etc/passwd", join(root, "b.mp4"));
  await symlink("/etc", join(root, "etc"));
  expect((await read()).map(({ title }) => title)).toEqual(["a"]);
  const place = { id: 1, kind: "folder", source: root } as const;
  expect(fileAt(place, "a.mp4")).toEqual({ path: join(root, "a.mp4"), entry: null });
  for (const path of ["../a.mp4", "x/../../a.mp4", ".."])
    expect(() => fileAt(place, path)).toThrow("not in the folder");
  expect(() => fileAt({ id: 1, kind: "feed", source: "https://example.com/" }, "/etc/passwd")).toThrow(
    "not in the folder",
  );
});

test("a folder that is missing, or a file, is refused", async () => {
  await filled({ "a.mp4": "" });
  await expect(resolveLocalSource(join(root, "none"), "folder")).rejects.toThrow("cannot be read");
  await expect(resolveLocalSource(join(root, "a.mp4"), "folder")).rejects.toThrow("is no folder");
  await expect(resolveLocalSource(root, "peertube")).rejects.toThrow("is no file");
});

test("transport streams and raw recordings are films, and pieces beside a playlist of HLS are not", async () => {
  await filled({ "tv.ts": "", "pi.h264": "", "hls/index.m3u8": "", "hls/0001.ts": "", "hls/whole.mp4": "" });
  expect((await read()).map(({ key }) => key)).toEqual(["folder:hls/whole.mp4", "folder:pi.h264", "folder:tv.ts"]);
});

test("segments in another folder than the playlist that names them are no films", async () => {
  const segments = (...names: string[]) =>
    ["#EXTM3U", "#EXT-X-TARGETDURATION:6", ...names.flatMap((name) => ["#EXTINF:6,", name]), "#EXT-X-ENDLIST"].join(
      "\r\n",
    );
  await filled({
    "show/playlists/720.m3u8": segments("../720%20p/1.ts", "../720%20p/2.ts?token=1", "https://cdn.example.com/3.ts"),
    ...{ "show/720 p/1.ts": "", "show/720 p/2.ts": "", "show/720 p/other.ts": "" },
    "talk.m3u8": segments("talk/0.aac", "talk/1.aac"),
    ...{ "talk/0.aac": "", "talk/1.aac": "" },
    // One that has a film in one file, and one of a player of films.
    "whole/lists/a.m3u8": segments("../films/a.mp4", "../films/a.mp4"),
    "whole/films/a.mp4": "",
    "watch/lists/evening.m3u8": "#EXTM3U\n#EXTINF:60,B\n../films/b.ts\n#EXTINF:60,C\n../films/c.ts\n",
    ...{ "watch/films/b.ts": "", "watch/films/c.ts": "" },
  });
  expect((await read()).map(({ key }) => key)).toEqual([
    "folder:show/720 p/other.ts",
    "folder:watch/films/b.ts",
    "folder:watch/films/c.ts",
    "folder:whole/films/a.mp4",
  ]);
});

test("a folder of many films with captions is read in a moment", async () => {
  const names = Array.from({ length: 20_000 }, (_, at) => `film.${at}`);
  const paths = names.flatMap((name) => [`${name}.mp4`, `${name}.en.srt`]);
  const began = performance.now();
  const entries = await readFilms({
    paths,
    keyOf: (path) => path,
    read: () => Promise.reject(new Error("no sidecar")),
  });
  expect(entries.filter(({ captions }) => captions.length === 1)).toHaveLength(20_000);
  expect(performance.now() - began).toBeLessThan(10_000);
});
