import { expect, onTestFinished, test, vi } from "vitest";
import { reloadRequest, waitForPlaylist, waitForSegment, waitForTarget } from "./blocking-reload.ts";
import { LiveJournal, restoreTimeline } from "./journal.ts";
import {
  aFragment,
  anInit,
  KeptMedia,
  memoryJournal,
  parsed,
  timelineOptions,
  rung,
  twoRungs,
} from "./live-fixtures.ts";
import { isMissedHint, liveMasterPlaylist, liveMediaPlaylist } from "./live-playlist.ts";
import { longestGroupSeconds } from "./segment-window.ts";
import type { TimelineSource } from "./timeline-source.ts";
import { LiveTimeline } from "./timeline.ts";

const inits = new Map(twoRungs.map((one) => [one.label, anInit(one)]));

/** Feeds half-second fragments with a key frame every two seconds to the rungs named. */
function feed(
  timeline: LiveTimeline,
  source: TimelineSource,
  from: number,
  to: number,
  labels = ["90p", "180p"],
): void {
  for (let at = from; at < to; at += 0.5) {
    for (const label of labels) timeline.append(source, label, aFragment(at, 0.5, at % 2 === 0));
  }
}

function live(seconds: number, over: Parameters<typeof timelineOptions>[0] = {}) {
  const timeline = new LiveTimeline(timelineOptions(over));
  const source = timeline.startSource({ kind: "live", inits });
  feed(timeline, source, 0, seconds);
  return { timeline, source };
}

test("parts come before their segment, with a hint at the next and a report of the other rung", () => {
  const { timeline } = live(5);
  const text = liveMediaPlaylist(timeline, "90p", { lowLatency: true });
  expect(text).toContain('#EXT-X-PART:DURATION=0.50000,URI="2.0.m4s",INDEPENDENT=YES');
  expect(text).toContain('#EXT-X-PRELOAD-HINT:TYPE=PART,URI="2.2.m4s"');
  expect(text).toContain('#EXT-X-RENDITION-REPORT:URI="../180p/index.m3u8",LAST-MSN=2,LAST-PART=1');
  expect(parsed(timeline, "90p").lowLatencyCompatibility).toMatchObject({ canBlockReload: true });
  const plain = liveMediaPlaylist(timeline, "90p", { lowLatency: false });
  expect(plain).not.toMatch(/EXT-X-(PART|PRELOAD|SERVER-CONTROL|RENDITION)/);
  expect(parsed(timeline, "90p", false).segments).toHaveLength(2);
});

test("the window moves on, and segments that left it are reported", () => {
  const media = new KeptMedia();
  const { timeline } = live(60, { windowSeconds: 20, sink: media });
  expect(parsed(timeline, "180p").mediaSequenceBase).toBeGreaterThan(15);
  expect(media.removed).toEqual(Array.from({ length: media.removed.length }, (_, at) => at));
});

test("a player that knows the past is spared it", () => {
  const { timeline } = live(60, { windowSeconds: 60 });
  const text = liveMediaPlaylist(timeline, "90p", { lowLatency: true, skip: true });
  const [, skipped = "0"] = /SKIPPED-SEGMENTS=(\d+)/.exec(text) ?? [];
  expect(Number(skipped)).toBeGreaterThan(10);
  expect(text.split("\n").length).toBeLessThan(
    liveMediaPlaylist(timeline, "90p", { lowLatency: true }).split("\n").length,
  );
});

test("a rung that falls behind leaves gaps, and a dropped one is stood in for by the nearest", () => {
  const { timeline, source } = live(4);
  feed(timeline, source, 4, 20, ["90p"]);
  expect(parsed(timeline, "180p").segments.some(({ gap }) => gap)).toBe(true);
  const [low] = twoRungs;
  const dropped = timeline.startSource({ kind: "live", inits: new Map(low ? [[low.label, anInit(low)]] : []) });
  feed(timeline, dropped, 20, 24, ["90p"]);
  const last = parsed(timeline, "180p", false).segments.at(-1);
  expect([last?.uri, last?.map.uri]).toEqual(["../90p/10.m4s", "../90p/init-2.mp4"]);
});

