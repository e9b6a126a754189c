import { expect, test } from "vitest";
import { SenderClock } from "./sender-clock.ts";

let now = 0;
const clocks = () => {
  now = 1_000;
  const clock = new SenderClock(() => now);
  return { picture: clock.track(90_000), sound: clock.track(48_000) };
};

test("before its first report, a track's times count from its first arrival", () => {
  const { picture } = clocks();
  now = 1_040;
  expect(picture.at(900_000)).toBe(40);
  now = 5_000;
  expect(picture.at(990_000)).toBe(1_040);
});

test("reports of the same moments put sound and picture together", () => {
  const { picture, sound } = clocks();
  expect(picture.at(90_000)).toBe(0);
  now = 1_300;
  expect(sound.at(48_000)).toBe(300);
  // Both count a second at the sender's moment 7000.
  picture.report(7_000, 90_000);
  sound.report(7_000, 48_000);
  expect(picture.at(180_000)).toBe(1_000);
  expect(sound.at(96_000)).toBe(1_000);
});

test("timestamps go on after 2³²", () => {
  const { picture } = clocks();
  picture.at(0xffff_ffff - 44_999);
  expect(picture.at(45_000)).toBe(1_000);
});
