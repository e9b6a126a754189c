import fc from "fast-check";
import { expect, test } from "vitest";
import { parseMediaPath } from "./paths.ts";

test("a master playlist, a media playlist and a segment are distinguished", () => {
  expect(parseMediaPath("/hls/aBc123_-/master.m3u8")).toEqual({
    hash: "aBc123_-",
    token: null,
    rest: "master.m3u8",
    target: { kind: "master" },
  });
  expect(parseMediaPath("/hls/aBc123/v2/720p/index.m3u8")?.target).toEqual({
    kind: "playlist",
    version: 2,
    label: "720p",
  });
  expect(parseMediaPath("/hls/aBc123/v2/720p/00017.m4s")?.target).toEqual({
    kind: "file",
    version: 2,
    key: "v2/720p/00017.m4s",
    contentType: "video/iso.segment",
  });
});

test.each([
  ["v1/audio/init.mp4", "video/mp4"],
  ["v1/source/00000.m4s", "video/iso.segment"],
  ["v1/posters/1080p.jpg", "image/jpeg"],
  ["v1/storyboard/storyboard.vtt", "text/vtt; charset=utf-8"],
  ["v1/storyboard/sprite-00000.jpg", "image/jpeg"],
  ["v1/mp4/720p.mp4", "video/mp4"],
])("%s is served as %s", (rest, contentType) => {
  expect(parseMediaPath(`/hls/aBc123/${rest}`)?.target).toMatchObject({ kind: "file", key: rest, contentType });
});

test("a pass stands before the video's id, so that relative URLs inherit it", () => {
  const token = "t".repeat(51);
  expect(parseMediaPath(`/hls/~${token}/aBc123/master.m3u8`)).toEqual({
    hash: "aBc123",
    token,
    rest: "master.m3u8",
    target: { kind: "master" },
  });
});

test.each([
  "/hls/aBc123/../v1/720p/00000.m4s",
  "/hls/aBc123/v1/720p/../../source/film.mp4",
  "/hls/aBc123/v1/720p/%2e%2e/init.mp4",
  "/hls/aBc123/v1/720p/00000.m4s/",
  "/hls/aBc123/v1/720p/00000.m4s\n",
  "/hls/aBc123/v0/720p/00000.m4s",
  "/hls/aBc123/v1/source/original.mov",
  "/hls/aBc123/v1/attempts/1.mp4",
  "/hls/aBc123//v1/720p/init.mp4",
  "/hls//aBc123/master.m3u8",
  "/hls/~short/aBc123/master.m3u8",
  "/hls/aBc123/master.m3u8?x=1",
  "/hls/aBc123/v1/1.5p/index.m3u8",
  "//hls/aBc123/master.m3u8",
])("%s is nothing we have", (path) => {
  expect(parseMediaPath(path)).toBeNull();
});

test("no path leads out of the folder of its version", () => {
  const piece = fc.constantFrom(
    "..",
    ".",
    "/",
    "v1",
    "720p",
    "init.mp4",
    "00000.m4s",
    "%2e",
    "\\",
    "\0",
    "~",
    "posters",
    "source",
    "aBc123",
  );
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 8 }), fc.string(), (pieces, noise) => {
      for (const path of [`/hls/aBc123/${pieces.join("/")}`, `/hls/aBc123/${pieces.join("")}${noise}`]) {
        const target = parseMediaPath(path)?.target;
        if (target?.kind === "file")
          expect(target.key).toMatch(/^v[1-9]\d*\/[a-z0-9]+\/[A-Za-z0-9-]+\.(mp4|m4s|jpg|vtt)$/);
      }
    }),
  );
});
