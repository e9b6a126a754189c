import fc from "fast-check";
import { beforeAll, expect, test } from "vitest";
import { planEncoding, sizeOfChunk } from "./encodingPlan.ts";
import type { SourceFacts } from "./facts.ts";
import { clip } from "./fixtures.ts";
import { probe } from "./probe.ts";

let facts: SourceFacts;
beforeAll(async () => {
  facts = await probe(await clip("streamable"));
});

const plannedFor = (durationSeconds: number) => planEncoding({ ...facts, video: { ...facts.video, durationSeconds } });
function chunksOf(durationSeconds: number) {
  const plan = plannedFor(durationSeconds);
  return { plan, chunks: Array.from({ length: plan.chunkCount }, (_, chunk) => sizeOfChunk(plan, chunk)) };
}

test("a rest shorter than a group of pictures is a segment more of the last chunk", () => {
  expect(chunksOf(26).chunks.map(({ segments }) => segments)).toEqual([7]);
  expect(chunksOf(50).chunks.map(({ segments }) => segments)).toEqual([6, 7]);
  expect(chunksOf(47).chunks.map(({ segments }) => segments)).toEqual([6, 6]);
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
