import { aFragment, anInit, timelineOptions, twoRungs } from "@kinora/media/live/live-fixtures.ts";
import { liveMediaPlaylist } from "@kinora/media/live/live-playlist.ts";
import type { TimelineSource } from "@kinora/media/live/timeline-source.ts";
import { LiveTimeline } from "@kinora/media/live/timeline.ts";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { SpliceInfo } from "../ingest/rtmp/session.ts";
import { EncoderCues } from "./encoder-cues.ts";

const START = Date.UTC(2026, 10, 29, 18);
beforeEach(() => vi.useFakeTimers({ now: START, toFake: ["setTimeout", "clearTimeout", "Date"] }));
afterEach(() => vi.useRealTimers());

/** The cues of an encoder that is on air since `START`: its clock is at 0 then. */
function onAir() {
  const timeline = new LiveTimeline(timelineOptions({ now: () => Date.now(), windowSeconds: 600 }));
  const inits = new Map(twoRungs.map((one) => [one.label, anInit(one)]));
  let source: TimelineSource | null = null;
  let seconds = 0;
  const feed = (to: number) => {
    for (; seconds < to; seconds += 0.5) {
      vi.advanceTimersByTime(500);
      if (source)
        for (const { label } of twoRungs) timeline.append(source, label, aFragment(seconds, 0.5, seconds % 2 === 0));
    }
  };
  const state = { isShown: true };
  const begun: { id: string; seconds: number; at: number }[] = [];
  const ended: { id: string; at: number }[] = [];
  const cues = new EncoderCues(timeline, {
    now: () => Date.now(),
    dateOf: (atMs) => source && timeline.dateOf(source, atMs / 1000),
    isShown: () => state.isShown,
    onBegin: ({ id }, length) => begun.push({ id, seconds: length, at: (Date.now() - START) / 1000 }),
    onEnd: (id, atMs) => ended.push({ id, at: (atMs - START) / 1000 }),
  });
  const start = () => (source = timeline.startSource({ kind: "live", inits }));
  const stop = () => {
    if (source) timeline.finishSource(source);
    source = null;
  };
  const ranges = () =>
    timeline.dateRanges.map(({ id, startsAtMs, durationSeconds }) => ({
      id,
      at: (startsAtMs - START) / 1000,
      durationSeconds,
    }));
  const lines = () =>
    liveMediaPlaylist(timeline, "90p", { lowLatency: true })
      .split("\n")
      .filter((line) => line.startsWith("#EXT-X-DATERANGE"));
  return { timeline, cues, feed, state, begun, ended, start, stop, ranges, lines };
}

const splice = (kind: SpliceInfo["kind"], change: Partial<SpliceInfo> = {}): SpliceInfo => ({
  command: "insert",
  kind,
  eventId: 7,
  type: 0,
  durationSeconds: null,
  endsItself: false,
  isAtOnce: false,
  section: Buffer.from("fc30", "hex"),
  ...change,
});

test("a break is named when it is announced, begins at its moment and ends with its length; repeated announcements change nothing", () => {
  const { cues, feed, begun, start, ranges, lines } = onAir();
  start();
  feed(4);
  const out = splice("out", { durationSeconds: 20, endsItself: true });
  for (let seconds = 4; seconds < 12; seconds += 2) {
    cues.take(out, 10_000);
    feed(seconds + 2);
  }
  expect(ranges()).toEqual([{ id: `insert-7-${START + 10_000}`, at: 10, durationSeconds: null }]);
  expect(begun).toEqual([{ id: `insert-7-${START + 10_000}`, seconds: 20, at: 10 }]);
  const line = `#EXT-X-DATERANGE:ID="insert-7-${START + 10_000}",CLASS="kinora.ad-break",START-DATE="2026-11-29T18:00:10.000Z"`;
  expect(lines()).toEqual([`${line},PLANNED-DURATION=20.000,SCTE35-OUT=0xFC30`]);
  feed(31);
  expect(lines()).toEqual([`${line},PLANNED-DURATION=20.000,SCTE35-OUT=0xFC30`, `${line},DURATION=20.000`]);
});

test("an end that is announced determines the length, once, and not beyond that of a break that ends automatically", () => {
  const { cues, feed, ended, start, ranges } = onAir();
  start();
  feed(4);
  cues.take(splice("out", { durationSeconds: 20 }), 4_000);
  cues.take(splice("in"), 9_000);
  cues.take(splice("in"), 11_000);
  expect(ranges()).toMatchObject([{ at: 4, durationSeconds: 5 }]);
  cues.take(splice("out", { eventId: 8, durationSeconds: 2, endsItself: true }), 20_000);
  cues.take(splice("in", { eventId: 8 }), 23_000);
  expect(ranges()).toMatchObject([{ at: 4 }, { at: 20, durationSeconds: 2 }]);
  expect(ended.map(({ at }) => at)).toEqual([9, 22]);
});

