import { aFragment, anInit, KeptMedia, rung, timelineOptions } from "@kinora/media/live/live-fixtures.ts";
import type { LiveSnapshot, SnapshotSource } from "@kinora/media/live/live-snapshot.ts";
import { LiveTimeline } from "@kinora/media/live/timeline.ts";
import { expect, test, vi } from "vitest";
import { delayOf } from "../sessions/session-stats.ts";
import { LiveSnapshots, OLDEST_MS, type SnapshotStream } from "./live-snapshots.ts";

const failed = (error: unknown) => expect.fail(String(error));
const picture = Buffer.from("a picture");

/** A stream on whose timeline is a closed segment of two rungs, then an open one. */
function aStream(hash: string): SnapshotStream & { levels: (number | null)[] } {
  const rungs = [rung("90p", 160, 90), rung("360p", 640, 360)];
  const files = new KeptMedia();
  const timeline = new LiveTimeline(timelineOptions({ rungs, sink: files }));
  const source = timeline.startSource({ kind: "live", inits: new Map(rungs.map((one) => [one.label, anInit(one)])) });
  for (const start of [0, 2]) for (const { label } of rungs) timeline.append(source, label, aFragment(start, 2, true));
  const levels: (number | null)[] = [];
  const ingest: SnapshotSource = { bytes: Buffer.from("ingest"), container: "live_flv", hasSound: true };
  return {
    hash,
    timeline,
    files: {
      get: (name) => files.files.get(name),
      read: (name) => Promise.resolve(files.files.get(name) ?? null),
      readPart: () => Promise.resolve(null),
    },
    looped: { read: () => Promise.resolve(null) },
    publisher: { snapshotSource: () => ingest, setAudioLevel: (level) => void levels.push(level) },
    levels,
  };
}

test("snapshots are taken one at a time, and callers of the same subject share one", async () => {
  let running = 0;
  const take = vi.fn<(source: SnapshotSource) => Promise<LiveSnapshot>>(async () => {
    running += 1;
    await Promise.resolve();
    expect(running).toBe(1);
    running -= 1;
    return { picture, audioLevelDb: -20 };
  });
  const snapshots = new LiveSnapshots(failed, take);
  const [one, other] = [aStream("one"), aStream("other")];
  const reads = [
    snapshots.read(one, "on_air"),
    snapshots.read(one, "on_air"),
    snapshots.read(other, "on_air"),
    snapshots.read(one, "ingest"),
  ];
  expect((await Promise.all(reads)).map((read) => read?.picture)).toEqual([picture, picture, picture, picture]);
  expect(take).toHaveBeenCalledTimes(3);
  expect(one.levels).toEqual([-20]);
  const [source] = take.mock.calls[0] ?? [];
  expect(source).toMatchObject({ container: "mov", hasSound: true });
  expect(source?.bytes).toEqual(Buffer.concat([Buffer.from("init"), aFragment(0, 2, true).bytes]));
});

test("the control room gets a new snapshot after four seconds, other callers after thirty", async () => {
  let now = 0;
  const take = vi.fn<(source: SnapshotSource) => Promise<LiveSnapshot>>(() =>
    Promise.resolve({ picture, audioLevelDb: null }),
  );
  const snapshots = new LiveSnapshots(failed, take, () => now);
  const one = aStream("one");
  const readAt = async (at: number, ageMs?: number) => {
    now = at;
    await snapshots.read(one, "on_air", ageMs);
    return take.mock.calls.length;
  };
  expect([await readAt(0, OLDEST_MS), await readAt(29_000, OLDEST_MS), await readAt(29_500)]).toEqual([1, 1, 2]);
  expect([await readAt(33_000), await readAt(34_000), await readAt(60_000, OLDEST_MS)]).toEqual([2, 3, 3]);
});

test("a missing picture is cached for four seconds for every caller", async () => {
  let now = 0;
  const seen: (LiveSnapshot | null)[] = [null, { picture, audioLevelDb: null }];
  const snapshots = new LiveSnapshots(
    failed,
    () => Promise.resolve(seen.shift() ?? null),
    () => now,
  );
  const one = aStream("one");
  expect(await snapshots.read(one, "on_air", OLDEST_MS)).toBeNull();
  now = 3_000;
  expect(await snapshots.read(one, "on_air", OLDEST_MS)).toBeNull();
  now = 5_000;
  expect((await snapshots.read(one, "on_air", OLDEST_MS))?.picture).toEqual(picture);
});

test("a stream without publisher and media has no snapshot", async () => {
  const snapshots = new LiveSnapshots(failed, () => expect.fail("Nothing is there."));
  const timeline = new LiveTimeline(timelineOptions());
  const idle = { ...aStream("idle"), timeline, publisher: null };
  expect([await snapshots.read(idle, "on_air"), await snapshots.read(idle, "ingest")]).toEqual([null, null]);
});

test("the delay of a livestream is the age of its newest picture", () => {
  const { timeline } = aStream("late");
  const last = timeline.segments.at(-1);
  const end = (last?.startsAtMs ?? 0) + 2000;
  expect(delayOf(timeline, end - 10)).toBe(0);
  expect(delayOf(timeline, end + 4_250)).toBe(4.25);
  expect(delayOf({ segments: [] }, end)).toBeNull();
});
