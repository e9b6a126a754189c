import { expect, test } from "vitest";
import { StampViews } from "./stamp-views.ts";

const now = new Date("2026-09-21T10:00:00Z");
const page = (random: string) => ({ random, madeAt: new Date(now.getTime() - 10_000), playlist: null });
const view = (id: string, address: string) => ({ id, loadedAt: now, arrivedAt: now, address });

test("a network begins 3,000 views a minute on pages of their own, and another network is not concerned", () => {
  const views = new StampViews();
  const begin = (at: number, address = "192.0.2.1") =>
    views.isPlausible(page(`page ${at}`), view(`view ${at}`, address));
  const begun = Array.from({ length: 3_010 }, (_, at) => begin(at));
  expect(begun.filter(Boolean)).toHaveLength(3_000);
  expect(begin(0)).toBe(true);
  expect(begin(4_000, "198.51.100.1")).toBe(true);
});

test("pages do not share what they may begin, and a playlist's page begins more", () => {
  const views = new StampViews();
  const old = { madeAt: new Date(now.getTime() - 3_600_000) };
  const count = (random: string, playlist: string | null) =>
    Array.from({ length: 600 }, (_, at) =>
      views.isPlausible({ ...old, random, playlist }, view(`${random} ${at}`, "192.0.2.1")),
    ).filter(Boolean).length;
  expect([count("first", null), count("second", null), count("playlist", "abcd")]).toEqual([30, 30, 500]);
});
