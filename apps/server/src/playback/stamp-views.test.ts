import { expect, test } from "vitest";
import { StampViews } from "./stamp-views.ts";

const now = new Date("2026-09-21T10:00:00Z");
const page = (random: string) => ({
  random,
  madeAt: new Date(now.getTime() - 10_000),
  playlist: null,
  isNumbered: true,
});
const view = (id: string, address: string, number: number | null = 0) => ({
  ...{ id, number, loadedAt: now, arrivedAt: now, address },
});

test("a network begins 3,000 views a minute on pages of their own, and another network is not concerned", () => {
  const views = new StampViews();
  const begin = (at: number, address = "192.0.2.1") =>
    views.isPlausible(page(`page ${at}`), view(`view ${at}`, address));
  const begun = Array.from({ length: 3_010 }, (_, at) => begin(at));
  expect(begun.filter(Boolean)).toHaveLength(3_000);
  expect(begin(0)).toBe(true);
  expect(begin(4_000, "198.51.100.1")).toBe(true);
});

test.each([true, false])(
  "pages do not share what they may begin, and a playlist's begins more (numbered: %s)",
  (isNumbered) => {
    const views = new StampViews();
    const old = { madeAt: new Date(now.getTime() - 3_600_000) };
    const count = (random: string, playlist: string | null) =>
      Array.from({ length: 600 }, (_, at) =>
        views.isPlausible(
          { ...old, random, playlist, isNumbered },
          view(`${random} ${at}`, "192.0.2.1", isNumbered ? at : null),
        ),
      ).filter(Boolean).length;
    expect([count("first", null), count("second", null), count("playlist", "abcd")]).toEqual([30, 30, 500]);
  },
);

test("an edge that knows nothing of a page judges a numbered view as one that knows all of it", () => {
  const numbers = [0, 1, 2, 3, 400];
  const judged = numbers.map((number) => new StampViews().isPlausible(page("page"), view("view", "192.0.2.1", number)));
  expect(judged).toEqual([true, true, true, false, false]);
});
