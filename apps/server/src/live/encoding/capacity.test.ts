import type { StreamLadder } from "@kinora/domain/live/streams.ts";
import type { LiveInput } from "@kinora/media/live/live-encode-plan.ts";
import { expect, test, vi } from "vitest";
import { EncodingCapacity } from "./capacity.ts";
import { planEncoding } from "./encoding.ts";

const input: LiveInput = { width: 1920, height: 1080, fps: 30, videoCodec: "h264", audioCodec: "aac" };
const plan = (ladder: StreamLadder, over: Partial<LiveInput> = {}) =>
  planEncoding({ ladder, latency: "normal" }, { ...input, ...over });
const labels = (made: ReturnType<EncodingCapacity["reserve"]>) => made?.rungs.map(({ label }) => label) ?? null;

test("streams beyond the machine's capacity get fewer rungs, then are refused, until another ends", () => {
  const changed = vi.fn();
  const capacity = new EncodingCapacity(changed);
  capacity.possible = 1.4;
  expect(labels(capacity.reserve(1, plan("1080p")))).toEqual(["360p", "720p", "1080p"]);
  expect(labels(capacity.reserve(2, plan("1080p")))).toEqual(["360p", "720p"]);
  expect(capacity.used).toBeCloseTo(1.36, 2);
  expect(capacity.hasRoomFor(3, "360p")).toBe(false);
  expect(capacity.reserve(3, plan("360p"))).toBeNull();
  expect(changed).toHaveBeenCalledTimes(2);
  capacity.release(1);
  expect(capacity.hasRoomFor(3, "1080p")).toBe(true);
  expect(labels(capacity.reserve(3, plan("1080p")))).toEqual(["360p", "720p", "1080p"]);
});

test("pass-through is never refused, nor is any stream before the machine was measured", () => {
  const capacity = new EncodingCapacity();
  expect(labels(capacity.reserve(1, plan("1080p", { fps: 60 })))).toHaveLength(3);
  capacity.possible = 0.1;
  expect(capacity.hasRoomFor(2, "passthrough")).toBe(true);
  expect(labels(capacity.reserve(2, plan("passthrough")))).toEqual(["source"]);
  expect(capacity.hasRoomFor(3, "360p")).toBe(false);
});

test("a standard ladder has the rungs of a project's standard videos up to the source's height", () => {
  const capacity = new EncodingCapacity();
  expect(labels(capacity.reserve(1, plan("standard")))).toEqual(["360p", "480p", "720p", "1080p"]);
  const made = capacity.reserve(2, plan("standard", { width: 1280, height: 720 }));
  expect(labels(made)).toEqual(["360p", "480p", "720p"]);
  expect(made?.rungs.map(({ maxBitrateKbps }) => maxBitrateKbps)).toEqual([800, 1400, 2800]);
});

test("a pass-through stream that must be encoded gets the rungs that fit", () => {
  const capacity = new EncodingCapacity();
  capacity.possible = 0.9;
  capacity.reserve(1, plan("720p"));
  expect(labels(capacity.reserve(2, plan("passthrough", { videoCodec: "hevc" })))).toEqual(["360p", "720p"]);
  expect(capacity.reserve(3, plan("passthrough", { videoCodec: "hevc" }))?.rungs).toHaveLength(1);
  capacity.possible = 0.8;
  expect(capacity.reserve(4, plan("passthrough", { videoCodec: "hevc" }))).toBeNull();
});

test("the first stream of a slow machine is encoded on its lowest rung", () => {
  const capacity = new EncodingCapacity();
  capacity.possible = 0.01;
  expect(capacity.hasRoomFor(1, "1080p")).toBe(true);
  expect(labels(capacity.reserve(1, plan("1080p")))).toEqual(["360p"]);
});