test("a rung the ladder has no longer keeps its playlist, also after a kill, and its address is not listed", () => {
  const { journal, port } = memoryJournal();
  const { timeline } = live(4, { journal });
  const source = {
    label: "source",
    width: 640,
    height: 360,
    frameRate: 30,
    codecs: [],
    peakBitrate: 9,
    averageBitrate: 9,
  };
  timeline.setRungs([source]);
  const other = timeline.startSource({ kind: "live", inits: new Map([["source", anInit(source)]]) });
  feed(timeline, other, 0, 4, ["source"]);
  expect(liveMasterPlaylist(timeline)).not.toContain("180p");
  const restored = restoreTimeline({ ...timelineOptions({ rungs: [] }), journal: memoryJournal(port.text).journal });
  for (const each of [timeline, restored]) {
    expect([each.knows("source"), each.knows("180p"), each.knows("720p")]).toEqual([true, true, false]);
    const uris = parsed(each, "180p").segments.flatMap(({ uri }) => uri);
    expect(uris.slice(0, 3)).toEqual(["0.m4s", "1.m4s", "../source/2.m4s"]);
  }
});

test("dates keep step with what is listed where the rungs' segments end a frame apart", () => {
  let nowMs = 1_700_000_000_000;
  const timeline = new LiveTimeline(timelineOptions({ now: () => nowMs }));
  const source = timeline.startSource({ kind: "live", inits });
  for (let at = 0; at < 60; at += 0.5) {
    const index = Math.floor(at / 2);
    nowMs += 500;
    for (const [lane, label] of ["90p", "180p"].entries()) {
      // The last fragment of every other segment is a frame longer, and of the other rung the ones between.
      const isLonger = at % 2 === 1.5 && index % 2 === lane;
      timeline.append(source, label, aFragment(at, isLonger ? 0.54 : 0.5, at % 2 === 0));
    }
  }
  const dates = parsed(timeline, "90p").segments.map(({ programDateTime }) => programDateTime?.getTime() ?? 0);
  expect(dates.length).toBeGreaterThan(25);
  expect(dates.map((date) => date - (dates[0] ?? 0))).toEqual(dates.map((_, at) => at * 2000));
});

test("a segment that does not fit the target duration is refused, and so is anything after the end", () => {
  const { timeline } = live(4);
  const loop = timeline.startSource({ kind: "loop" });
  const rungs = new Map([["90p", { name: "/v/0.m4s", init: "/v/init.mp4", sizeBytes: 1 }]]);
  expect(() => timeline.listSegment(loop, { durationSeconds: 6, rungs: () => rungs })).toThrow("does not fit");
  timeline.end();
  expect(() => timeline.startSource({ kind: "live" })).toThrow("ended");
  expect(parsed(timeline, "90p").endlist).toBe(true);
});

test("the master names each rung with what its encoder said", () => {
  const { timeline } = live(1);
  expect(liveMasterPlaylist(timeline)).toContain('CODECS="avc1.64001F,mp4a.40.2",RESOLUTION=320x180,FRAME-RATE=30.000');
});

test("the master declares captions within pictures once they come, and says that there are none before", () => {
  const { timeline } = live(1);
  expect(liveMasterPlaylist(timeline).match(/STREAM-INF:.*CLOSED-CAPTIONS=NONE/g)).toHaveLength(2);
  const captioned = timeline.startSource({ kind: "live", inits });
  // User data of A/53 with the code that loads a caption of field 1, in a box of free space.
  const data = Buffer.from([0xb5, 0x00, 0x31, ...Buffer.from("GA94"), 0x03, 0x41, 0xff, 0xfc, 0x94, 0x20, 0xff]);
  const head = Buffer.from([0, 0, 0, 8 + data.length, ...Buffer.from("free")]);
  for (const { label } of twoRungs)
    timeline.append(captioned, label, { ...aFragment(0, 2, true), bytes: Buffer.concat([head, data]) });
  const master = liveMasterPlaylist(timeline);
  expect(master).toContain('INSTREAM-ID="CC1"');
  expect(master.match(/STREAM-INF:.*CLOSED-CAPTIONS="closed-captions"/g)).toHaveLength(2);
});

test("the master says what the encoder's segments came to, not its ceiling, and slates change nothing", () => {
  const { timeline } = live(7);
  const bandwidths = () =>
    [...liveMasterPlaylist(timeline).matchAll(/[:,]BANDWIDTH=(\d+),AVERAGE-BANDWIDTH=(\d+)/g)].map(([, ...all]) => all);
  // Four fragments of ten bytes in two seconds.
  expect(bandwidths()).toEqual([
    ["160", "160"],
    ["160", "160"],
  ]);
  const slate = timeline.startSource({ kind: "slate" });
  const rungs = new Map([["90p", { name: "90p/slate.m4s", init: "90p/slate.mp4", sizeBytes: 1_000_000 }]]);
  timeline.listSegment(slate, { durationSeconds: 2, rungs: () => rungs });
  expect(bandwidths().flat()).not.toContain("4000000");
});

