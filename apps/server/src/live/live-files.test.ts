import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { takeBytes } from "@kinora/media/live/recycledBytes.ts";
import { openLocalStorage } from "@kinora/storage/local.ts";
import { expect, onTestFinished, test } from "vitest";
import { createLog } from "../platform/log.ts";
import { until } from "../platform/until.ts";
import { LiveFiles } from "./live-files.ts";

const PART_BYTES = 3_000_000;

test("memory of what left it is used again, but not of what somebody asked for", async () => {
  const folder = await mkdtemp(join(tmpdir(), "kinora-live-files-"));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const files = new LiveFiles(await openLocalStorage(folder), "live/1", () => 0, createLog("silent", "live"));
  const memory = new Set<ArrayBufferLike>();
  let asked: Buffer | undefined;
  for (let sequence = 0; sequence < 20; sequence += 1) {
    const bytes = takeBytes(PART_BYTES).subarray(0, PART_BYTES).fill(sequence);
    memory.add(bytes.buffer);
    const segment = { rung: "source", sequence, kind: "live", name: `source/${sequence}.m4s` } as const;
    files.onPart({ ...segment, part: 0, name: `source/${sequence}.0.m4s`, bytes });
    if (sequence === 3) asked = files.get("source/3.0.m4s");
    files.onSegment({ ...segment, chunks: [bytes], sizeBytes: PART_BYTES, durationSeconds: 2 });
    await until(async () => files.settled);
  }
  expect(memory.size).toBeLessThan(10);
  expect(asked?.equals(Buffer.alloc(PART_BYTES, 3))).toBe(true);
  for (const sequence of [0, 3, 13, 19])
    expect((await files.read(`source/${sequence}.m4s`))?.equals(Buffer.alloc(PART_BYTES, sequence))).toBe(true);
});
