import type { Benchmark } from "./benchmark.ts";
import { againstBaseline } from "./console-baseline.ts";
import { openConsole } from "./console-browser.ts";
import { measureReactions } from "./console-reactions.ts";
import { measureScores } from "./console-scores.ts";
import { measureSizes } from "./console-sizes.ts";

/** What the console costs to fetch, and how Lighthouse sees it. */
export const consoleBudgets: Benchmark = {
  what: "kB (gzip) of every route, and Lighthouse, beside bench/console-baseline.json",
  async run(cleanUp) {
    const { report, record } = await againstBaseline("console");
    await measureSizes(report);
    await measureScores(await openConsole(cleanUp), report);
    await record();
  },
};

/** How soon the console reacts on a list of 10,000 videos. */
export const consoleReactions: Benchmark = {
  what: "from a press to what it shows on a list of 10,000 videos, beside bench/console-baseline.json",
  async run(cleanUp) {
    const { report, record } = await againstBaseline("console-reactions");
    await measureReactions(await openConsole(cleanUp), report);
    await record();
  },
};
