import { expect, test } from "vitest";
import { PODCAST_CATEGORIES, podcastCategoryPath } from "./podcast.ts";

test("each category of podcasts is found by its name, which stands once", () => {
  const names = PODCAST_CATEGORIES.flatMap(([category, parts]) => [category, ...parts]);
  expect(names).toHaveLength(110);
  expect(new Set(names).size).toBe(names.length);
  expect(podcastCategoryPath("Technology")).toEqual(["Technology"]);
  expect(podcastCategoryPath("Documentary")).toEqual(["Society & Culture", "Documentary"]);
  expect(podcastCategoryPath("technology")).toEqual([]);
});
