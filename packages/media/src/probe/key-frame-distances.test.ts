import { expect, test } from "vitest";
import { clip } from "../fixtures/clips.ts";
import { longestGroupSeconds } from "./key-frame-distances.ts";

const small = { width: 320, height: 180, durationSeconds: 20 };

test("the longest group of pictures is read from the table of an MP4, up to its end", async () => {
  expect(await longestGroupSeconds(await clip("longGop", { ...small, fps: "15" }), 0)).toBeCloseTo(20, 0);
  expect(await longestGroupSeconds(await clip("streamable", { ...small, fps: "25" }), 0)).toBeCloseTo(2, 0);
});

test("a file without such a table says nothing", async () => {
  expect(await longestGroupSeconds(await clip("silent", small), 7)).toBeNull();
  expect(await longestGroupSeconds(import.meta.filename, 0)).toBeNull();
});
