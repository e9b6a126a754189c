import { AxeBuilder } from "@axe-core/playwright";
import { expect, type Page } from "@playwright/test";

/** Rules whose answer depends on colours: all that another colour scheme of the same page can break. */
const COLOUR_RULES = ["color-contrast", "link-in-text-block"];

/**
 * What stands in the way of assistive technology on the page as it is now, a line each: the rule and the elements it
 * found. Frames are other applications' and are looked at by their own tests.
 */
export async function obstacles(page: Page, rules?: string[]): Promise<string[]> {
  // Without frames to put together, one run inside the page is enough; the other way opens a second page each time.
  const axe = new AxeBuilder({ page }).exclude("iframe").setLegacyMode();
  if (rules) axe.withRules(rules);
  const { violations } = await axe.analyze();
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(" ")}`);
}

/** The same in light and then in dark; leaves the page light. Colours hang on one attribute of the document. */
export async function obstaclesInBothSchemes(page: Page): Promise<string[]> {
  const background = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor);
  const use = (scheme: "light" | "dark") =>
    page.evaluate((value) => document.documentElement.setAttribute("data-mantine-color-scheme", value), scheme);
  await use("light");
  const light = await background();
  const found = await obstacles(page);
  await use("dark");
  await expect.poll(background).not.toBe(light);
  const inDark = await obstacles(page, COLOUR_RULES);
  await use("light");
  return [...found, ...inDark.map((line) => `in the dark: ${line}`)];
}

/** Pixels the page is wider than its window; 0 when nothing has to be moved sideways. */
export const pixelsTooWide = (page: Page): Promise<number> =>
  page.evaluate(() => Math.max(0, document.documentElement.scrollWidth - window.innerWidth));