test("a break whose end is announced before it begins is as long as that", () => {
  const { cues, feed, begun, start } = onAir();
  start();
  feed(4);
  cues.take(splice("out", { durationSeconds: 20 }), 6_000);
  cues.take(splice("in"), 9_000);
  cues.take(splice("out", { eventId: 8, durationSeconds: 3_600 }), 10_000);
  feed(12);
  expect(begun).toMatchObject([
    { at: 6, seconds: 3 },
    { at: 10, seconds: 600 },
  ]);
});

test("a break of unknown length lasts until its end, whatever number that has; its event is counted again later", () => {
  const { cues, feed, begun, start, ranges } = onAir();
  start();
  feed(4);
  const atOnce = splice("out", { isAtOnce: true });
  cues.take(atOnce, 4_000);
  feed(7);
  cues.take(atOnce, 7_000);
  cues.take(splice("in", { eventId: 99 }), 9_000);
  feed(12);
  cues.take(atOnce, 12_000);
  expect(ranges()).toMatchObject([
    { at: 4, durationSeconds: 5 },
    { at: 12, durationSeconds: null },
  ]);
  expect(begun).toMatchObject([
    { at: 4, seconds: 60 },
    { at: 12, seconds: 60 },
  ]);
});

test("events of segments are distinguished by their kind, and an end of another one ends nothing", () => {
  const { cues, feed, start, ranges } = onAir();
  start();
  feed(4);
  const segment = (kind: SpliceInfo["kind"], type: number, more: Partial<SpliceInfo> = {}) =>
    splice(kind, { command: "segmentation", type, ...more });
  cues.take(segment("out", 0x34, { durationSeconds: 60 }), 4_000);
  cues.take(segment("out", 0x30, { durationSeconds: 15 }), 4_000);
  cues.take(segment("in", 0x36), 9_000);
  cues.take(segment("in", 0x34, { eventId: 8 }), 9_000);
  cues.take(segment("in", 0x30), 19_000);
  expect(ranges()).toEqual([
    { id: `segmentation-7-34-${START + 4_000}`, at: 4, durationSeconds: null },
    { id: `segmentation-7-30-${START + 4_000}`, at: 4, durationSeconds: 15 },
  ]);
});

test("a break is taken back before it begins, and moved; one that has begun stays", () => {
  const { cues, feed, begun, start, ranges } = onAir();
  start();
  feed(4);
  cues.take(splice("out"), 10_000);
  cues.take(splice("out"), 14_000);
  expect(ranges()).toMatchObject([{ at: 14 }]);
  cues.take(splice("cancel", { eventId: 70 }), 0);
  expect(ranges()).toHaveLength(1);
  cues.take(splice("cancel"), 0);
  expect(ranges()).toEqual([]);
  cues.take(splice("out", { eventId: 8 }), 20_000);
  feed(22);
  cues.take(splice("cancel", { eventId: 8 }), 0);
  expect(ranges()).toMatchObject([{ at: 20 }]);
  expect(begun).toMatchObject([{ at: 20 }]);
});

test("a break of a picture that viewers do not see is not named, the end of one is; what comes before the picture waits for it", () => {
  const { cues, feed, state, start, stop, ranges, begun } = onAir();
  cues.take(splice("out"), 6_000);
  expect(ranges()).toEqual([]);
  start();
  feed(4);
  cues.takeWaiting();
  expect(ranges()).toMatchObject([{ at: 6 }]);
  feed(8);
  expect(begun).toHaveLength(1);
  stop();
  state.isShown = false;
  cues.take(splice("out", { eventId: 8 }), 9_000);
  vi.advanceTimersByTime(2_000);
  cues.take(splice("in"), 10_000);
  expect(ranges()).toMatchObject([{ at: 6, durationSeconds: 4 }]);
  state.isShown = true;
  cues.take(splice("out", { eventId: 9 }), 12_000);
  cues.forget();
  start();
  cues.takeWaiting();
  expect(ranges()).toHaveLength(1);
});

test("no break begins after the stream has ended, and a playlist names so many at most", () => {
  const { cues, feed, start, begun, timeline } = onAir();
  start();
  feed(4);
  cues.take(splice("out"), 10_000);
  cues.close();
  feed(12);
  expect(begun).toEqual([]);
  for (let eventId = 100; eventId < 300; eventId += 1) cues.take(splice("out", { eventId }), 600_000 + eventId);
  expect(timeline.dateRanges).toHaveLength(100);
});
