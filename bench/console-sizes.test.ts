import { beforeAll, expect, test } from "vitest";
import { ensureAppsBuilt } from "../tools/setup/build.mjs";
import { countFiles, findCircles, measureWeights } from "./console-chunks.ts";

beforeAll(() => ensureAppsBuilt(["console", "edge"]), 180_000);

test("no page of the console and no player is heavier than was promised", async () => {
  const weights = await measureWeights();
  expect(weights.length).toBeGreaterThan(20);
  const tooHeavy = weights
    .filter(({ kilobytes, atMost }) => kilobytes > atMost)
    .map(({ what, kilobytes, atMost }) => `${what}: ${kilobytes.toFixed(1)} kB, at most ${atMost}`);
  expect(tooHeavy).toEqual([]);
});

test("no page of the console asks for more files than was promised", async () => {
  const counts = await countFiles();
  expect(counts.length).toBeGreaterThan(12);
  expect(counts.filter(({ files, atMost }) => files > atMost)).toEqual([]);
});

test("no files of the console import each other in a circle", async () => {
  expect(await findCircles()).toEqual([]);
});
