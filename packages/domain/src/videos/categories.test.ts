import { expect, test } from "vitest";
import { CATEGORY_SLUG_MAX, canTakeCategory, freeSlug, moved, offeredCategories, slugOf } from "./categories.ts";

const news = { id: 1, name: "News", active: true };
const old = { id: 2, name: "Old", active: false };

test("a category that is off is offered to the videos that have it and to no other", () => {
  expect(offeredCategories([news, old], null)).toEqual([news]);
  expect(offeredCategories([news, old], 2)).toEqual([news, old]);
  expect([canTakeCategory(old, null), canTakeCategory(old, 1), canTakeCategory(old, 2)]).toEqual([false, false, true]);
});

test.each([
  ["News", "news"],
  ["  Sport & Leisure ", "sport-leisure"],
  ["Crème brûlée", "creme-brulee"],
  ["日本 の 番組", "日本-の-番組"],
  ["???", "category"],
])("%s becomes the slug %s", (name, slug) => {
  expect(slugOf(name)).toBe(slug);
});

// spec: 5.8
test("a slug that is taken gets the next free number, and never grows beyond its limit", () => {
  expect(freeSlug("news", new Set())).toBe("news");
  expect(freeSlug("news", new Set(["news", "news-2"]))).toBe("news-3");
  const long = "a".repeat(CATEGORY_SLUG_MAX);
  expect(freeSlug(long, new Set([long]))).toHaveLength(CATEGORY_SLUG_MAX);
  expect(slugOf("b ".repeat(200)).length).toBeLessThanOrEqual(CATEGORY_SLUG_MAX);
});

test.each([
  [["a", "b", "c"], "a", 2, ["b", "c", "a"]],
  [["a", "b", "c"], "c", 0, ["c", "a", "b"]],
  [["a", "b", "c"], "b", 99, ["a", "c", "b"]],
  [["a", "b", "c"], "b", -1, ["b", "a", "c"]],
  [["a", "b"], "x", 0, ["a", "b"]],
])("in %j, %s moved to %i gives %j", (list, item, position, expected) => {
  expect(moved(list, item, position)).toEqual(expected);
});
