import { appendFile, readFile } from "node:fs/promises";
import { join } from "node:path";
import { testFolder } from "@kinora/media/fixtures/folder.ts";
import { expect, test } from "vitest";
import { until } from "../../testing/until.ts";
import type { TagListener } from "../ingest/publisher.ts";
import { tagsOf, timeOf } from "../ingest/rtmp/flv-tags.ts";
import { FLV_HEADER, FLV_VIDEO, flvTag } from "../ingest/rtmp/flv.ts";
import { isFullDisk, Recorder } from "./recorder.ts";

const GIBIBYTE = 1024 ** 3;
const disk = (freeBytes: number) => Promise.resolve({ freeBytes, totalBytes: 100 * GIBIBYTE });
const ROOM = 10 * GIBIBYTE;
const folder = testFolder("recorder");

/** A publisher that sends a megabyte of key frame each second. */
class Camera {
  readonly #listeners = new Set<TagListener>();
  #atMs = 0;

  head(): Buffer {
    return FLV_HEADER;
  }
  listen(listener: TagListener): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }
  send(seconds: number): void {
    for (let second = 0; second < seconds; second += 1) {
      const tag = flvTag(FLV_VIDEO, this.#atMs, Buffer.alloc(1024 * 1024, 0x17));
      for (const listener of this.#listeners) listener(tag, true);
      this.#atMs += 1000;
    }
  }
  get watched(): number {
    return this.#listeners.size;
  }
}

/** The moments of the whole pictures in a file. */
async function momentsIn(path: string): Promise<number[]> {
  const tags = [...tagsOf((await readFile(path)).subarray(FLV_HEADER.length))];
  return tags.filter((tag) => tag.length > 1024 * 1024).map(timeOf);
}

test("a recording continues after a crash in the middle of a frame", async () => {
  const path = join(folder, "twice.flv");
  const problems: Error[] = [];
  for (let process = 0; process < 2; process += 1) {
    const camera = new Camera();
    const recorder = new Recorder(
      path,
      (error) => problems.push(error),
      () => disk(ROOM),
    );
    recorder.follow(camera);
    camera.send(3);
    await recorder.finish();
    await appendFile(path, flvTag(FLV_VIDEO, 9000, Buffer.alloc(1000)).subarray(0, 500));
  }
  expect(await momentsIn(path)).toEqual([0, 1000, 2000, 2040, 3040, 4040]);
  expect(problems).toEqual([]);
});

test("a recording ends once before the disk is full, and keeps every frame it has", async () => {
  const path = join(folder, "full.flv");
  const problems: Error[] = [];
  let room = ROOM;
  const camera = new Camera();
  const recorder = new Recorder(
    path,
    (error) => problems.push(error),
    () => disk(room),
  );
  recorder.follow(camera);
  camera.send(2);
  room = 4 * GIBIBYTE;
  camera.send(20);
  await until(() => Promise.resolve(problems.length > 0));
  expect(problems.map(isFullDisk)).toEqual([true]);
  expect(camera.watched).toBe(0);
  camera.send(5);
  await recorder.finish();
  const kept = await momentsIn(path);
  expect(kept.length).toBeGreaterThan(10);
  expect(kept).toEqual(kept.map((_, index) => index * 1000));
  expect(problems).toHaveLength(1);
});

test("a recording whose disk fails reports the failure, and other listeners are not affected", async () => {
  const problems: Error[] = [];
  const failing = new Error("no disk");
  const camera = new Camera();
  const path = join(folder, "failing.flv");
  const recorder = new Recorder(
    path,
    (error) => problems.push(error),
    () => Promise.reject(failing),
  );
  recorder.follow(camera);
  camera.send(1);
  await until(() => Promise.resolve(problems.length > 0));
  expect(problems).toEqual([failing]);
  expect(isFullDisk(failing)).toBe(false);
  expect(await momentsIn(path)).toEqual([0]);
});
