import { USUAL_FRAME } from "@kinora/domain/players/frame.ts";
import { ASPECTS, PLAYER_RANGES } from "@kinora/domain/players/settings.ts";
import { playlistSize } from "@kinora/domain/playlists/playlist-codes.ts";
import fc from "fast-check";
import { expect, test } from "vitest";
import { hashOfPage, startOfPage, writeOembed } from "./oembed.ts";
import type { PlaybackVideo } from "./playback-video.ts";

const aVideo = (width: number | null, height: number | null, title = "A film") =>
  ({ id: 1, hash: "abcd1234", title, width, height, images: {}, picture: null }) as unknown as PlaybackVideo;
const of = (video: PlaybackVideo, maxWidth: number | null, maxHeight: number | null, frame = USUAL_FRAME) =>
  writeOembed("https://play.example.com", { video, frame, startSeconds: 0 }, { maxWidth, maxHeight });

const pixels = (max: number) => fc.integer({ min: 1, max });
const side = ({ min, max }: { min: number; max: number }) => fc.integer({ min, max });
const frames = fc.record({
  aspect: fc.constantFrom(...ASPECTS),
  fixed_size: fc.boolean(),
  frame_width: side(PLAYER_RANGES.frame_width),
  frame_height: side(PLAYER_RANGES.frame_height),
});

test.each([
  "https://play.example.com/v/0123456789abcdef",
  "http://play.example.com/embed/0123456789abcdef",
  "//play.example.com/v/0123456789abcdef",
  "play.example.com/v/0123456789abcdef?t=3#x",
  " HTTPS://Play.Example.com/v/0123456789abcdef/ ",
  "https://play.example.com/v/0123456789abcdef.",
  "https://play.example.com/v/0123456789abcdef)",
  "https://play.example.com/V/0123456789abcdef&start=3",
])("%s is the page of a video", (address) => {
  expect(hashOfPage("https://play.example.com", address)).toBe("0123456789abcdef");
});

test.each([
  "https://example.com/v/0123456789abcdef",
  "https://play.example.com:8443/v/0123456789abcdef",
  "https://play.example.com/hls/0123456789abcdef/master.m3u8",
  "https://play.example.com/v/",
  "ftp://play.example.com/v/0123456789abcdef",
  "",
  "https://",
])("%s is no page of a video", (address) => {
  expect(hashOfPage("https://play.example.com", address)).toBeNull();
});

test("the frame begins where the address of the page does", () => {
  const startSeconds = startOfPage("https://play.example.com/v/0123456789abcdef?t=1m30s");
  const framed = { video: aVideo(640, 360), frame: USUAL_FRAME, startSeconds };
  expect(writeOembed("https://play.example.com", framed, { maxWidth: null, maxHeight: null })["html"]).toContain(
    "/embed/abcd1234?start=90",
  );
  expect(startOfPage("play.example.com/v/0123456789abcdef")).toBe(0);
});

test("a tall frame whose width is rounded up is no higher than the requested size", () => {
  expect(of(aVideo(1080, 1920), null, 24)).toMatchObject({ width: 14, height: 24 });
});

test("whatever the video, the player's frame and the requested size are, the answer fits and has whole pixels", () => {
  const room = fc.option(fc.oneof(pixels(5_000), pixels(100_000)));
  const sides = fc.option(pixels(100_000));
  fc.assert(
    fc.property(sides, sides, room, room, frames, (width, height, maxWidth, maxHeight, frame) => {
      const answer = of(aVideo(width, height), maxWidth, maxHeight, frame);
      for (const [length, most] of [
        [answer["width"], maxWidth],
        [answer["height"], maxHeight],
      ] as const) {
        expect(length).toSatisfy((given: number) => Number.isSafeInteger(given) && given >= 1);
        expect(length).toBeLessThanOrEqual(most ?? Infinity);
      }
      expect(answer["html"]).toContain(` width="${String(answer["width"])}" height="${String(answer["height"])}" `);
      if (frame.fixed_size) expect(answer["width"]).toBeLessThanOrEqual(frame.frame_width);
    }),
    { numRuns: 2_000 },
  );
});

test("a playlist's frame has whole pixels, and room for its player", () => {
  fc.assert(
    fc.property(fc.constantFrom("side", "bottom", "grid", "hidden"), frames, (layout, frame) => {
      const { width, height } = playlistSize(layout, frame);
      expect([width, height].every((length) => Number.isSafeInteger(length) && length >= 80)).toBe(true);
      if (frame.fixed_size) {
        expect(width).toBeGreaterThanOrEqual(frame.frame_width);
        expect(height).toBeGreaterThanOrEqual(frame.frame_height);
      }
    }),
  );
});

test("a title with markup stays the frame's title", () => {
  const title = `"><img src=x onerror=alert(1)>' &quot;`;
  const answer = of(aVideo(16, 9, title), null, null);
  expect(answer["title"]).toBe(title);
  expect(answer["html"]).toContain(' title="&quot;&gt;&lt;img src=x onerror=alert(1)&gt;\' &amp;quot;" width="640"');
  expect((answer["html"] as string).match(/[<>]/g)).toHaveLength(4);
});
