import { expect, test } from "vitest";
import { clipLengths, clipsUnseen, isUnderWay, keptState } from "./recording-view.ts";

const video = (status: "complete" | "in_queue" | "failed", published = false) => ({
  state: "ready" as const,
  video: { id: 1, title: "Harbour", status, published },
});

test("a recording stands as its video does once there is one", () => {
  expect(keptState({ state: "saving", video: null })).toBe("saving");
  expect(keptState({ state: "ready", video: null })).toBe("gone");
  expect(keptState(video("in_queue"))).toBe("transcoding");
  expect(keptState(video("failed"))).toBe("videoFailed");
  expect(keptState(video("complete"))).toBe("unpublished");
  expect(keptState(video("complete", true))).toBe("published");
  expect([video("in_queue"), video("complete")].map(isUnderWay)).toEqual([true, false]);
});

test("lengths of clips are offered as far as the last seconds are there", () => {
  expect(clipLengths(0)).toEqual([]);
  expect(clipLengths(24)).toEqual([10]);
  expect(clipLengths(92)).toEqual([10, 60, 92]);
  expect(clipLengths(120)).toEqual([10, 60, 120]);
  expect(clipLengths(300)).toEqual([10, 60, 120, 300]);
});

test("clips are of what viewers do not see while an encoder sends and something else is on air", () => {
  expect(clipsUnseen({ state: "paused", on_air: "slate" })).toBe("slate");
  expect(clipsUnseen({ state: "live", on_air: "loop" })).toBe("loop");
  expect(clipsUnseen({ state: "live", on_air: "live" })).toBeNull();
  // The encoder is away: clips are of what was seen of it.
  expect(clipsUnseen({ state: "ended", on_air: "slate" })).toBeNull();
  expect(clipsUnseen({ state: "loop", on_air: "loop" })).toBeNull();
});
