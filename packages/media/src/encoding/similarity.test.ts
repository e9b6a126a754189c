import { join } from "node:path";
import { expect, test } from "vitest";
import { clip } from "../fixtures/clips.ts";
import { testFolder } from "../fixtures/folder.ts";
import { joinFragments } from "../packaging/mp4.ts";
import { probe } from "../probe/probe.ts";
import { encodeChunk } from "./encode-chunk.ts";
import { planEncoding } from "./encoding-plan.ts";
import { measureSimilarity, sampleOf } from "./similarity.ts";

const folder = testFolder("similarity");

const { signal } = new AbortController();

/** Encodes one rung whole and compares `sample` of it with its source. */
async function similarity(source: string, crf: number, sample?: ReturnType<typeof sampleOf>): Promise<number | null> {
  const facts = await probe(source);
  const plan = planEncoding(facts, [{ label: "180p", shortSidePixels: 180, crf, maxBitrateKbps: 4000 }]);
  const parts: Buffer[] = [];
  const segments: Buffer[] = [];
  for (let chunkIndex = 0; chunkIndex < plan.chunkCount; chunkIndex++) {
    await encodeChunk({
      source,
      facts,
      plan,
      chunkIndex,
      workFolder: folder,
      signal,
      onInit: ({ bytes }) => void (parts.length === 0 && parts.push(bytes)),
      onSegment: ({ bytes }) => void segments.push(bytes),
    });
  }
  const { firstSegment, segmentCount } = sample ?? sampleOf(plan);
  const path = join(folder, `sample-${crf}.mp4`);
  await joinFragments([...parts, ...segments.slice(firstSegment, firstSegment + segmentCount)], path, signal);
  return measureSimilarity({
    source,
    facts,
    plan,
    sample: path,
    firstSegment,
    segmentCount,
    workFolder: folder,
    signal,
  });
}

test("a careful encode is nearly its source, a coarse one is less like it, frame by frame at the same moments", async () => {
  const source = await clip("longGop", { width: 320, height: 180, durationSeconds: 32 });
  const fine = await similarity(source, 12);
  const coarse = await similarity(source, 45);
  expect(fine).toBeGreaterThan(0.97);
  expect(coarse).toBeLessThan(fine ?? 0);
  expect(coarse).toBeGreaterThan(0.5);
});

test("frames of transport streams, which have no index to seek by, are compared with the same frames too", async () => {
  const source = await clip("transportStream", { width: 320, height: 180, durationSeconds: 20 });
  expect(await similarity(source, 12, { firstSegment: 2, segmentCount: 2 })).toBeGreaterThan(0.95);
});

test("the sample is about ten seconds from the middle, and all of a short video", async () => {
  const plan = planEncoding(await probe(await clip("longGop", { width: 320, height: 180, durationSeconds: 32 })));
  expect(sampleOf({ ...plan, segmentCount: 100 })).toEqual({ firstSegment: 48, segmentCount: 3 });
  expect(sampleOf({ ...plan, segmentCount: 1 })).toEqual({ firstSegment: 0, segmentCount: 1 });
});
