import fc from "fast-check";
import { expect, test } from "vitest";
import {
  type Tag,
  expectSoundThroughout,
  frame,
  key,
  packaged,
  programme,
  samplesOf,
  sound,
} from "./packager-fixtures.ts";
import { PackagerError } from "./source-packager.ts";
import { advertisedPartSeconds, shapeOf } from "./timeline-shape.ts";

test("parts are as long as the playlist says, one begins at each key frame, and each has its sound", () => {
  for (const part of [0.2, 0.5]) {
    const made = packaged(programme(4), {}, part);
    expect(made.inits).toBe(1);
    expect(made.init).toMatchObject({ width: 320, height: 180, frameRate: 25, codecs: ["avc1.64001F", "mp4a.40.2"] });
    for (const [at, { durationSeconds }] of made.fragments.entries()) {
      expect(durationSeconds).toBeLessThanOrEqual(advertisedPartSeconds(shapeOf({ partTargetSeconds: part })));
      const isLast = made.fragments[at + 1]?.independent ?? true;
      if (!isLast) expect(durationSeconds).toBeGreaterThanOrEqual(0.85 * part);
    }
    expect(made.fragments.filter(({ independent }) => independent).map(({ startSeconds }) => startSeconds)).toEqual([
      1, 2, 3, 4,
    ]);
    expect(samplesOf(made, "video")).toHaveLength(100);
    expectSoundThroughout(made);
    const [first] = made.fragments;
    expect(first?.bytes.includes(key(0).data)).toBe(true);
    expect(first?.bytes.subarray(-40).equals(sound(0).data)).toBe(true);
  }
});

test("frames that point forwards are shown when the publisher says, the first one at once, and its sound begins there", () => {
  const made = packaged(programme(2, { lead: 80, soundFrom: 80 }));
  const pictures = samplesOf(made, "video");
  expect(pictures[0]).toMatchObject({ decoded: 0, shown: 0, isKey: true });
  for (const { decoded, shown } of pictures.slice(1)) expect(shown - decoded).toBeCloseTo(0.08, 5);
  expectSoundThroughout(made);
});

test.each([
  ["never comes", { soundFrom: Infinity }],
  ["comes late", { soundFrom: 2_400 }],
  ["stops", { soundTo: 2_300 }],
])("sound that %s is silence, and holds no picture back for long", (_, options) => {
  const tags = programme(6, options);
  expectSoundThroughout(packaged(tags));
  const until = packaged(tags.filter(({ atMs }) => atMs < 5_000));
  expect(samplesOf(until, "video").length).toBe(125);
  expectSoundThroughout(packaged(tags, { aacConfig: null }));
});

test("sound that comes back is where the clock says", () => {
  const tags = programme(6).filter(({ kind, atMs }) => kind === "video" || atMs < 2_000 || atMs >= 4_000);
  const made = packaged(tags);
  expectSoundThroughout(made);
  const back = samplesOf(made, "audio").find(({ decoded, sizeBytes }) => decoded > 3 && sizeBytes === 40);
  expect(Math.abs((back?.decoded ?? 0) - 4)).toBeLessThan(0.04);
});

test("sound that is always two seconds late is waited for once it is known", () => {
  const early = programme(12).map((tag, at) => ({ tag, at, when: tag.atMs + (tag.kind === "audio" ? 2_000 : 0) }));
  const made = packaged(early.toSorted((a, b) => a.when - b.when || a.at - b.at).map(({ tag }) => tag));
  expectSoundThroughout(made);
  const late = samplesOf(made, "audio").filter(({ decoded }) => decoded > 6 && decoded < 9);
  expect(late.every(({ sizeBytes }) => sizeBytes === 40)).toBe(true);
});

test("a clock that stands still or goes back loses no frame", () => {
  const tags = [key(0), frame(40, 40), frame(40, 80), frame(20, 120), frame(120), key(1000)];
  const pictures = samplesOf(packaged(tags), "video");
  expect(pictures).toHaveLength(6);
  for (const [at, { decoded, shown }] of pictures.entries()) {
    expect(shown).toBeGreaterThanOrEqual(decoded);
    expect(decoded).toBeGreaterThan(pictures[at - 1]?.decoded ?? -1);
  }
});

