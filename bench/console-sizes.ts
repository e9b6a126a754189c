import { ensureAppsBuilt } from "../tools/setup/build.mjs";
import type { Report } from "./console-baseline.ts";
import { measureWeights } from "./console-chunks.ts";

const KB = { unit: "kB", better: "lower" } as const;

/**
 * Says what a browser has to fetch, compressed: the console's pages and the player, as they are built. Of what is measured at every
 * page the heaviest is said once more.
 */
export async function measureSizes(report: Report): Promise<void> {
  await ensureAppsBuilt(["console", "edge"]);
  const alike = Map.groupBy(await measureWeights(), ({ what }) => what.replace(/ (at )?\w+Page\.tsx/, ""));
  for (const [kind, weights] of alike) {
    const detail = weights.length > 1;
    for (const { what, kilobytes, atMost } of weights)
      await report(what, kilobytes, `≤ ${atMost} kB`, { ...KB, detail });
    const heaviest = weights.toSorted((one, other) => other.kilobytes - one.kilobytes)[0];
    if (detail && heaviest) await report(`${kind}, the heaviest`, heaviest.kilobytes, `≤ ${heaviest.atMost} kB`, KB);
  }
}
