import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { testFolder } from "@kinora/media/fixtures/folder.ts";
import { beforeAll, expect, test } from "vitest";
import { FLV_AUDIO, FLV_HEADER, FLV_VIDEO, flvTag } from "../ingest/rtmp/flv.ts";
import { repairEnd } from "./recording-end.ts";

const folder = testFolder("recording-end");
let path: string;
beforeAll(() => {
  path = join(folder, "one.flv");
});

/** Sound and picture in turns, 20 ms apart; their bodies look like tags here and there. */
const tags = (count: number, bodyBytes: number): Buffer[] =>
  Array.from({ length: count }, (_, at) =>
    flvTag(at % 2 === 0 ? FLV_VIDEO : FLV_AUDIO, at * 20, Buffer.alloc(bodyBytes + at, at % 3 === 0 ? 0 : 9)),
  );

test("wherever a crash truncated a recording, its whole tags are kept and its last timestamp is known", async () => {
  const parts = [FLV_HEADER, ...tags(12, 5)];
  const whole = Buffer.concat(parts);
  const ends = parts.map((_, at) => Buffer.concat(parts.slice(0, at + 1)).length);
  for (let cut = 0; cut <= whole.length; cut += 1) {
    await writeFile(path, whole.subarray(0, cut));
    const kept = ends.findLastIndex((end) => end <= cut);
    const expected =
      kept < 0 ? { sizeBytes: 0, lastMs: 0 } : { sizeBytes: ends[kept], lastMs: Math.max(0, kept - 1) * 20 };
    expect(repairEnd(path), `cut at ${cut}`).toEqual(expected);
    expect(await readFile(path)).toEqual(whole.subarray(0, expected.sizeBytes));
  }
});

test("only the end of a long recording is read, as much as its largest frames need", async () => {
  // Nothing that could be walked through from the beginning.
  const unread = Buffer.alloc(20 * 1024 * 1024, 0xee);
  const end = tags(20, 300_000);
  const torn = flvTag(FLV_VIDEO, 9_000, Buffer.alloc(2 * 1024 * 1024)).subarray(0, -1);
  await writeFile(path, Buffer.concat([FLV_HEADER, unread, ...end, torn]));
  const sizeBytes = FLV_HEADER.length + unread.length + Buffer.concat(end).length;
  expect(repairEnd(path)).toEqual({ sizeBytes, lastMs: 380 });
});

test("a missing recording is created, and one without a whole tag continues after its header", async () => {
  expect(repairEnd(join(folder, "new.flv"))).toEqual({ sizeBytes: 0, lastMs: 0 });
  await writeFile(path, Buffer.concat([FLV_HEADER, Buffer.alloc(100)]));
  expect(repairEnd(path)).toEqual({ sizeBytes: FLV_HEADER.length, lastMs: 0 });
});
