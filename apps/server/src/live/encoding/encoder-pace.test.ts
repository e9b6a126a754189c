import { expect, test } from "vitest";
import { EncoderPace, type Pace } from "./encoder-pace.ts";

type OfSecond = (second: number) => number;

/** Looks each half a second at an encoder of this speed that makes its publisher wait for this share of the time. */
function momentsOf(wanted: Pace, speed: OfSecond, held: OfSecond, patienceSeconds: number | null = null): number[] {
  const pace = new EncoderPace(patienceSeconds);
  const moments: number[] = [];
  let mediaSeconds = 0;
  let backpressureMs = 0;
  for (let atMs = 0; atMs <= 60_000; atMs += 500) {
    if (pace.sample({ atMs, mediaSeconds, backpressureMs }) === wanted) moments.push(atMs / 1000);
    mediaSeconds += speed(atMs / 1000) * 0.5;
    backpressureMs += held(atMs / 1000) * 500;
  }
  return moments;
}

const behindAfter = (speed: OfSecond, held: OfSecond): number | null => momentsOf("behind", speed, held)[0] ?? null;
const spareAt = (speed: OfSecond, held: OfSecond, patience: number | null) => momentsOf("spare", speed, held, patience);

test("a saturated encoder that makes less than a second per second is behind", () => {
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

test("an encoder that keeps up with a full input is not behind, nor is one with a slow publisher", () => {
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

test("an encoder that catches up after a delay is not behind", () => {
  const stumbles = (second: number) => (second % 10 < 1 ? 0 : 1.3);
  expect(behindAfter(stumbles, (second) => (second % 10 < 5 ? 1 : 0))).toBeNull();
});

test("an encoder that keeps up without backpressure has spare capacity, reported after each period", () => {
  const keepsUp = () => 1;
  expect(spareAt(keepsUp, () => 0.02, 20)).toEqual([20, 40, 60]);
  expect(spareAt(keepsUp, () => 0, null)).toEqual([]);
});

test("spare capacity is measured period by period and tolerates short waits for large frames", () => {
  const waits = (second: number) => (second < 15 ? 0.3 : 0);
  expect(spareAt(() => 1, waits, 20)).toEqual([40, 60]);
  const keyFrames = (second: number) => (second % 2 === 0 ? 0.3 : 0);
  expect(spareAt(() => 1, keyFrames, 20)).toEqual([20, 40, 60]);
});

test("a publisher that sends half of the time gives no measure of spare capacity", () => {
  const stops = (second: number) => (second % 4 < 2 ? 0 : 1);
  expect(spareAt(stops, () => 0, 20)).toEqual([]);
});
