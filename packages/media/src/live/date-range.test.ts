import { expect, test } from "vitest";
import { dateRangeLines, type DateRange, type SplicedRange } from "./date-range.ts";
import { restoreTimeline } from "./journal.ts";
import { aFragment, anInit, memoryJournal, parsed, timelineOptions, twoRungs } from "./live-fixtures.ts";
import { LiveTimeline } from "./timeline.ts";

const START = Date.UTC(2026, 10, 29, 18);
const HEAD = `#EXT-X-DATERANGE:ID="splice-1",CLASS="ad",START-DATE="2026-11-29T18:00:00.000Z"`;
const splice: SplicedRange = { event: "insert-1", plannedSeconds: 30, endsItself: true, out: "FC30" };
const range: DateRange = { id: "splice-1", class: "ad", startsAtMs: START, durationSeconds: null, splice };

const { splice: _, ...plain } = range;

test.each<[string, DateRange, number, string[]]>([
  ["a splice whose break lasts", range, 29_999, [",PLANNED-DURATION=30.000,SCTE35-OUT=0xFC30"]],
  ["one that ended automatically", range, 30_000, [",PLANNED-DURATION=30.000,SCTE35-OUT=0xFC30", ",DURATION=30.000"]],
  [
    "one whose end was announced",
    { ...range, durationSeconds: 12.5, splice: { ...splice, in: "FC31" } },
    0,
    [",PLANNED-DURATION=30.000,SCTE35-OUT=0xFC30", ",DURATION=12.500,SCTE35-IN=0xFC31"],
  ],
  [
    "one of a length nobody said",
    { ...range, splice: { ...splice, plannedSeconds: null, endsItself: false } },
    99_000_000,
    [",SCTE35-OUT=0xFC30"],
  ],
  [
    "one that does not end automatically",
    { ...range, splice: { ...splice, endsItself: false } },
    99_000_000,
    [",PLANNED-DURATION=30.000,SCTE35-OUT=0xFC30"],
  ],
  ["a break of the operator", { ...plain, durationSeconds: 60 }, 0, [",DURATION=60.000"]],
])("a playlist names %s", (_name, given, newestMs, ends) => {
  expect(dateRangeLines(given, START + newestMs)).toEqual(ends.map((end) => HEAD + end));
});

test("the end of a splice and that it was taken back are there after a restart, and its lines have one ID", () => {
  const { journal, port } = memoryJournal();
  const timeline = new LiveTimeline(timelineOptions({ journal }));
  const inits = new Map(twoRungs.map((one) => [one.label, anInit(one)]));
  const source = timeline.startSource({ kind: "live", inits });
  for (let at = 0; at < 8; at += 0.5)
    for (const { label } of twoRungs) timeline.append(source, label, aFragment(at, 0.5, at % 2 === 0));
  const startsAtMs = timeline.dateOf(source, 3.25) ?? 0;
  const [first] = timeline.segments;
  expect(startsAtMs).toBe((first?.startsAtMs ?? 0) + 3_250);
  expect(timeline.dateOf(source, 100)).toBe((first?.startsAtMs ?? 0) + 100_000);
  const begun = { ...range, startsAtMs };
  const later = { ...range, id: "splice-2", startsAtMs: startsAtMs + 60_000 };
  timeline.changeDateRange(begun);
  expect(timeline.dateRanges).toEqual([]);
  timeline.addDateRange(begun);
  timeline.addDateRange(later);
  const ended = { ...begun, durationSeconds: 2, splice: { ...splice, in: "FC31" } };
  timeline.changeDateRange(ended);
  timeline.changeDateRange({ ...later, splice: { ...splice, isCanceled: true } });
  expect(timeline.dateRanges).toEqual([ended]);
  expect(parsed(timeline, "90p").segments.some(({ dateRange }) => dateRange?.id === "splice-1")).toBe(true);
  const restored = restoreTimeline({ ...timelineOptions({ rungs: [] }), journal: memoryJournal(port.text).journal });
  expect(restored.dateRanges).toEqual([ended]);
  timeline.finishSource(source);
  expect(timeline.dateOf(source, 1)).toBeNull();
});