test("a picture that is held begins a part of its own, so that those before it keep their length", () => {
  const tags = programme(3).filter(({ kind, atMs }) => kind === "audio" || atMs <= 1_480 || atMs >= 2_000);
  const lengths = packaged(tags).fragments.map(({ durationSeconds }) => Math.round(durationSeconds * 100) / 100);
  expect(lengths).toEqual([0.48, 0.48, 0.04, 0.48, 0.52, 0.48, 0.48, 0.04]);
});

test("a picture that is held for longer than a part continues through parts of sound, until there is another", () => {
  const isHeld = ({ kind, atMs }: Tag) => kind === "video" && atMs > 1_240 && atMs < 2_400;
  const made = packaged(
    programme(4).filter((tag) => !isHeld(tag)),
    {},
    0.2,
  );
  for (const { durationSeconds } of made.fragments) expect(durationSeconds).toBeLessThanOrEqual(0.205);
  const during = made.fragments.filter(({ startSeconds }) => startSeconds >= 2.3 && startSeconds < 3.35);
  expect(during.map(({ frames, independent, tracks }) => [frames, independent, tracks.length])).toEqual(
    Array(5).fill([0, false, 1]),
  );
  const pictures = samplesOf(made, "video");
  for (const [at, { end }] of pictures.slice(0, -1).entries()) expect(pictures[at + 1]?.decoded).toBeCloseTo(end, 4);
  expectSoundThroughout(made);
});

test("a picture that is held for more than two seconds is a part of its own", () => {
  const made = packaged(
    programme(6).filter(({ kind, atMs }) => kind === "audio" || atMs <= 1_000 || atMs >= 3_500),
    {},
    0.2,
  );
  expect(Math.max(...made.fragments.map(({ durationSeconds }) => durationSeconds))).toBeCloseTo(2.52, 2);
  expect(made.fragments.every(({ frames }) => frames > 0)).toBe(true);
});

test("descriptions nobody can read are refused, and more than is held is too", () => {
  expect(() => packaged([], { avcConfig: Buffer.from([1]) })).toThrow(PackagerError);
  expect(() => packaged([], { aacConfig: Buffer.from([0xf8, 0, 0, 0]) })).toThrow(PackagerError);
  const large = { ...frame(0), data: Buffer.alloc(6 << 20) };
  expect(() => packaged([key(0), ...Array.from({ length: 12 }, (__, at) => ({ ...large, atMs: at }))])).toThrow(
    PackagerError,
  );
});

const anyTag = fc.record({
  kind: fc.constantFrom<Tag["kind"]>("video", "audio"),
  stepMs: fc.oneof(
    { weight: 20, arbitrary: fc.integer({ min: -50, max: 120 }) },
    fc.integer({ min: -1000, max: 9_000 }),
  ),
  compositionMs: fc.oneof(
    { weight: 9, arbitrary: fc.integer({ min: 0, max: 200 }) },
    fc.integer({ min: -300, max: 0 }),
  ),
  isKey: fc.boolean(),
  sizeBytes: fc.integer({ min: 0, max: 300 }),
});

test("whatever order and clock tags come with, time continues without a hole and no frame is lost", () => {
  fc.assert(
    fc.property(fc.array(anyTag, { maxLength: 120 }), fc.constantFrom(0.2, 0.5), (steps, part) => {
      let atMs = 0;
      const tags = steps.map(({ stepMs, sizeBytes, ...tag }): Tag => {
        atMs = Math.max(0, atMs + stepMs);
        return { ...tag, atMs, data: Buffer.alloc(sizeBytes, 1) };
      });
      const made = packaged(tags, {}, part);
      const usable = tags.filter(({ kind, data }) => kind === "video" && data.length > 0);
      const firstKey = usable.findIndex(({ isKey }) => isKey);
      const pictures = samplesOf(made, "video");
      expect(pictures).toHaveLength(firstKey < 0 ? 0 : usable.length - firstKey);
      if (firstKey < 0) return;
      expectSoundThroughout(made);
      for (const [at, { startSeconds, durationSeconds }] of made.fragments.entries()) {
        const next = made.fragments[at + 1];
        expect(durationSeconds).toBeGreaterThan(0);
        if (next) expect(next.startSeconds).toBeCloseTo(startSeconds + durationSeconds, 4);
      }
    }),
    { numRuns: 300 },
  );
});
