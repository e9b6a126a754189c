import { matchesGlob } from "node:path";
import { expect, test } from "vitest";
import { FIRST_TIER, leftOut, leftOutTests, SLOW_TAG, tagsFilter } from "./tiers.mjs";

const isLeftOut = (file: string, environment: Record<string, string>) =>
  leftOut(environment).some((pattern) => matchesGlob(file, pattern));

test("slow files are left out of the first tier, and nothing is left out when no tier is named", () => {
  for (const file of ["e2e/kills.slow.test.ts", "apps/server/src/live/kills.slow.test.ts"]) {
    expect(isLeftOut(file, FIRST_TIER)).toBe(true);
    expect(isLeftOut(file, {})).toBe(false);
  }
  expect(isLeftOut("apps/server/src/live/slow-start.test.ts", FIRST_TIER)).toBe(false);
});

test("browser tests with the tag of the second tier are left out of the first, and of nothing else", () => {
  const isTestLeftOut = (title: string, environment: Record<string, string>) =>
    leftOutTests(environment).some((pattern) => pattern.test(title));
  const tagged = `people.test.ts a blocked person loses the project ${SLOW_TAG}`;
  expect(isTestLeftOut(tagged, FIRST_TIER)).toBe(true);
  expect(isTestLeftOut(tagged, {})).toBe(false);
  expect(isTestLeftOut("player.test.ts a slow network is waited for", FIRST_TIER)).toBe(false);
});

test("Vitest leaves the same tag out of the first tier, and nothing when no tier is named", () => {
  expect(tagsFilter(FIRST_TIER)).toEqual([`!${SLOW_TAG}`]);
  expect(tagsFilter({})).toEqual([]);
});