test("the first variant is the one nearest to 2 Mbit/s, where players begin", () => {
  const rungs = [360, 720, 1080].map((height) => ({
    ...{ label: `${height}p`, width: height * 2, height, frameRate: 30, codecs: [] },
    ...{ peakBitrate: height * height * 5, averageBitrate: height * height * 4 },
  }));
  const text = liveMasterPlaylist(new LiveTimeline(timelineOptions({ rungs })));
  expect(text.match(/^\d+p/gm)).toEqual(["720p", "360p", "1080p"]);
});

test("after a segment that has no parts a player is answered with the next part, not with what it has", async () => {
  const { timeline, source } = live(4);
  const append = (at: number, seconds: number, key: boolean) => {
    for (const label of ["90p", "180p"]) timeline.append(source, label, aFragment(at, seconds, key));
  };
  append(4, 0.5, true);
  // A camera that held a picture for longer than a part may last.
  append(4.5, 0.9, false);
  // And then two close to each other: whether that is a part's end nobody knows yet.
  append(5.4, 0.1, false);
  const text = liveMediaPlaylist(timeline, "90p", { lowLatency: true });
  expect(text).toContain('#EXT-X-PART:DURATION=0.50000,URI="2.0.m4s"');
  expect(text).not.toContain('URI="3.0.m4s"');
  const { signal } = new AbortController();
  const first = waitForPlaylist(timeline, "90p", { sequence: 2, part: 1 }, signal);
  expect(await Promise.race([first, Promise.resolve("waits")])).toBe("waits");
  append(5.5, 0.5, false);
  expect(await first).toBe("ready");
  expect(await waitForPlaylist(timeline, "90p", { sequence: 2, part: 0 }, signal)).toBe("ready");
});

test("a hinted part that never comes is not mistaken for one that does, or for none", () => {
  const { timeline } = live(5);
  const hinted = (sequence: number, part: number) => isMissedHint(timeline, "90p", sequence, part);
  expect(liveMediaPlaylist(timeline, "90p", { lowLatency: true })).toContain('PRELOAD-HINT:TYPE=PART,URI="2.2.m4s"');
  expect(hinted(2, 2)).toBe(false);
  const slate = timeline.startSource({ kind: "slate" });
  const rungs = new Map([["90p", { name: "90p/slate.m4s", init: "90p/slate.mp4", sizeBytes: 1 }]]);
  timeline.listSegment(slate, { durationSeconds: 2, rungs: () => rungs });
  expect([hinted(2, 2), hinted(3, 0)]).toEqual([true, true]);
  expect([hinted(2, 1), hinted(2, 3), hinted(3, 1), hinted(4, 0)]).toEqual([false, false, false, false]);
});

test("a blocked reload is answered when what it waits for comes, and at once when it never can", async () => {
  const { timeline, source } = live(5);
  const { signal } = new AbortController();
  const part = waitForPlaylist(timeline, "90p", { sequence: 2, part: 2 }, signal);
  const segment = waitForPlaylist(timeline, "90p", { sequence: 2, part: null }, signal);
  feed(timeline, source, 5, 5.5);
  expect(await part).toBe("ready");
  feed(timeline, source, 5.5, 6.5);
  expect(await segment).toBe("ready");
  expect(await waitForPlaylist(timeline, "90p", { sequence: 9, part: null }, signal)).toBe("too_far");
  expect(await waitForPlaylist(timeline, "90p", { sequence: 3, part: 40 }, signal)).toBe("too_far");
  expect(await waitForPlaylist(timeline, "90p", { sequence: 4, part: 0 }, AbortSignal.abort())).toBe("aborted");
  vi.useFakeTimers();
  const late = waitForPlaylist(timeline, "90p", { sequence: 4, part: 0 }, signal);
  await vi.advanceTimersByTimeAsync(12_000);
  vi.useRealTimers();
  expect(await late).toBe("timeout");
  const ending = waitForPlaylist(timeline, "90p", { sequence: 4, part: 0 }, signal);
  timeline.end();
  expect(await ending).toBe("ready");
});

test.each([
  [{}, null],
  [{ msn: "3" }, { sequence: 3, part: null }],
  [
    { msn: "3", part: "1" },
    { sequence: 3, part: 1 },
  ],
  [{ part: "1" }, "invalid"],
  [{ msn: "-1" }, "invalid"],
  [{ msn: "3", part: "x" }, "invalid"],
])("a query of %j asks for %j", (query, expected) => {
  expect(reloadRequest(query)).toEqual(expected);
});

