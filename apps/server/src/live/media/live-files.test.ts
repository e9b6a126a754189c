import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { aFragment, anInit, twoRungs } from "@kinora/media/live/live-fixtures.ts";
import { liveMediaPlaylist } from "@kinora/media/live/live-playlist.ts";
import { takeBytes } from "@kinora/media/live/recycled-bytes.ts";
import { LiveTimeline } from "@kinora/media/live/timeline.ts";
import { openLocalStorage } from "@kinora/storage/local.ts";
import { expect, onTestFinished, test, vi } from "vitest";
import { createLog } from "../../platform/log.ts";
import { until } from "../../testing/until.ts";
import { LiveFiles } from "./live-files.ts";

const PART_BYTES = 3_000_000;

test("memory of old segments is reused, except of files that were read", async () => {
  const folder = await mkdtemp(join(tmpdir(), "kinora-live-files-"));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const files = new LiveFiles(await openLocalStorage(folder), "live/1", 0, createLog("silent", "live"));
  const memory = new Set<ArrayBufferLike>();
  let asked: Buffer | undefined;
  for (let sequence = 0; sequence < 20; sequence += 1) {
    const bytes = takeBytes(PART_BYTES).subarray(0, PART_BYTES).fill(sequence);
    memory.add(bytes.buffer);
    const segment = { rung: "source", sequence, kind: "live", name: `source/${sequence}.m4s` } as const;
    files.onPart({ ...segment, part: 0, name: `source/${sequence}.0.m4s`, bytes });
    if (sequence === 3) asked = files.get("source/3.0.m4s");
    files.onSegment({ ...segment, chunks: [bytes], sizeBytes: PART_BYTES, durationSeconds: 2 });
    await until(async () => files.isSettled);
  }
  expect(memory.size).toBeLessThan(10);
  expect(asked?.equals(Buffer.alloc(PART_BYTES, 3))).toBe(true);
  for (const sequence of [0, 3, 13, 19])
    expect((await files.read(`source/${sequence}.m4s`))?.equals(Buffer.alloc(PART_BYTES, sequence))).toBe(true);
});

/** A timeline of two rungs whose files are on a disk, and a clock that the test moves. */
async function aTimeline(windowSeconds: number) {
  vi.useFakeTimers({ toFake: ["performance"] });
  const folder = await mkdtemp(join(tmpdir(), "kinora-live-files-"));
  onTestFinished(async () => {
    vi.useRealTimers();
    await rm(folder, { recursive: true, force: true });
  });
  const storage = await openLocalStorage(folder);
  const open = (): { files: LiveFiles; timeline: LiveTimeline } => {
    const files = new LiveFiles(storage, "live/1", 0, createLog("silent", "live"));
    const timeline = new LiveTimeline({ rungs: twoRungs, windowSeconds, sink: files, now: () => Date.now() });
    files.attach(timeline);
    return { files, timeline };
  };
  const stored = async () => {
    const names: string[] = [];
    for await (const { key } of storage.list("live/1/")) names.push(key);
    return names;
  };
  return { ...open(), storage, stored };
}

test("a permanent channel keeps the files players may request, and no more with each reconnect", async () => {
  const { files, timeline, stored } = await aTimeline(20);
  const labels = twoRungs.map(({ label }) => label);
  /** By name: until when it must be there. */
  const promised = new Map<string, number>();
  const gone: string[] = [];
  files.onDeleted = (name) => gone.push(name);
  const counts: number[] = [];
  const passes = async (seconds: number) => {
    for (const label of labels) promise(promised, liveMediaPlaylist(timeline, label, { lowLatency: true }), label);
    vi.advanceTimersByTime(seconds * 1000);
    await files.sweep();
    for (const [name, untilMs] of promised) if (untilMs < performance.now()) promised.delete(name);
    const reads = [...promised.keys()].map(async (name) => {
      if (!(files.get(name) ?? (await files.readPart(name)) ?? (await files.readReachable(name))))
        throw new Error(`${name} is gone.`);
    });
    await Promise.all(reads);
  };
  for (let reconnect = 0; reconnect < 20; reconnect += 1) {
    const source = timeline.startSource({
      kind: "live",
      inits: new Map(twoRungs.map((one) => [one.label, anInit(one)])),
    });
    for (let at = 0; at < 12; at += 0.5) {
      for (const label of labels) timeline.append(source, label, aFragment(at, 0.5, at % 2 === 0));
      await passes(0.5);
    }
    timeline.finishSource(source);
    // Each time a slate that looks different.
    const key = `slate-${String(reconnect).padStart(10, "0")}`;
    for (const label of labels)
      for (const file of [`${key}.mp4`, `${key}-0.m4s`]) await files.put(`${label}/${file}`, Buffer.from("slate"));
    const slate = timeline.startSource({ kind: "slate" });
    files.need(
      labels.flatMap((label) => [`${label}/${key}.mp4`, `${label}/${key}-0.m4s`]),
      slate.number,
    );
    const listed = (label: string, ticks: number) => ({
      name: `${label}/${key}-0-${ticks}.m4s`,
      init: `${label}/${key}.mp4`,
      sizeBytes: 5,
    });
    for (let at = 0; at < 4; at += 2) {
      const rungs = (clockSeconds: number) =>
        new Map(labels.map((label) => [label, listed(label, Math.round(clockSeconds * 90_000))]));
      timeline.listSegment(slate, { durationSeconds: 2, rungs });
      await passes(2);
    }
    await files.written();
    counts.push((await stored()).length);
  }
  expect(Math.max(...counts)).toBe(Math.max(...counts.slice(0, 8)));
  expect(new Set(gone).size).toBeGreaterThan(100);
});

/** A file that is listed stays for its own duration and that of the playlist (RFC 8216 §6.2.2). */
function promise(promised: Map<string, number>, text: string, label: string): void {
  const seconds = [...text.matchAll(/#EXTINF:([\d.]+)/g)].reduce((sum, [, each]) => sum + Number(each), 0);
  const listed = [...text.matchAll(/^(?!#)(\S+)$|#EXT-X-(?:MAP|PART):.*URI="([^"]+)"/gm)];
  for (const [, segment, other] of listed) {
    const name = `${label}/${segment ?? other}`;
    if (!/slate-\S+-\d+-\d+/.test(name)) promised.set(name, performance.now() + (seconds + 2) * 1000 - 1);
  }
}

test("unlisted media of a crashed process is deleted, and a stream's pictures are not", async () => {
  const { files, timeline, storage, stored } = await aTimeline(20);
  const names = ["180p/7.m4s", "180p/init-3.mp4", "source/slate-0123456789.mp4", "pictures/offline-1.jpg"];
  for (const name of [...names, "unseen/1-1/180p/0.m4s"]) await storage.put(`live/1/${name}`, Buffer.from("x"));
  await files.findStrays();
  const [one] = twoRungs;
  if (!one) throw new Error("There is no rung.");
  const source = timeline.startSource({ kind: "live", inits: new Map([[one.label, anInit(one)]]) });
  for (let at = 0; at < 4; at += 0.5) timeline.append(source, one.label, aFragment(at, 0.5, at % 2 === 0));
  timeline.finishSource(source);
  await files.written();
  vi.advanceTimersByTime(1);
  await files.sweep();
  expect((await stored()).toSorted()).toEqual(
    ["90p/0.m4s", "90p/1.m4s", "90p/init-1.mp4", "pictures/offline-1.jpg", "unseen/1-1/180p/0.m4s"].map(
      (name) => `live/1/${name}`,
    ),
  );
});
