import { join } from "node:path";
import type { Page } from "@playwright/test";
import type { Report } from "./console-baseline.ts";
import type { OpenConsole } from "./console-browser.ts";
import { quantile } from "./rounds.ts";

const MS = { unit: "ms", better: "lower" } as const;
const GOAL = "p75 ≤ 100 ms";

/** How soon the library reacts when its project has 10,000 videos and a page shows 100 of them. */
export async function measureReactions({ product, context }: OpenConsole, report: Report): Promise<void> {
  const page = await context.newPage();
  await page.addInitScript({ path: join(import.meta.dirname, "page-diary.js") });
  await page.goto(`${product.kinora.urls.console}/video?per_page=100`);
  const rows = page.locator("[data-row]");
  await rows.nth(99).waitFor({ state: "attached" });
  const summary = await page.getByText(/^1–100 of /).textContent();
  console.log(`    the page shows ${summary}`);

  await page.evaluate("diary.watch()");
  await page.mouse.move(700, 500);
  for (let turn = 0; turn < 40; turn += 1) await page.mouse.wheel(0, turn < 20 ? 400 : -400);
  await settled(page);
  const gaps = await page.evaluate<number[]>("diary.gaps()");
  await report("scrolling 100 of 10,000 rows: time between frames, p95", quantile(gaps, 0.95), "≤ 50 ms", MS);

  const react = async (what: string, act: () => Promise<void>) => {
    await settled(page);
    await page.evaluate("diary.clear()");
    await act();
    await settled(page);
    const found = await page.evaluate<number[]>("diary.reactions()");
    // What took less than 16 ms is not reported at all: it counts as that.
    const all = found.length === 0 ? [16] : found;
    await report(`${what}: reaction, p75`, quantile(all, 0.75), GOAL, { ...MS, rounds: all.length });
    await report(`${what}: reaction, slowest`, Math.max(...all), "≤ 200 ms", { ...MS, rounds: all.length });
  };
  await react("selecting rows", async () => {
    for (let row = 0; row < 20; row += 1) await rows.nth(row).getByRole("checkbox").click();
  });
  await react("selecting a page at once and letting it go", async () => {
    for (let turn = 0; turn < 6; turn += 1)
      await page.getByRole("checkbox", { name: "Select all of this page" }).click();
  });
  await react("walking with j and selecting with x", async () => {
    for (let turn = 0; turn < 20; turn += 1) for (const key of ["j", "x"]) await page.keyboard.press(key);
  });
  await react("walking with the video beside the list", async () => {
    await page.keyboard.press(" ");
    for (let turn = 0; turn < 10; turn += 1) await page.keyboard.press("ArrowDown");
    await page.keyboard.press("Escape");
  });
  // The filters make room for what is done with rows while some are selected.
  const all = page.getByRole("checkbox", { name: "Select all of this page" });
  await all.check();
  await all.uncheck();
  await page.getByRole("searchbox").waitFor();
  await react("typing a filter", async () => {
    await page.getByRole("searchbox").pressSequentially("teacher 77", { delay: 60 });
    await page.waitForURL(/search=teacher/);
  });
  await page.close();
}

/** Waits until what was pressed has been painted and noted. */
const settled = (page: Page): Promise<void> => page.evaluate<void>("diary.settled()");