test("after a kill every stored segment is back, the rest is a gap, and numbers go on", () => {
  const media = new KeptMedia();
  const { journal, port } = memoryJournal();
  const { timeline } = live(7, { journal, sink: media, targetDurationSeconds: 5 });
  for (const { rung, sequence } of media.segments.slice(0, -1)) timeline.stored(rung, sequence);
  const again = memoryJournal(`${port.text}{"line":"sto`);
  const restored = restoreTimeline({ ...timelineOptions(), journal: again.journal });
  expect(restored.shape.targetDurationSeconds).toBe(5);
  expect(parsed(restored, "90p").segments.map(({ gap }) => gap ?? false)).toEqual([false, false, false, true]);
  expect(parsed(restored, "180p").segments.map(({ gap }) => gap ?? false)).toEqual([false, false, true, true]);
  feed(restored, restored.startSource({ kind: "live", inits }), 0, 1);
  const [last] = restored.segments.slice(-1);
  expect(last).toMatchObject({ sequence: 4, discontinuity: true, discontinuitySequence: 1 });
  expect(restoreTimeline({ ...timelineOptions(), journal: memoryJournal(again.port.text).journal }).nextSequence).toBe(
    5,
  );
});

test("a journal is compacted from time to time and keeps what the window needs", () => {
  const { journal, port } = memoryJournal();
  const { timeline } = live(1200, { journal, windowSeconds: 20 });
  expect(port.text.split("\n").length).toBeLessThan(700);
  const restored = restoreTimeline({ ...timelineOptions(), journal: memoryJournal(port.text).journal });
  expect(restored.nextSequence).toBe(timeline.nextSequence);
  expect(restored.segments[0]?.sequence).toBe(timeline.segments[0]?.sequence);
});

test("a journal that cannot be written does not stop the stream", () => {
  const failures: unknown[] = [];
  const full = () => {
    throw new Error("No space left on device");
  };
  const journal = new LiveJournal({ read: () => "", append: full, replace: full }, (error) => failures.push(error));
  const { timeline } = live(5, { journal });
  expect(failures.length).toBeGreaterThan(0);
  expect(parsed(timeline, "90p").segments).toHaveLength(3);
});

test.each([
  ["two seconds", 2, 2],
  ["four", 4, 4],
  ["three", 3, 3],
])("a target duration nobody knows yet is taken from the first segment: %s", async (_, keySeconds, target) => {
  const { journal, port } = memoryJournal();
  const timeline = new LiveTimeline(timelineOptions({ journal, targetDurationSeconds: 6, targetIsOpen: true }));
  const source = timeline.startSource({ kind: "live", inits });
  const known = waitForTarget(timeline, new AbortController().signal);
  expect(await Promise.race([known, Promise.resolve("waits")])).toBe("waits");
  for (let at = 0; at < keySeconds; at += 0.5)
    for (const { label } of twoRungs) timeline.append(source, label, aFragment(at, 0.5, at === 0));
  for (const { label } of twoRungs) timeline.append(source, label, aFragment(keySeconds, 0.5, true));
  timeline.finishSource(source);
  await known;
  expect(parsed(timeline, "90p").targetDuration).toBe(target);
  const restored = restoreTimeline({ ...timelineOptions(), journal: memoryJournal(port.text).journal });
  expect(restored.shape.targetDurationSeconds).toBe(target);
  timeline.target.raise(4.1);
  expect(parsed(timeline, "90p").targetDuration).toBe(4);
  timeline.target.raise(1);
  expect(parsed(timeline, "90p").targetDuration).toBe(4);
});

test("a first playlist waits for the first whole segment of its rung, for eight seconds or until the stream ends", async () => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  const { signal } = new AbortController();
  const isDone = async (waiting: Promise<void>) => {
    const answer = waiting.then(() => true);
    await vi.advanceTimersByTimeAsync(0);
    return Promise.race([answer, Promise.resolve(false)]);
  };
  const { timeline, source } = live(1);
  const waits = waitForSegment(timeline, "90p", signal);
  expect(await isDone(waits)).toBe(false);
  feed(timeline, source, 1, 2.5, ["90p"]);
  await waits;
  expect(parsed(timeline, "90p", false).segments).toHaveLength(1);
  const other = waitForSegment(timeline, "180p", signal);
  await vi.advanceTimersByTimeAsync(7_999);
  expect(await isDone(other)).toBe(false);
  await vi.advanceTimersByTimeAsync(1);
  await other;
  const ending = waitForSegment(timeline, "180p", signal);
  timeline.end();
  await ending;
  await waitForSegment(timeline, "180p", signal);
});

