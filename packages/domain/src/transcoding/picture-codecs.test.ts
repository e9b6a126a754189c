import { expect, test } from "vitest";
import { estimateLadder } from "./ladder-estimate.ts";
import { bitrateShare, byCodec, renditionName } from "./picture-codecs.ts";
import {
  codecFrom,
  defaultProjectLadder,
  missingRungs,
  planCopy,
  planRungs,
  presetOf,
  withCodec,
  withPreset,
} from "./project-ladder.ts";
import { makesSame, presetNamed } from "./saved-presets.ts";

const source = { width: 1920, height: 1080, fps: 30 };
const withAv1 = withCodec(defaultProjectLadder, "av1", 720);
const labels = (planned: readonly { label: string }[]) => planned.map(({ label }) => label);

test("a codec is added to the rungs of its height and above, after those of H.264, and taken away again", () => {
  expect(labels(planRungs(source, withAv1))).toEqual(["360p", "480p", "720p", "1080p", "720p-av1", "1080p-av1"]);
  expect(codecFrom(withAv1, "av1")).toBe(720);
  expect(codecFrom(withAv1, "hevc")).toBeNull();
  const both = withCodec(withAv1, "hevc", 1080);
  expect(labels(planRungs(source, both)).slice(4)).toEqual(["1080p-hevc", "720p-av1", "1080p-av1"]);
  const none = withCodec(withCodec(both, "av1", null), "hevc", null);
  expect(planRungs(source, none)).toEqual(planRungs(source, defaultProjectLadder));
});

test("a rendition in another codec has the size of its rung and fewer bits", () => {
  const [usual, av1] = byCodec(planRungs(source, withAv1)).map((group) => group.at(-1));
  expect(av1).toMatchObject({ codec: "av1", width: usual?.width, height: usual?.height });
  expect(av1?.maxBitrateKbps).toBe(Math.round((usual?.maxBitrateKbps ?? 0) * bitrateShare("av1")));
});

test("a rung of the source's own size has the codecs of the one above, and a small source those of the lowest", () => {
  expect(labels(planRungs({ width: 1600, height: 900, fps: 30 }, withAv1))).toContain("900p-av1");
  const all = withCodec(defaultProjectLadder, "av1", 240);
  expect(labels(planRungs({ width: 320, height: 180, fps: 30 }, all))).toEqual(["180p", "180p-av1"]);
});

test("codecs stay with a preset, and saved presets keep them", () => {
  expect(presetOf(withAv1)).toBe("standard");
  expect(labels(planRungs(source, withPreset(withAv1, "basic")))).toEqual(["360p", "720p", "720p-av1"]);
  expect(makesSame(withAv1, presetNamed("Own", withAv1))).toBe(true);
  expect(makesSame(defaultProjectLadder, presetNamed("Own", withAv1))).toBe(false);
});

test("beside a copy of the source there is H.264 alone, and nothing of it is missing", () => {
  const copy = planCopy(source, withAv1);
  expect(copy?.label).toBe("1080p");
  expect(labels(copy?.encoded ?? [])).toEqual(["360p", "480p", "720p"]);
  const there = ["360p", "480p", "720p", "1080p"];
  expect(missingRungs(source, withAv1, there, true)).toEqual([]);
  expect(missingRungs(source, withAv1, there, false)).toEqual(["720p-av1", "1080p-av1"]);
});

test("an estimate has the bytes of all codecs, the time of those that were measured, and names the others", () => {
  const history = [{ label: "1080p", speed: 2, samples: 12 }];
  const usual = estimateLadder(defaultProjectLadder, history);
  const unknown = estimateLadder(withAv1, history);
  expect(unknown.storedBytes).toBeGreaterThan(usual.storedBytes);
  expect(unknown.encode).toMatchObject({ seconds: 300, without: ["av1"] });
  const known = estimateLadder(withAv1, history, [{ codec: "av1", bytesShare: 0.5, timeShare: 1.5 }]);
  expect(known.encode).toMatchObject({ seconds: 750, without: [] });
  const asBefore = estimateLadder(withAv1, [...history, { label: "1080p-av1", speed: 1, samples: 2 }]);
  expect(asBefore.encode).toMatchObject({ seconds: 600, without: [] });
});

test("people read the codec in a rendition's name", () => {
  expect(["720p", "720p-av1", "1080p-hevc"].map(renditionName)).toEqual(["720p", "720p AV1", "1080p HEVC"]);
});
