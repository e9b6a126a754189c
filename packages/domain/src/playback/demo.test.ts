import { expect, test } from "vitest";
import { readDemoMessage, readDemoSource } from "./demo.ts";
import { isWholeFile } from "./whole-file.ts";

const EDGE = "https://media.example.com";

test.each([
  ["8f3a21c9", { kind: "item", hash: "8f3a21c9" }],
  [` ${EDGE}/embed/8f3a21c9?player=x `, { kind: "item", hash: "8f3a21c9" }],
  [`${EDGE}/v/8f3a21c9`, { kind: "item", hash: "8f3a21c9" }],
  [`${EDGE}/hls/8f3a21c9/master.m3u8`, { kind: "address", url: `${EDGE}/hls/8f3a21c9/master.m3u8` }],
  ["https://other.example/embed/8f3a21c9", { kind: "address", url: "https://other.example/embed/8f3a21c9" }],
  ["http://other.example/film.mp4", { kind: "address", url: "http://other.example/film.mp4" }],
  ["javascript:alert(1)", null],
  ["data:video/mp4;base64,AAAA", null],
  ["", null],
  ["no such thing", null],
])("%j is read as %j", (text, source) => {
  expect(readDemoSource(text, EDGE)).toEqual(source);
});

test.each([
  ["/hls/8f3a21c9/v1/mp4/720p.mp4", true],
  ["https://other.example/Film.MP4?token=1", true],
  ["https://other.example/live.m3u8?file=a.mp4x", false],
  ["/hls/8f3a21c9/master.m3u8", false],
])("whether %s is one file: %s", (address, whole) => {
  expect(isWholeFile(address)).toBe(whole);
});

const figures = {
  first_frame_ms: null,
  waited_ms: 0,
  waits: 0,
  watched_ms: 0,
  width: 0,
  height: 0,
  bits_per_second: 5,
  frames: 0,
  dropped_frames: 0,
  buffered_seconds: 0,
};

test("figures and notes of an embed page are read, and nothing else", () => {
  const good = { kinora: 1, event: "figures", figures };
  const note = { kinora: 1, event: "noted", name: "waiting", current_time: 1.5 };
  expect(readDemoMessage(good)).toEqual(good);
  expect(readDemoMessage(note)).toEqual(note);
  for (const bad of [
    null,
    7,
    { ...good, kinora: 2 },
    { ...good, figures: null },
    { ...good, figures: { ...figures, waits: "3" } },
    { ...note, name: 3 },
    { kinora: 1, event: "play", current_time: 0 },
  ])
    expect(readDemoMessage(bad)).toBeNull();
});
