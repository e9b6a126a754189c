import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { expect, type Frame, type Page } from "@playwright/test";
import type axe from "axe-core";

/** Rules whose answer depends on colours: all that another colour scheme of the same page can break. */
const COLOUR_RULES = ["color-contrast", "link-in-text-block"];

const source = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

/**
 * What obstructs assistive technology on the page as it is now, a line each: the rule and the elements it
 * found. Frames are other applications' and have tests of their own.
 */
export async function obstacles(page: Page | Frame, rules?: string[]): Promise<string[]> {
  const isThere = await page.evaluate(() => "axe" in globalThis);
  // axe is put in once for a page, and does not describe what is in order: both took most of its time.
  if (!isThere) await page.evaluate(source);
  const options: axe.RunOptions = {
    resultTypes: ["violations"],
    preload: { assets: ["media"] },
    ...(rules ? { runOnly: rules } : {}),
  };
  const violations = await page.evaluate(async (how): Promise<axe.Result[]> => {
    // Colours on their way are neither those before nor those after; what inherits one sets out a frame later.
    // What is hidden does not count: the browser holds the animations in a closed <details> where they are.
    const isMoving = ({ effect }: Animation) =>
      effect instanceof KeyframeEffect &&
      effect.getComputedTiming().endTime !== Infinity &&
      effect.target?.checkVisibility() === true;
    // Rows of the question before are dimmed until the answer comes.
    const isChanging = () =>
      document.getAnimations().some(isMoving) || document.querySelector("[data-stale='true']") !== null;
    for (let stillFrames = 0; stillFrames < 3;) {
      stillFrames = isChanging() ? 0 : stillFrames + 1;
      await new Promise((shown) => requestAnimationFrame(shown));
    }
    const { run } = Reflect.get(globalThis, "axe") as typeof axe;
    // What is behind a modal dialog cannot be reached, and looking at all of it takes most of the time.
    const modals = [...document.querySelectorAll('[role="dialog"][aria-modal="true"]')];
    const part = modals.length > 0 ? { include: [...modals, ...document.querySelectorAll('[role="listbox"]')] } : {};
    return (await run({ ...part, exclude: [["iframe"]] }, how)).violations;
  }, options);
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(" ")}`);
}

/** The same in light and then in dark; leaves the page light. Colours hang on one attribute of the document. */
export async function obstaclesInBothSchemes(page: Page): Promise<string[]> {
  // What is in motion towards the other colours is waited for where obstacles are looked for.
  const use = (scheme: "light" | "dark") =>
    page.evaluate((value) => {
      document.documentElement.setAttribute("data-mantine-color-scheme", value);
      return getComputedStyle(document.documentElement).colorScheme;
    }, scheme);
  expect(await use("light")).toBe("light");
  const found = await obstacles(page);
  expect(await use("dark")).toBe("dark");
  const inDark = await obstacles(page, COLOUR_RULES);
  await use("light");
  return [...found, ...inDark.map((line) => `in the dark: ${line}`)];
}

/** Pixels the page is wider than its window; 0 when nothing has to be moved sideways. */
export const pixelsTooWide = (page: Page): Promise<number> =>
  page.evaluate(() => Math.max(0, document.documentElement.scrollWidth - window.innerWidth));

/** Nothing obstructs people in either scheme, and on a phone the page is as wide as its window. Leaves the window as it was. */
export async function expectFineOnAPhone(page: Page): Promise<void> {
  expect(await obstaclesInBothSchemes(page)).toEqual([]);
  const before = page.viewportSize() ?? { width: 1280, height: 720 };
  await page.setViewportSize({ width: 390, height: 844 });
  await expect.poll(() => pixelsTooWide(page)).toBe(0);
  await page.setViewportSize(before);
}
