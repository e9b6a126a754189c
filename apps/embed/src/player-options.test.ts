import { expect, test } from "vitest";
import { readPlayerOptions } from "./player-options.ts";

test("nothing autoplays unless the URL asks for it", () => {
  expect(readPlayerOptions("")).toEqual({ autoplay: false, muted: false, loop: false, startSeconds: 0 });
  expect(readPlayerOptions("?autoplay=0&muted=no")).toMatchObject({ autoplay: false, muted: false });
});

test("an address can ask for sound off, a loop and a start", () => {
  expect(readPlayerOptions("?autoplay=1&muted=true&loop=1&start=12.5")).toEqual({
    autoplay: true,
    muted: true,
    loop: true,
    startSeconds: 12.5,
  });
});

test.each(["-3", "soon", "Infinity", "NaN"])("a start of %s is the beginning", (start) => {
  expect(readPlayerOptions(`?start=${start}`).startSeconds).toBe(0);
});
