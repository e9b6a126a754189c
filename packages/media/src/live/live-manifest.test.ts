import { expect, test } from "vitest";
import { outOfOrder } from "../fixtures/manifest-order.ts";
import { allNamed, readXml, type XmlNode } from "../fixtures/read-xml.ts";
import { restoreTimeline } from "./journal.ts";
import { aFragment, anInit, memoryJournal, timelineOptions, twoRungs } from "./live-fixtures.ts";
import { liveManifest } from "./live-manifest.ts";
import type { TimelineSource } from "./timeline-source.ts";
import { LiveTimeline } from "./timeline.ts";

const nowMs = Date.UTC(2026, 10, 30);
const inits = new Map(twoRungs.map((one) => [one.label, anInit(one)]));

/** Seconds of half-second fragments with a key frame every two seconds. */
function feed(
  timeline: LiveTimeline,
  source: TimelineSource,
  from: number,
  to: number,
  labels = ["90p", "180p"],
): void {
  for (let at = from; at < to; at += 0.5)
    for (const label of labels) timeline.append(source, label, aFragment(at, 0.5, at % 2 === 0));
}

function read(timeline: LiveTimeline): XmlNode {
  const manifest = liveManifest(timeline, nowMs);
  if (manifest === null) throw new Error("There is no manifest.");
  const root = readXml(manifest);
  expect(outOfOrder(root)).toEqual([]);
  return root;
}

const attributesOf = (root: XmlNode, name: string) => allNamed(root, name).map(({ attributes }) => attributes);

test("whole segments are listed, each track on its own", () => {
  const timeline = new LiveTimeline(timelineOptions({ now: () => nowMs }));
  const source = timeline.startSource({ kind: "live", inits });
  feed(timeline, source, 0, 1);
  expect(liveManifest(timeline, nowMs)).toBeNull();
  feed(timeline, source, 1, 5);
  const root = read(timeline);
  expect(root.attributes).toMatchObject({
    ...{ type: "dynamic", availabilityStartTime: "1970-01-01T00:00:00.000Z", publishTime: "2026-11-30T00:00:00.000Z" },
    ...{ minimumUpdatePeriod: "PT2S", timeShiftBufferDepth: "PT4S", suggestedPresentationDelay: "PT6S" },
  });
  expect(attributesOf(root, "Period")).toEqual([{ id: "0", start: `PT${(nowMs - 500) / 1000}S` }]);
  expect(attributesOf(root, "Representation").map(({ id, codecs, width }) => [id, codecs, width])).toEqual([
    ["90p", "avc1.64001F", "160"],
    ["180p", "avc1.64001F", "320"],
    ["audio", "mp4a.40.2", undefined],
  ]);
  const template = { timescale: "90000", startNumber: "0", presentationTimeOffset: "0" };
  expect(attributesOf(root, "SegmentTemplate")).toEqual([
    { ...template, initialization: "video/90p/init-1.mp4", media: "video/90p/$Number$.m4s" },
    { ...template, initialization: "video/180p/init-1.mp4", media: "video/180p/$Number$.m4s" },
    { ...template, initialization: "audio/90p/init-1.mp4", media: "audio/90p/$Number$.m4s" },
  ]);
  expect(attributesOf(root, "S")[0]).toEqual({ t: "0", d: "180000", r: "1" });
  expect(attributesOf(root, "UTCTiming")).toEqual([
    { schemeIdUri: "urn:mpeg:dash:utc:direct:2014", value: "2026-11-30T00:00:00.000Z" },
  ]);
});

test("a discontinuity begins a period on the same clock, with the files that its source has", () => {
  const timeline = new LiveTimeline(timelineOptions({ now: () => nowMs }));
  const first = timeline.startSource({ kind: "live", inits });
  feed(timeline, first, 0, 4);
  timeline.finishSource(first);
  const slate = timeline.startSource({ kind: "slate" });
  const rungs = () => new Map([["90p", { name: "90p/slate-1.m4s", init: "90p/slate.mp4", sizeBytes: 9 }]]);
  timeline.listSegment(slate, { durationSeconds: 2, rungs });
  const root = read(timeline);
  const [before, after] = attributesOf(root, "Period");
  expect(before?.["id"]).toBe("0");
  expect(after).toEqual({ id: "1", start: `PT${(nowMs - 500 + 4_000) / 1000}S` });
  const [, period] = allNamed(root, "Period");
  expect(
    period && attributesOf(period, "SegmentTemplate").map(({ initialization, media }) => [initialization, media]),
  ).toEqual([
    ["video/90p/slate.mp4", "video/90p/$Number$.m4s"],
    ["audio/90p/slate.mp4", "audio/90p/$Number$.m4s"],
  ]);
  const [template] = period ? attributesOf(period, "SegmentTemplate") : [];
  expect(template).toMatchObject({ startNumber: "2", presentationTimeOffset: String(4 * 90_000) });
  expect(period && attributesOf(period, "S")[0]).toEqual({ t: String(4 * 90_000), d: "180000" });
});

test("a period keeps its beginning while its first segments leave the window, and after a restart", () => {
  const { journal, port } = memoryJournal();
  const timeline = new LiveTimeline(timelineOptions({ now: () => nowMs, windowSeconds: 20, journal }));
  const source = timeline.startSource({ kind: "live", inits });
  feed(timeline, source, 0, 5);
  const [before] = attributesOf(read(timeline), "Period");
  feed(timeline, source, 5, 61);
  const [template] = attributesOf(read(timeline), "SegmentTemplate");
  expect(attributesOf(read(timeline), "Period")).toEqual([before]);
  expect(Number(template?.["startNumber"])).toBeGreaterThan(10);
  const seconds = Number(template?.["startNumber"]) * 2;
  expect(attributesOf(read(timeline), "S")[0]?.["t"]).toBe(String(seconds * 90_000));
  for (const { sequence } of timeline.segments) for (const { label } of twoRungs) timeline.stored(label, sequence);
  const again = restoreTimeline({
    ...timelineOptions({ now: () => nowMs, windowSeconds: 20, rungs: [] }),
    journal: memoryJournal(port.text).journal,
  });
  expect(attributesOf(read(again), "Period")[0]).toEqual(before);
});

test("when the stream ends, its manifest says when, and is not read again", () => {
  const timeline = new LiveTimeline(timelineOptions({ now: () => nowMs }));
  const source = timeline.startSource({ kind: "live", inits });
  feed(timeline, source, 0, 4);
  timeline.end();
  const { attributes } = read(timeline);
  expect(attributes["type"]).toBe("static");
  expect(attributes).not.toHaveProperty("minimumUpdatePeriod");
  expect(attributes["mediaPresentationDuration"]).toBe(`PT${(nowMs - 500 + 4_000) / 1000}S`);
});

test("a rung that does not have a segment yet keeps it from the list", () => {
  const timeline = new LiveTimeline(timelineOptions({ now: () => nowMs }));
  const source = timeline.startSource({ kind: "live", inits });
  feed(timeline, source, 0, 4);
  feed(timeline, source, 4, 8.5, ["90p"]);
  expect(attributesOf(read(timeline), "S").map(({ r }) => r)).toEqual([undefined, undefined, undefined]);
  feed(timeline, source, 4, 8.5, ["180p"]);
  expect(attributesOf(read(timeline), "S").map(({ r }) => r)).toEqual(["3", "3", "3"]);
});
