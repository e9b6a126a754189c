import { expect, test } from "vitest";
import { EncoderPace } from "./encoder-pace.ts";

/** Looks each half a second at an encoder of this speed that makes its publisher wait for this share of the time. */
function behindAfter(speed: (second: number) => number, held: (second: number) => number, seconds = 60): number | null {
  const pace = new EncoderPace();
  let mediaSeconds = 0;
  let heldBackMs = 0;
  for (let atMs = 0; atMs <= seconds * 1000; atMs += 500) {
    if (pace.look({ atMs, mediaSeconds, heldBackMs })) return atMs / 1000;
    mediaSeconds += speed(atMs / 1000) * 0.5;
    heldBackMs += held(atMs / 1000) * 500;
  }
  return null;
}

test("an encoder that never has nothing to do and makes less than a second in a second is behind", () => {
  expect(
    behindAfter(
      () => 0.5,
      () => 0.9,
    ),
  ).toBe(3.5);
  expect(
    behindAfter(
      () => 0.75,
      () => 1,
    ),
  ).toBe(6.5);
});

test("one that keeps up is not, however full its input is, nor is one whose publisher is slow", () => {
  expect(
    behindAfter(
      () => 1,
      () => 1,
    ),
  ).toBeNull();
  expect(
    behindAfter(
      () => 0.4,
      () => 0.1,
    ),
  ).toBeNull();
  expect(
    behindAfter(
      () => 0,
      () => 0,
    ),
  ).toBeNull();
});

test("one that stumbles and catches up is not", () => {
  const stumbles = (second: number) => (second % 10 < 1 ? 0 : 1.3);
  expect(behindAfter(stumbles, (second) => (second % 10 < 5 ? 1 : 0))).toBeNull();
});
