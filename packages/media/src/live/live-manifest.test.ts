import { JSDOM } from "jsdom";
import { expect, test } from "vitest";
import { restoreTimeline } from "./journal.ts";
import { aFragment, anInit, memoryJournal, timelineOptions, twoRungs } from "./live-fixtures.ts";
import { hasWholeSegment, liveManifest } from "./live-manifest.ts";
import type { TimelineSource } from "./timeline-source.ts";
import { LiveTimeline } from "./timeline.ts";

const START_MS = 1_700_000_000_000;
const inits = new Map(twoRungs.map((rung) => [rung.label, anInit(rung)]));

/** Fragments of half a second on both rungs, with a key frame each two seconds. */
function feed(timeline: LiveTimeline, source: TimelineSource, seconds: number, fromSeconds = 0): void {
  for (let at = fromSeconds; at < fromSeconds + seconds; at += 0.5)
    for (const { label } of twoRungs) timeline.append(source, label, aFragment(at, 0.5, at % 2 === 0));
}

function read(timeline: LiveTimeline, nowMs = START_MS): Element {
  const { window } = new JSDOM("");
  const manifest = liveManifest(timeline, nowMs);
  return new window.DOMParser().parseFromString(manifest, "application/xml").documentElement;
}

const attributes = (element: Element | null | undefined) =>
  Object.fromEntries([...(element?.attributes ?? [])].map(({ name, value }) => [name, value]));
const all = (within: Element | undefined, name: string) => [...(within?.querySelectorAll(name) ?? [])];
const periodsOf = (root: Element) =>
  all(root, "Period").map((each) => ({
    id: each.id,
    start: each.getAttribute("start"),
    numbers: all(all(each, "Representation")[0], "SegmentURL").map((url) => url.getAttribute("media")),
  }));

test("a manifest lists the whole segments of every rung, by the dates of the playlists", () => {
  const timeline = new LiveTimeline(timelineOptions());
  expect(hasWholeSegment(timeline)).toBe(false);
  feed(timeline, timeline.startSource({ kind: "live", inits }), 5);
  expect(hasWholeSegment(timeline)).toBe(true);
  const root = read(timeline, START_MS + 5_000);
  expect(attributes(root)).toMatchObject({
    ...{ type: "dynamic", availabilityStartTime: "1970-01-01T00:00:00.000Z", minimumUpdatePeriod: "PT2S" },
    ...{ suggestedPresentationDelay: "PT12S", timeShiftBufferDepth: "PT4S" },
  });
  expect(attributes(root.querySelector("UTCTiming"))).toEqual({
    schemeIdUri: "urn:mpeg:dash:utc:direct:2014",
    value: "2023-11-14T22:13:25.000Z",
  });
  const representations = all(root, "Representation");
  expect(representations.map(({ id }) => id)).toEqual(["90p", "180p"]);
  for (const each of representations) {
    expect(all(each, "SegmentURL").map((url) => url.getAttribute("media"))).toEqual([
      `${each.id}/0.m4s`,
      `${each.id}/1.m4s`,
    ]);
    expect(all(each, "S").map(attributes)).toEqual([
      { t: "0", d: "180000" },
      { t: "180000", d: "180000" },
    ]);
    expect(each.querySelector("Initialization")?.getAttribute("sourceURL")).toBe(`${each.id}/init-1.mp4`);
  }
  // The first fragment of half a second was there at once.
  expect(periodsOf(root)).toMatchObject([{ id: "0", start: `PT${(START_MS - 500) / 1_000}S` }]);
});

test("each source is a period that begins where its clock stands, and keeps that while it leaves the window", () => {
  let nowMs = START_MS;
  const timeline = new LiveTimeline(timelineOptions({ windowSeconds: 20, now: () => nowMs }));
  feed(timeline, timeline.startSource({ kind: "live", inits }), 8);
  nowMs += 30_000;
  const second = timeline.startSource({ kind: "live", inits });
  feed(timeline, second, 8);
  const before = periodsOf(read(timeline));
  expect(before.map(({ numbers }) => numbers.length)).toEqual([4, 3]);
  expect(before[1]).toMatchObject({ id: "1", start: `PT${(nowMs - 500) / 1_000}S` });
  const later = read(timeline).querySelectorAll("SegmentList")[2];
  expect(attributes(later)).toMatchObject({ timescale: "90000", presentationTimeOffset: String(8 * 90_000) });
  expect(later?.querySelector("S")?.getAttribute("t")).toBe(String(8 * 90_000));

  feed(timeline, second, 24, 8);
  const [left, ...others] = periodsOf(read(timeline));
  expect(others).toEqual([]);
  expect(left?.numbers).not.toContain("90p/4.m4s");
  expect([left?.id, left?.start]).toEqual([before[1]?.id, before[1]?.start]);
});

test("a restart keeps the beginnings of periods", () => {
  const { journal, port } = memoryJournal();
  const timeline = new LiveTimeline(timelineOptions({ journal }));
  feed(timeline, timeline.startSource({ kind: "live", inits }), 9);
  for (const { sequence } of timeline.segments) for (const { label } of twoRungs) timeline.stored(label, sequence);
  const before = periodsOf(read(timeline));
  const restored = restoreTimeline({ ...timelineOptions(), journal: memoryJournal(port.text).journal });
  expect(periodsOf(read(restored))).toMatchObject(before);
});

test("what an ended stream has left is listed with its end, and is not updated", () => {
  const timeline = new LiveTimeline(timelineOptions());
  feed(timeline, timeline.startSource({ kind: "live", inits }), 4);
  timeline.end();
  const root = attributes(read(timeline));
  expect(root).not.toHaveProperty("minimumUpdatePeriod");
  expect(root["mediaPresentationDuration"]).toBe(`PT${(START_MS - 500 + 4_000) / 1_000}S`);
});
