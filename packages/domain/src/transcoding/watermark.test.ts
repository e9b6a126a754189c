import { expect, test } from "vitest";
import { placeWatermark, WATERMARK_POSITIONS, WATERMARK_RANGES } from "./watermark.ts";

const landscape = { width: 1920, height: 1080 };
const portrait = { width: 1080, height: 1920 };
const wordmark = { width: 400, height: 100 };

test("nine places, at the margin of the edges they touch", () => {
  const at = (position: (typeof WATERMARK_POSITIONS)[number]) => {
    const { left, top } = placeWatermark(landscape, wordmark, { position, size: 20, margin: 5 });
    return [left, top];
  };
  // 216 × 54, 54 pixels from the edges.
  expect(WATERMARK_POSITIONS.map(at)).toEqual([
    [54, 54],
    [852, 54],
    [1650, 54],
    [54, 512],
    [852, 512],
    [1650, 512],
    [54, 972],
    [852, 972],
    [1650, 972],
  ]);
});

test("portrait and landscape, large and small: as large a part of the shorter side everywhere", () => {
  const layout = { position: "bottom_right", size: 20, margin: 5 } as const;
  expect(placeWatermark(landscape, wordmark, layout)).toMatchObject({ width: 216, height: 54 });
  expect(placeWatermark(portrait, wordmark, layout)).toEqual({ width: 216, height: 54, left: 810, top: 1812 });
  expect(placeWatermark({ width: 640, height: 360 }, wordmark, layout)).toEqual({
    width: 72,
    height: 18,
    left: 550,
    top: 324,
  });
});

test("a watermark stays inside the smallest and the oddest picture, whatever its layout", () => {
  const frames = [landscape, portrait, { width: 2, height: 2 }, { width: 4096, height: 16 }];
  const pictures = [wordmark, { width: 1, height: 1 }, { width: 1080, height: 3 }, { width: 3, height: 1080 }];
  for (const frame of frames) {
    for (const picture of pictures) {
      for (const position of WATERMARK_POSITIONS) {
        for (const size of [WATERMARK_RANGES.size.min, WATERMARK_RANGES.size.max]) {
          const { left, top, width, height } = placeWatermark(frame, picture, { position, size, margin: 25 });
          expect((left % 2) + (top % 2)).toBe(0);
          expect(left + width).toBeLessThanOrEqual(frame.width);
          expect(top + height).toBeLessThanOrEqual(frame.height);
        }
      }
    }
  }
});
