import { expect, test } from "vitest";
import { readPlayOptions } from "./play-options.ts";

const read = (query: string) => readPlayOptions(new URLSearchParams(query));

test("nothing autoplays unless the address asks for it", () => {
  expect(read("")).toEqual({ autoplay: false, muted: false, loop: false, startSeconds: 0 });
  expect(read("autoplay=0&muted=no")).toMatchObject({ autoplay: false, muted: false });
});

test("an address can ask for sound off, a loop and a start", () => {
  expect(read("autoplay=1&muted=true&loop=1&start=12.5")).toEqual({
    ...{ autoplay: true, muted: true, loop: true, startSeconds: 12.5 },
  });
});

test.each([
  ["start=90", 90],
  ["start=90s", 90],
  ["start=1m30s", 90],
  ["start=1:30", 90],
  ["start=2m", 120],
  ["start=1h2m3s", 3_723],
  ["start=1:02:03.5", 3_723.5],
  ["t=90", 90],
  ["t=1m30s", 90],
  ["start=30&t=90", 30],
])("%s begins at %d s, as people write moments elsewhere", (query, seconds) => {
  expect(read(query).startSeconds).toBe(seconds);
});

test.each(["-3", "soon", "Infinity", "NaN", "1:2:3:4", "", "9".repeat(400)])(
  "a start of %s is the beginning",
  (start) => {
    expect(read(`start=${start}`).startSeconds).toBe(0);
  },
);
