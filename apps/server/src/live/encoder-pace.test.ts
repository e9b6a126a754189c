import { expect, test } from "vitest";
import { EncoderPace, type Pace } from "./encoder-pace.ts";

type OfSecond = (second: number) => number;

/** Looks each half a second at an encoder of this speed that makes its publisher wait for this share of the time. */
function toldOf(told: Pace, speed: OfSecond, held: OfSecond, patienceSeconds: number | null = null): number[] {
  const pace = new EncoderPace(patienceSeconds);
  const moments: number[] = [];
  let mediaSeconds = 0;
  let heldBackMs = 0;
  for (let atMs = 0; atMs <= 60_000; atMs += 500) {
    if (pace.look({ atMs, mediaSeconds, heldBackMs }) === told) moments.push(atMs / 1000);
    mediaSeconds += speed(atMs / 1000) * 0.5;
    heldBackMs += held(atMs / 1000) * 500;
  }
  return moments;
}

const behindAfter = (speed: OfSecond, held: OfSecond): number | null => toldOf("behind", speed, held)[0] ?? null;
const spareAt = (speed: OfSecond, held: OfSecond, patience: number | null) => toldOf("spare", speed, held, patience);

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

test("one that keeps up without its publisher waiting has time to spare, told each time it had that for so long", () => {
  const keepsUp = () => 1;
  expect(spareAt(keepsUp, () => 0.02, 20)).toEqual([20, 40, 60]);
  expect(spareAt(keepsUp, () => 0, null)).toEqual([]);
});

test("time to spare is looked for in one stretch after the other, and large frames may be waited for now and then", () => {
  const waits = (second: number) => (second < 15 ? 0.3 : 0);
  expect(spareAt(() => 1, waits, 20)).toEqual([40, 60]);
  const keyFrames = (second: number) => (second % 2 === 0 ? 0.3 : 0);
  expect(spareAt(() => 1, keyFrames, 20)).toEqual([20, 40, 60]);
});

test("who sends half of the time tells nothing of the time there is", () => {
  const stops = (second: number) => (second % 4 < 2 ? 0 : 1);
  expect(spareAt(stops, () => 0, 20)).toEqual([]);
});
