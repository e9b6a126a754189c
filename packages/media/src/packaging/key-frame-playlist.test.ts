import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import HLS from "hls-parser";
import { afterAll, beforeAll, expect, test } from "vitest";
import { encodeChunk } from "../encoding/encode-chunk.ts";
import { planEncoding } from "../encoding/encoding-plan.ts";
import { clip } from "../fixtures/clips.ts";
import { frameTimes, measureFrames } from "../fixtures/measure.ts";
import { probe } from "../probe/probe.ts";
import { readBoxes } from "./boxes.ts";
import { keyFrameBytes, keyFramePlaylist, segmentHeadBytes } from "./key-frame-playlist.ts";
import { joinFragments } from "./mp4.ts";

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "kinora-key-frames-"));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

test("what an I-frame playlist names of each segment is one whole picture, the first of that segment", async () => {
  const source = await clip("flashAndBeep", { durationSeconds: 9 });
  const facts = await probe(source);
  const plan = planEncoding(facts);
  const inits: Buffer[] = [];
  const segments: Buffer[] = [];
  await encodeChunk({
    ...{ source, facts, plan, chunkIndex: 0, workFolder: folder, signal: new AbortController().signal },
    preset: "ultrafast",
    onInit: ({ bytes }) => void inits.push(bytes),
    onSegment: ({ bytes }) => void segments.push(bytes),
  });
  const [init = Buffer.alloc(0)] = inits;
  expect(segments.map((bytes) => [...readBoxes(bytes)].map(({ type }) => type))).toEqual([
    ["styp", "moof", "mdat"],
    ["styp", "moof", "mdat"],
    ["styp", "moof", "mdat"],
  ]);
  const found = segments.map((bytes) => keyFrameBytes(bytes.subarray(0, segmentHeadBytes), init));
  for (const [index, bytes] of segments.entries()) {
    const path = join(folder, `${index}.mp4`);
    await joinFragments([init, bytes.subarray(0, found[index])], path);
    expect(await frameTimes(path)).toHaveLength(1);
    // Each segment begins with a second, which begins with a flash.
    expect((await measureFrames(path))[0]?.brightness).toBeGreaterThan(200);
  }

  const keyFrames = found.map((sizeBytes, index) => ({ uri: `0000${index}.m4s`, sizeBytes, durationSeconds: 4 }));
  HLS.setOptions({ strictMode: true });
  expect(HLS.parse(keyFramePlaylist(keyFrames, 4))).toMatchObject({
    isIFrame: true,
    endlist: true,
    targetDuration: 4,
    segments: keyFrames.map(({ uri, sizeBytes }) => ({ uri, byterange: { offset: 0, length: sizeBytes } })),
  });
});