test("a segment that waits for its key frame makes the target duration longer, and begins with one", () => {
  const timeline = new LiveTimeline(
    timelineOptions({
      sink: new KeptMedia(),
      rungs: twoRungs.slice(0, 1),
      targetDurationSeconds: 2,
      mostTargetSeconds: 20,
    }),
  );
  const source = timeline.startSource({
    kind: "live",
    inits: new Map([["90p", anInit(twoRungs[0] ?? rung("90p", 2, 2))]]),
  });
  // As OBS sends it unless told otherwise: 250 frames at 30 a second.
  for (let at = 0; at < 25; at += 0.5) timeline.append(source, "90p", aFragment(at, 0.5, at % 8.5 === 0));
  timeline.finishSource(source);
  expect(timeline.segments.map(({ durationSeconds }) => durationSeconds)).toEqual([8.5, 8.5, 8]);
  expect([...timeline.segments].every(({ rungs }) => rungs.get("90p")?.independent)).toBe(true);
  expect(timeline.shape.targetDurationSeconds).toBe(9);
});

test("without a key frame for longer than that, segments begin without one", () => {
  const timeline = new LiveTimeline(
    timelineOptions({
      sink: new KeptMedia(),
      rungs: twoRungs.slice(0, 1),
      targetDurationSeconds: 2,
      mostTargetSeconds: 10,
    }),
  );
  const source = timeline.startSource({
    kind: "live",
    inits: new Map([["90p", anInit(twoRungs[0] ?? rung("90p", 2, 2))]]),
  });
  for (let at = 0; at < 25; at += 0.5) timeline.append(source, "90p", aFragment(at, 0.5, at === 0));
  expect(Math.max(...timeline.segments.map(({ durationSeconds }) => durationSeconds))).toBeLessThanOrEqual(10);
});

test("key frames are as far apart as the longest run of segments that begin without one", () => {
  const { timeline, source } = live(0);
  for (let at = 0; at < 12; at += 0.5) timeline.append(source, "90p", aFragment(at, 0.5, at % 6 === 0));
  timeline.finishSource(source);
  expect(timeline.segments.length).toBeGreaterThan(2);
  expect(longestGroupSeconds(timeline.segments)).toBe(6);
  expect(longestGroupSeconds([])).toBe(0);
});

test("a date range is listed as long as its segments are, in delta updates and after a restart, and by its ID once", () => {
  const { journal, port } = memoryJournal();
  const { timeline, source } = live(40, { windowSeconds: 30, journal });
  const [first] = timeline.segments;
  const range = { id: "ad-break-1", class: "ad-break", startsAtMs: first?.startsAtMs ?? 0, durationSeconds: 10 };
  timeline.addDateRange(range);
  timeline.addDateRange({ ...range, durationSeconds: 99 });
  const line = `#EXT-X-DATERANGE:ID="ad-break-1",CLASS="ad-break",START-DATE="${new Date(range.startsAtMs).toISOString()}",DURATION=10.000`;
  const lines = (of: LiveTimeline, skip: boolean) =>
    liveMediaPlaylist(of, "90p", { lowLatency: true, skip })
      .split("\n")
      .filter((each) => each.startsWith("#EXT-X-DATERANGE"));
  expect(lines(timeline, false)).toEqual([line]);
  expect(liveMediaPlaylist(timeline, "90p", { lowLatency: true, skip: true })).toContain("#EXT-X-SKIP");
  expect(lines(timeline, true)).toEqual([line]);
  expect(parsed(timeline, "90p").segments.some(({ dateRange }) => dateRange?.id === "ad-break-1")).toBe(true);
  const restored = restoreTimeline({ ...timelineOptions({ rungs: [] }), journal: memoryJournal(port.text).journal });
  expect(restored.dateRanges).toEqual([range]);

  feed(timeline, source, 40, 48);
  expect(lines(timeline, false)).toEqual([line]);
  feed(timeline, source, 48, 56);
  expect(lines(timeline, false)).toEqual([]);
  timeline.addDateRange({ ...range, id: "over" });
  expect(timeline.dateRanges).toEqual([]);
});

test("a playlist without segments has no date range, which would have no date to stand beside", () => {
  const timeline = new LiveTimeline(timelineOptions());
  timeline.addDateRange({ id: "ad-break-1", class: "ad-break", startsAtMs: 1_700_000_000_000, durationSeconds: 10 });
  expect(liveMediaPlaylist(timeline, "90p", { lowLatency: false })).not.toContain("DATERANGE");
});
