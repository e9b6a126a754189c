import { expect, test } from "vitest";
import { readWishes } from "./wishes.ts";

test("nothing plays by itself unless the address asks for it", () => {
  expect(readWishes("")).toEqual({ autoplay: false, muted: false, loop: false, startSeconds: 0 });
  expect(readWishes("?autoplay=0&muted=no")).toMatchObject({ autoplay: false, muted: false });
});

test("an address can ask for sound off, a loop and a start", () => {
  expect(readWishes("?autoplay=1&muted=true&loop=1&start=12.5")).toEqual({
    autoplay: true,
    muted: true,
    loop: true,
    startSeconds: 12.5,
  });
});

test.each(["-3", "soon", "Infinity", "NaN"])("a start of %s is the beginning", (start) => {
  expect(readWishes(`?start=${start}`).startSeconds).toBe(0);
});
