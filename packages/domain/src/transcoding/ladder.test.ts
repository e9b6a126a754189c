import fc from "fast-check";
import { expect, test } from "vitest";
import { defaultLadder, maxRenditionSidePixels, planLadder } from "./ladder.ts";

function planned(width: number, height: number, fps = 25): string[] {
  return planLadder({ width, height, fps }).map(
    (rendition) => `${rendition.label} ${rendition.width}×${rendition.height}`,
  );
}

test.each([
  [1920, 1080, ["360p 640×360", "720p 1280×720", "1080p 1920×1080"]],
  [1080, 1920, ["360p 360×640", "720p 720×1280", "1080p 1080×1920"]],
  [3840, 2160, ["360p 640×360", "720p 1280×720", "1080p 1920×1080", "1440p 2560×1440"]],
  [1280, 720, ["360p 640×360", "720p 1280×720"]],
  [1916, 1076, ["360p 642×360", "720p 1282×720", "1080p 1916×1076"]],
  [853, 480, ["360p 640×360"]],
  [321, 181, ["181p 322×182"]],
  [1, 1, ["1p 2×2"]],
  [16384, 64, ["64p 4096×16"]],
  [8192, 1000, ["360p 2950×360", "720p 4096×500"]],
])("a source of %i×%i becomes %j", (width, height, expected) => {
  expect(planned(width, height)).toEqual(expected);
});

test("more frames a second may cost more bits", () => {
  const [slow] = planLadder({ width: 640, height: 360, fps: 30 });
  const [fast] = planLadder({ width: 640, height: 360, fps: 60 });
  expect([slow?.maxBitrateKbps, slow?.bufferKbits, fast?.maxBitrateKbps]).toEqual([800, 1200, 1200]);
});

test("a project's own rungs are used in any order, and its lowest serves what is smaller than all", () => {
  const rungs = [
    { label: "720p", shortSidePixels: 720, crf: 20, maxBitrateKbps: 3000 },
    { label: "480p", shortSidePixels: 480, crf: 25, maxBitrateKbps: 1000 },
  ];
  expect(planLadder({ width: 1280, height: 720, fps: 25 }, rungs).map((one) => one.label)).toEqual(["480p", "720p"]);
  expect(planLadder({ width: 320, height: 240, fps: 25 }, rungs)).toMatchObject([
    { label: "240p", width: 320, height: 240, crf: 25 },
  ]);
  expect(planLadder({ width: 320, height: 240, fps: 25 }, [])).toMatchObject([
    { label: "240p", crf: defaultLadder[0]?.crf },
  ]);
});

test("whatever the source, renditions are even, ascending, never larger than it and never beyond what decoders take", () => {
  const side = fc.integer({ min: 1, max: 20_000 });
  fc.assert(
    fc.property(side, side, fc.double({ min: 1, max: 240, noNaN: true }), (width, height, fps) => {
      const renditions = planLadder({ width, height, fps });
      expect(renditions.length).toBeGreaterThan(0);
      for (const rendition of renditions) {
        expect([rendition.width % 2, rendition.height % 2]).toEqual([0, 0]);
        expect(rendition.width).toBeLessThanOrEqual(Math.max(2, width + 1));
        expect(rendition.height).toBeLessThanOrEqual(Math.max(2, height + 1));
        expect(Math.max(rendition.width, rendition.height)).toBeLessThanOrEqual(maxRenditionSidePixels);
      }
    }),
  );
});

test("a source without size or rate is a mistake of the caller", () => {
  expect(() => planLadder({ width: 0, height: 10, fps: 25 })).toThrow(RangeError);
  expect(() => planLadder({ width: 10, height: 10, fps: Number.NaN })).toThrow(RangeError);
});
