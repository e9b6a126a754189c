import fc from "fast-check";
import { beforeAll, expect, test } from "vitest";
import { clip } from "../fixtures/clips.ts";
import type { SourceFacts } from "../probe/facts.ts";
import { probe } from "../probe/probe.ts";
import { MediaError } from "../tools/errors.ts";
import { cutBeside, firstFrameOf, planEncoding, sizeOfChunk } from "./encoding-plan.ts";

let facts: SourceFacts;
beforeAll(async () => {
  facts = await probe(await clip("streamable"));
});

const plannedFor = (durationSeconds: number) => planEncoding({ ...facts, video: { ...facts.video, durationSeconds } });
function chunksOf(durationSeconds: number, copiedCuts?: readonly number[]) {
  const planned = plannedFor(durationSeconds);
  const plan = copiedCuts ? cutBeside(planned, copiedCuts) : planned;
  return { plan, chunks: Array.from({ length: plan.chunkCount }, (_, chunk) => sizeOfChunk(plan, chunk)) };
}

test("a rest shorter than a group of pictures is a segment more of the last chunk", () => {
  expect(chunksOf(26).chunks.map(({ segments }) => segments)).toEqual([7]);
  expect(chunksOf(50).chunks.map(({ segments }) => segments)).toEqual([6, 7]);
  expect(chunksOf(47).chunks.map(({ segments }) => segments)).toEqual([6, 6]);
});

test("a video longer than two days is refused before there is a row of it, with a sentence", () => {
  expect(plannedFor(48 * 3600).chunkCount).toBe(7200);
  expect(() => plannedFor(1000 * 3600)).toThrow(
    "This file says that it lasts 1,000 hours; upload one of at most 48 hours.",
  );
  expect(() => plannedFor(Infinity)).toThrow(MediaError);
});

test("however long a video is, its chunks hold all of its segments and frames", () => {
  fc.assert(
    fc.property(fc.double({ min: 0.04, max: 600, noNaN: true }), (seconds) => {
      const { plan, chunks } = chunksOf(seconds);
      expect(chunks.reduce((sum, { segments }) => sum + segments, 0)).toBe(plan.segmentCount);
      expect(chunks.reduce((sum, { frames }) => sum + frames, 0)).toBe(plan.totalFrames);
      expect(chunks.every(({ segments, frames }) => segments >= 1 && frames >= 1)).toBe(true);
    }),
  );
});

test("beside a copy pictures are cut where it is, and evenly between", () => {
  const { plan, chunks } = chunksOf(30, [93, 343, 444]);
  expect(plan.segmentStarts).toEqual([0, 93, 176, 260, 343, 394, 444, 521, 597, 674]);
  expect(chunks.map(({ segments }) => segments)).toEqual([6, 4]);
  expect(chunks.map(({ frames }) => frames)).toEqual([444, 306]);
  // A source that is longer than was expected has further segments.
  expect([9, 10, 11].map((segment) => firstFrameOf(plan, segment))).toEqual([674, 774, 874]);
  expect(chunksOf(16, [100, 200, 300]).plan.segmentStarts).toEqual([0, 100, 200, 300]);
});

test("wherever a copy is cut, a player that is up to a third into a segment of it takes the encoded one that begins with it", () => {
  const copiedSegments = fc.array(fc.integer({ min: 88, max: 250 }), { minLength: 1, maxLength: 40 });
  fc.assert(
    fc.property(copiedSegments, fc.integer({ min: 1, max: 250 }), (lengths, rest) => {
      let endsAt = 0;
      const cuts = lengths.map((frames) => (endsAt += frames));
      const { plan, chunks } = chunksOf((endsAt + rest) / 25, cuts);
      const starts = plan.segmentStarts ?? [];
      for (const [index, start] of [0, ...cuts].entries()) {
        const frames = ([...cuts, endsAt + rest][index] ?? 0) - start;
        const next = starts[starts.indexOf(start) + 1] ?? Infinity;
        expect(starts).toContain(start);
        expect(next - start).toBeGreaterThanOrEqual(Math.floor(frames / 3));
      }
      const ends = [...starts.slice(1), plan.totalFrames];
      expect(Math.max(...ends.map((end, index) => end - (starts[index] ?? 0)))).toBeLessThanOrEqual(100);
      expect(chunks.reduce((sum, { segments }) => sum + segments, 0)).toBe(starts.length);
      expect(chunks.reduce((sum, { frames }) => sum + frames, 0)).toBe(plan.totalFrames);
    }),
  );
});
