import type { Benchmark } from "./benchmark.ts";
import { againstBaseline } from "./console-baseline.ts";
import { openConsole } from "./console-browser.ts";
import { measureReactions } from "./console-reactions.ts";
import { measureScores } from "./console-scores.ts";
import { measureSizes } from "./console-sizes.ts";

/** What the console costs to fetch, how Lighthouse sees it, and how soon it reacts on a list of 10,000 videos. */
export const consoleBudgets: Benchmark = {
  what: "kB (gzip) of every route, Lighthouse, and reactions on 10,000 videos, beside bench/console-baseline.json",
  async run(cleanUp) {
    const { tell, record } = await againstBaseline();
    await measureSizes(cleanUp, tell);
    const browser = await openConsole(cleanUp);
    await measureScores(browser, tell);
    await measureReactions(browser, tell);
    await record();
  },
};
