import { expect, type Page } from "@playwright/test";
import { obstacles, obstaclesInBothSchemes, pixelsTooWide } from "./accessibility.ts";
import { lostInHighContrast } from "./high-contrast.ts";
import { LIVE_PATIENCE_MS, patient } from "./patience.ts";
import { hiddenFocus } from "./tab-stops.ts";
import { wrongDirections } from "./text-directions.ts";

const WIDTHS = [1280, 390] as const;
const SETTLED_MS = patient(3_000);

/** What a page did that nobody asked of it: errors in its log, scripts that broke off, what its policy had to stop. */
export function logOf(page: Page): string[] {
  const log: string[] = [];
  page.on("pageerror", ({ message }) => log.push(message));
  page.on("console", (message) => {
    // What a policy stops and what the server refuses is written there too.
    if (message.type() === "error") log.push(`${message.text()} ${message.location().url}`);
  });
  return log;
}

/** Waits until the page shows what it was opened for. */
export async function untilShown(page: Page): Promise<void> {
  await page.locator("main, body").getByRole("heading").or(page.locator("main p, [role=alert]")).first().waitFor();
  // Nobody waits for a page here; all of them together keep a busy machine busier.
  const patience = { timeout: LIVE_PATIENCE_MS };
  await expect(page.getByRole("status", { name: /^Loading/ })).toHaveCount(0, patience);
  await expect(page.locator("main .mantine-Skeleton-root, [data-stale=true]")).toHaveCount(0, patience);
}

/** Pixels a page stays wider than its window; what follows the width by script does so a moment later. */
async function widerBy(page: Page): Promise<number> {
  const fits = await page
    .waitForFunction(() => document.documentElement.scrollWidth <= window.innerWidth, null, { timeout: SETTLED_MS })
    .then(
      () => true,
      () => false,
    );
  return fits ? 0 : pixelsTooWide(page);
}

/** What was found of a page. */
export interface CrawledPage {
  faults: string[];
  /** Where Tab stopped in its content. */
  stops: number;
}

/** Holds a page to what is asked of every page: in both schemes and widths, in high contrast, of its texts, and where the focus is. */
export async function faultsOf(page: Page, name: string): Promise<CrawledPage> {
  const faults: string[] = [];
  for (const width of WIDTHS) {
    await page.setViewportSize({ width, height: 844 });
    await untilShown(page);
    const found = await obstaclesInBothSchemes(page);
    faults.push(...found.map((line) => `${name} at ${width}: ${line}`));
    const over = await widerBy(page);
    if (over > 0) faults.push(`${name} at ${width}: ${over} px too wide`);
  }
  await page.setViewportSize({ width: WIDTHS[0], height: 844 });
  const alike = [...(await lostInHighContrast(page)), ...(await wrongDirections(page))];
  faults.push(...alike.map((line) => `${name}: ${line}`));
  const { stops, hidden } = await hiddenFocus(page);
  faults.push(...hidden.map((html) => `${name}: the focus cannot be seen on ${html}`));
  return { faults, stops };
}

/** The same of a page of the edge with its frames; it has one scheme, and its player shows the focus within itself. */
export async function faultsOfFrames(page: Page, name: string): Promise<string[]> {
  const faults: string[] = [];
  for (const width of WIDTHS) {
    await page.setViewportSize({ width, height: 844 });
    for (const frame of page.frames()) {
      const found = await obstacles(frame);
      faults.push(...found.map((line) => `${name} at ${width}: ${line}`));
    }
    const over = await widerBy(page);
    if (over > 0) faults.push(`${name} at ${width}: ${over} px too wide`);
  }
  return faults;
}
