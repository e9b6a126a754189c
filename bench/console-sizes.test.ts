import { expect, test } from "vitest";
import { ensureAppsBuilt } from "../tools/setup/build.mjs";
import { measureWeights } from "./console-chunks.ts";

test("no page of the console and no player is heavier than was promised", { timeout: 180_000 }, async () => {
  await ensureAppsBuilt(["console", "edge"]);
  const weights = await measureWeights();
  expect(weights.length).toBeGreaterThan(20);
  const tooHeavy = weights
    .filter(({ kilobytes, atMost }) => kilobytes > atMost)
    .map(({ what, kilobytes, atMost }) => `${what}: ${kilobytes.toFixed(1)} kB, at most ${atMost}`);
  expect(tooHeavy).toEqual([]);
});
