import { showMomentsIn } from "@kinora/ui/moments.ts";
import fc from "fast-check";
import { afterEach, expect, test } from "vitest";
import { rulerTicks } from "./loop-ruler-ticks.ts";
import {
  blockAt,
  momentOf,
  momentOfKey,
  pixelOf,
  PROGRAMME_MS,
  rulerBlocks,
  rulerView,
  spanFor,
} from "./loop-ruler.ts";

const HOUR = 3_600_000;
const now = Date.parse("2026-09-21T10:20:00Z");
const clock = (seconds: readonly number[], shuffle = false) => ({ seconds, sinceMs: now - 10 * 60_000, shuffle });
const viewOf = (spanMs: number, startMs: number | null = null, widthPixels = 1000) =>
  rulerView(now, { startMs, spanMs, widthPixels });

afterEach(() => showMomentsIn(null));

test("a ruler begins now, a little after its left edge, and does not leave the next 24 hours", () => {
  const view = viewOf(6 * HOUR);
  expect(view).toMatchObject({ startMs: now, untilMs: now + 6 * HOUR });
  expect([pixelOf(view, now), pixelOf(view, 0), pixelOf(view, Infinity)]).toEqual([40, 0, 1000]);
  expect(momentOf(view, 40)).toBe(now);
  expect(viewOf(6 * HOUR, now - HOUR).startMs).toBe(now);
  expect(viewOf(6 * HOUR, now + 23 * HOUR)).toMatchObject({ startMs: now + 18 * HOUR, untilMs: now + PROGRAMME_MS });
});

test("every video of the programme is a block, from the one that plays now", () => {
  expect(rulerBlocks(clock([1800, 0, 900]), now, viewOf(HOUR))).toEqual([
    { item: 0, startsAtMs: now - HOUR / 6, endsAtMs: now + HOUR / 3, tone: "even" },
    { item: 2, startsAtMs: now + HOUR / 3, endsAtMs: now + (HOUR * 7) / 12, tone: "odd" },
    { item: 0, startsAtMs: now + (HOUR * 7) / 12, endsAtMs: now + (HOUR * 13) / 12, tone: "even" },
  ]);
  expect(rulerBlocks(clock([0, 0]), now, viewOf(HOUR))).toEqual([]);
  const later = rulerBlocks(clock([1800, 0, 900]), now, viewOf(HOUR, now + 5 * HOUR));
  expect(later[0]?.startsAtMs).toBeLessThanOrEqual(now + 5 * HOUR - HOUR / 24);
});

test("videos too short to be seen are drawn together, one between long ones stays itself", () => {
  // A pixel of this day is a minute and a half.
  const items = rulerBlocks(clock([3600, 20, 3600, 10, 15, 20]), now, viewOf(24 * HOUR)).map(({ item }) => item);
  expect(items.slice(0, 6)).toEqual([0, 1, 2, null, 0, 1]);
  const view = viewOf(24 * HOUR);
  expect(rulerBlocks(clock([1, 2, 3]), now, view)).toEqual([
    { item: null, startsAtMs: now, endsAtMs: view.untilMs, tone: "even" },
  ]);
});

test("neighbours differ in tone, also where a round ends and over what is too short to be seen", () => {
  for (const seconds of [
    [3600, 7200],
    [3600, 20, 7200, 0, 5400],
    [3600, 1800, 20, 7200, 2700, 4000],
  ]) {
    const tones = rulerBlocks(clock(seconds), now, viewOf(24 * HOUR))
      .filter(({ startsAtMs, endsAtMs }) => endsAtMs - startsAtMs > 20_000)
      .map(({ tone }) => tone);
    expect(tones.length).toBeGreaterThan(6);
    expect(tones.filter((tone, at) => tone === tones[at + 1])).toEqual([]);
  }
});

const lengths = (max: number) => fc.double({ min: 0.04, max, noNaN: true });

test("whatever is looped, there are no more blocks than pixels and none is missing between two", () => {
  fc.assert(
    fc.property(
      fc.array(fc.oneof(fc.constant(0), lengths(30), lengths(4000)), { minLength: 1, maxLength: 200 }),
      fc.boolean(),
      fc.constantFrom(1, 6, 24),
      fc.integer({ min: 280, max: 1400 }),
      fc.double({ min: 0, max: 24, noNaN: true }),
      (seconds, shuffle, hours, widthPixels, ahead) => {
        const view = viewOf(hours * HOUR, now + ahead * HOUR, widthPixels);
        const blocks = rulerBlocks(clock(seconds, shuffle), now, view);
        expect(blocks.length).toBeLessThanOrEqual(widthPixels);
        for (const [at, { startsAtMs }] of blocks.entries())
          expect(Math.abs(startsAtMs - (blocks[at - 1]?.endsAtMs ?? startsAtMs))).toBeLessThan(1);
        if (seconds.some((length) => length > 0)) {
          expect(blocks[0]?.startsAtMs).toBeLessThanOrEqual(Math.max(now, view.fromMs));
          expect(blocks.at(-1)?.endsAtMs).toBeGreaterThan(view.untilMs - 1);
        }
      },
    ),
    { numRuns: 100 },
  );
});

test("keys lead from block to block, a span on or back, and to both ends", () => {
  const blocks = rulerBlocks(clock([1800, 900]), now, viewOf(HOUR));
  const from = (atMs: number, key: string) => momentOfKey(key, { blocks, atMs, spanMs: HOUR });
  expect(from(now, "ArrowRight")).toBe(blocks[1]?.startsAtMs);
  expect(blockAt(blocks, from(now + HOUR / 2, "ArrowLeft") ?? 0)).toBe(blocks[0]);
  // Out of the view at its end.
  expect(from(now + HOUR - 1, "ArrowRight")).toBe((blocks.at(-1)?.endsAtMs ?? 0) + 1);
  expect(from(now, "PageDown")).toBe(now + HOUR);
  expect([from(now, "Home"), from(now, "End"), from(now, "Tab")]).toEqual([-Infinity, Infinity, undefined]);
});

test("the first look is the longest in which videos can be distinguished", () => {
  expect([[3600, 0, 4200], [900], [60, 20], []].map(spanFor)).toEqual(["day", "sixHours", "hour", "hour"]);
});

test("full hours are marked in the zone of the reader, also where it is not whole hours away", () => {
  const labels = (zone: string, widthPixels: number) => {
    showMomentsIn(zone);
    const view = viewOf(24 * HOUR, null, widthPixels);
    return rulerTicks(view, 60, pixelOf(view, now)).flatMap(({ label }) => label ?? []);
  };
  expect(labels("UTC", 330)).toEqual(["6:00 PM", "Sep 22", "6:00 AM"]);
  expect(labels("Asia/Kolkata", 330)).toEqual(["Sep 22", "6:00 AM", "12:00 PM"]);
  expect(labels("UTC", 1100).slice(0, 3)).toEqual(["12:00 PM", "2:00 PM", "4:00 PM"]);
  const ticks = rulerTicks(viewOf(24 * HOUR), 60, 40);
  expect(ticks).toHaveLength(25);
  expect(ticks.filter(({ isMidnight }) => isMidnight)).toHaveLength(1);
});
