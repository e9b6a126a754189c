import { ensureAppsBuilt } from "../tools/setup/build.mjs";
import type { Report } from "./console-baseline.ts";
import { measureWeights } from "./console-chunks.ts";

const KB = { unit: "kB", better: "lower" } as const;

/** Says what a browser has to fetch, compressed: the console's pages and the player, as they are built. */
export async function measureSizes(report: Report): Promise<void> {
  await ensureAppsBuilt(["console", "edge"]);
  for (const { what, kilobytes, atMost } of await measureWeights()) await report(what, kilobytes, `≤ ${atMost} kB`, KB);
}
