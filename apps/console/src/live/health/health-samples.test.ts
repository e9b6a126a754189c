import { HEALTH_SPANS } from "@kinora/domain/live/health-spans.ts";
import { expect, test } from "vitest";
import { sampleOf, samplesOf, withSample } from "./health-samples.ts";

const stats = { bitrate_kbps: 4500, frame_rate: 30, keyframe_seconds: 2, encode_speed: 1.2, viewers: 3 };

test("what is older than an hour is forgotten; charts show its last five minutes, or all of it in steps of ten seconds", () => {
  const old = sampleOf(stats, 1000);
  const hourMs = HEALTH_SPANS.hour.backMs;
  const samples = withSample(withSample([], old), sampleOf(stats, 1000 + hourMs));
  expect(samples).toHaveLength(1);
  expect(withSample(samples, sampleOf(stats, 2000 + hourMs))).toHaveLength(2);
  const looks = Array.from({ length: 3600 }, (_, second) => sampleOf(stats, second * 1000));
  expect(samplesOf([], looks, "minutes").map(({ at }) => at)).toEqual(looks.slice(3300).map(({ at }) => at));
  const hour = samplesOf([], looks, "hour").map(({ at }) => at);
  expect(hour).toHaveLength(361);
  expect([hour[0], hour[1], hour.at(-1)]).toEqual([0, 10_000, 3_599_000]);
});

test("charts begin with what the host remembers and continue with what was received since", () => {
  const at = (seconds: number) => sampleOf(stats, seconds * 1000);
  const past = [at(1), at(2), at(3)];
  const received = [at(2.5), at(3), at(4)];
  expect(samplesOf(past, received, "minutes")).toEqual([...past, at(4)]);
  expect(samplesOf([], received, "minutes")).toEqual(received);
  expect(samplesOf(past, [], "session")).toEqual(past);
});
