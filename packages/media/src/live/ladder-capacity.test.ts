import { expect, test } from "vitest";
import { capacityMeasuredWith, ladderShare, measureLadders, planWithin } from "./ladder-capacity.ts";
import { planLiveEncode, type LiveInput } from "./live-encode-plan.ts";

const full: LiveInput = { width: 1920, height: 1080, fps: 30, videoCodec: "h264", audioCodec: "aac" };
const ladder = [
  { label: "360p", shortSidePixels: 360, crf: 24, maxBitrateKbps: 800 },
  { label: "720p", shortSidePixels: 720, crf: 23, maxBitrateKbps: 2800 },
  { label: "1080p", shortSidePixels: 1080, crf: 22, maxBitrateKbps: 5000 },
];
const plan = (input: Partial<LiveInput> = {}) =>
  planLiveEncode({ input: { ...full, ...input }, ladder, passThrough: false });
const labels = (free: number) => planWithin(plan(), free).rungs.map(({ label }) => label);

test("a full ladder counts as one, a smaller picture as less, twice the frames as two and a pass-through as nothing", () => {
  expect(ladderShare(plan())).toBe(1);
  expect(ladderShare(plan({ width: 1280, height: 720 }))).toBeCloseTo(0.36, 2);
  expect(ladderShare(plan({ fps: 60 }))).toBe(2);
  expect(ladderShare(planLiveEncode({ input: full, passThrough: true }))).toBe(0);
});

test("where there is no room for a whole ladder its highest rungs are left out; the lowest always stays", () => {
  expect(labels(1)).toEqual(["360p", "720p", "1080p"]);
  expect(labels(0.99)).toEqual(["360p", "720p"]);
  expect(labels(0.2)).toEqual(["360p"]);
  expect(labels(-1)).toEqual(["360p"]);
});

test("a machine is measured with its own encoder, whose name and processor are remembered", async () => {
  const small = planLiveEncode({ input: { ...full, width: 320, height: 180 }, ladder, passThrough: false });
  const ladders = await measureLadders(small);
  expect(ladders).toBeGreaterThan(0);
  expect(ladders).toBeLessThan(10_000);
  expect(await capacityMeasuredWith()).toMatch(/^\d+ × .+, ffmpeg \d/);
});
