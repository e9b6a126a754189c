import { aFragment, anInit, KeptMedia, rung, timelineOptions } from "@kinora/media/live/liveFixtures.ts";
import type { LivePeek, PeekSource } from "@kinora/media/live/livePeek.ts";
import { LiveTimeline } from "@kinora/media/live/timeline.ts";
import { expect, test, vi } from "vitest";
import { LivePeeks, OLDEST_MS, type PeekedStream } from "./live-peeks.ts";
import { delayOf } from "./session-stats.ts";

const failed = (error: unknown) => expect.fail(String(error));
const picture = Buffer.from("a picture");

/** A stream on whose timeline is a closed segment of two rungs, then an open one. */
function aStream(hash: string): PeekedStream & { heard: (number | null)[] } {
  const rungs = [rung("90p", 160, 90), rung("360p", 640, 360)];
  const files = new KeptMedia();
  const timeline = new LiveTimeline(timelineOptions({ rungs, sink: files }));
  const source = timeline.startSource({ kind: "live", inits: new Map(rungs.map((one) => [one.label, anInit(one)])) });
  for (const start of [0, 2]) for (const { label } of rungs) timeline.append(source, label, aFragment(start, 2, true));
  const heard: (number | null)[] = [];
  const ingest: PeekSource = { bytes: Buffer.from("ingest"), container: "live_flv", hasSound: true };
  return {
    hash,
    timeline,
    files: {
      get: (name) => files.files.get(name),
      read: (name) => Promise.resolve(files.files.get(name) ?? null),
      readPart: () => Promise.resolve(null),
    },
    looped: { read: () => Promise.resolve(null) },
    publisher: { peekSource: () => ingest, heard: (level) => void heard.push(level) },
    heard,
  };
}

test("looks are taken one after the other, and one serves all who look at the same", async () => {
  let running = 0;
  const peek = vi.fn<(source: PeekSource) => Promise<LivePeek>>(async () => {
    running += 1;
    await Promise.resolve();
    expect(running).toBe(1);
    running -= 1;
    return { picture, audioLevelDb: -20 };
  });
  const peeks = new LivePeeks(failed, peek);
  const [one, other] = [aStream("one"), aStream("other")];
  const looks = [
    peeks.look(one, "on_air"),
    peeks.look(one, "on_air"),
    peeks.look(other, "on_air"),
    peeks.look(one, "ingest"),
  ];
  expect((await Promise.all(looks)).map((look) => look?.picture)).toEqual([picture, picture, picture, picture]);
  expect(peek).toHaveBeenCalledTimes(3);
  expect(one.heard).toEqual([-20]);
  const [source] = peek.mock.calls[0] ?? [];
  expect(source).toMatchObject({ container: "mov", hasSound: true });
  expect(source?.bytes).toEqual(Buffer.concat([Buffer.from("init"), aFragment(0, 2, true).bytes]));
});

test("whoever watches over a stream gets a new look after four seconds, anybody after thirty", async () => {
  let now = 0;
  const peek = vi.fn<(source: PeekSource) => Promise<LivePeek>>(() => Promise.resolve({ picture, audioLevelDb: null }));
  const peeks = new LivePeeks(failed, peek, () => now);
  const one = aStream("one");
  const looksAt = async (at: number, ageMs?: number) => {
    now = at;
    await peeks.look(one, "on_air", ageMs);
    return peek.mock.calls.length;
  };
  expect([await looksAt(0, OLDEST_MS), await looksAt(29_000, OLDEST_MS), await looksAt(29_500)]).toEqual([1, 1, 2]);
  expect([await looksAt(33_000), await looksAt(34_000), await looksAt(60_000, OLDEST_MS)]).toEqual([2, 3, 3]);
});

test("that there was nothing to see holds for four seconds, for anybody", async () => {
  let now = 0;
  const seen: (LivePeek | null)[] = [null, { picture, audioLevelDb: null }];
  const peeks = new LivePeeks(
    failed,
    () => Promise.resolve(seen.shift() ?? null),
    () => now,
  );
  const one = aStream("one");
  expect(await peeks.look(one, "on_air", OLDEST_MS)).toBeNull();
  now = 3_000;
  expect(await peeks.look(one, "on_air", OLDEST_MS)).toBeNull();
  now = 5_000;
  expect((await peeks.look(one, "on_air", OLDEST_MS))?.picture).toEqual(picture);
});

test("where nobody publishes and nothing is on air there is nothing to see", async () => {
  const peeks = new LivePeeks(failed, () => expect.fail("Nothing is there."));
  const timeline = new LiveTimeline(timelineOptions());
  const idle = { ...aStream("idle"), timeline, publisher: null };
  expect([await peeks.look(idle, "on_air"), await peeks.look(idle, "ingest")]).toEqual([null, null]);
});

test("a livestream is as late as its newest picture should have been there", () => {
  const { timeline } = aStream("late");
  const last = timeline.segments.at(-1);
  const end = (last?.startsAtMs ?? 0) + 2000;
  expect(delayOf(timeline, end - 10)).toBe(0);
  expect(delayOf(timeline, end + 4_250)).toBe(4.25);
  expect(delayOf({ segments: [] }, end)).toBeNull();
});
