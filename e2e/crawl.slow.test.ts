import type { Browser, Page } from "@playwright/test";
import { PAGE_PATHS, type PagePath } from "../apps/login/src/pages.ts";
import { faultsOf, faultsOfFrames, logOf, untilShown } from "./crawled-page.ts";
import { makeCrawledProject, type CrawledProject } from "./crawled-project.ts";
import { addressOf, areaOf, routesOf, type Area } from "./crawled-routes.ts";
import type { Environment } from "./environment.ts";
import { follow } from "./in-page.ts";
import { patient } from "./patience.ts";
import { expect, test } from "./product.ts";
import { arriveAt } from "./sign-in.ts";

const MINUTES = patient(60_000);

let project: CrawledProject;
test.beforeAll(async ({ product }) => {
  test.setTimeout(5 * MINUTES);
  project = await makeCrawledProject(product);
});
test.afterAll(() => project?.people.close());

const placeOf = (page: Page) => {
  const { pathname, search } = new URL(page.url());
  return pathname + search;
};

/** Addresses of the parts of the page that is open: its tabs, and links in its own navigation. */
async function partsOf(page: Page): Promise<string[]> {
  const { pathname } = new URL(page.url());
  const links = await page.locator("main nav a[href]").evaluateAll((found) =>
    found.map((link) => {
      const to = new URL((link as HTMLAnchorElement).href);
      return to.pathname + to.search;
    }),
  );
  const parts = links.filter((to) => to.startsWith(`${pathname}?`));
  const tabs = page.getByRole("main").getByRole("tab");
  for (let tab = 0; tab < (await tabs.count()); tab += 1) {
    await tabs.nth(tab).click();
    await expect(tabs.nth(tab)).toHaveAttribute("aria-selected", "true");
    parts.push(placeOf(page));
  }
  return parts;
}

/** A page whose people asked for less motion, and what was written into its log. */
async function openPage(browser: Browser): Promise<{ page: Page; log: string[] }> {
  const context = await browser.newContext({ colorScheme: "light", reducedMotion: "reduce" });
  const page = await context.newPage();
  return { page, log: logOf(page) };
}

/** Visits pages one by one, and the parts that they turn out to have; answers what is wrong with them. */
async function crawl(
  page: Page,
  paths: readonly string[],
  log: string[],
): Promise<{ faults: string[]; seen: string[] }> {
  const waiting = [...paths];
  const seen = new Set<string>();
  const faults: string[] = [];
  let stops = 0;
  for (let path = waiting.shift(); path !== undefined; path = waiting.shift()) {
    log.length = 0;
    await follow(page, path);
    await untilShown(page);
    // Addresses that lead to another one are that one.
    const place = placeOf(page);
    if (seen.has(place)) continue;
    seen.add(place);
    const found = await faultsOf(page, place);
    faults.push(...found.faults);
    stops += found.stops;
    waiting.push(...(await partsOf(page)).filter((part) => !seen.has(part) && !waiting.includes(part)));
    faults.push(...log.map((line) => `${place} wrote: ${line}`));
  }
  expect(stops, "Tab stops somewhere").toBeGreaterThan(seen.size);
  return { faults, seen: [...seen] };
}

/** Visits all pages of an area as someone who may open them; answers what is wrong with them. */
async function crawlArea(browser: Browser, kinora: Environment, area: Area, more: readonly string[] = []) {
  const { page, log } = await openPage(browser);
  await project.people.signIn(page.context(), project.owner);
  await arriveAt(page, kinora, "/dashboard");
  const routes = (await routesOf(page, "signed in")).filter((route) => areaOf(route) === area);
  const addresses = routes.map((route) => addressOf(project, route));
  const { faults, seen } = await crawl(page, [...addresses, ...more], log);
  await page.context().close();
  expect(seen.length).toBeGreaterThan(3);
  return faults;
}

// spec: 2.19
test("every page of a project can be used by everybody, is as wide as its window and writes no error", async ({
  browser,
  product,
}) => {
  test.setTimeout(20 * MINUTES);
  const nothing = ["/video?search=nothing-like-it", "/live?search=nothing-like-it"];
  expect(await crawlArea(browser, product, "projects", nothing)).toEqual([]);
});

test("every page of an account can be used by everybody, is as wide as its window and writes no error", async ({
  browser,
  product,
}) => {
  test.setTimeout(10 * MINUTES);
  expect(await crawlArea(browser, product, "account")).toEqual([]);
});

test("every page of the advanced area can be used by everybody, is as wide as its window and writes no error", async ({
  browser,
  product,
}) => {
  test.setTimeout(20 * MINUTES);
  expect(await crawlArea(browser, product, "advanced area")).toEqual([]);
});

test("every page of a project that has nothing yet, or of what is not there, can be used by everybody", async ({
  browser,
}) => {
  test.setTimeout(20 * MINUTES);
  const { page, log } = await openPage(browser);
  const { owner } = await project.people.place("Nothing yet");
  await project.people.arrive(page, owner);
  const routes = (await routesOf(page, "signed in")).filter((route) => areaOf(route) !== "advanced area");
  const missing = routes.map((route) => route.replaceAll(/\$\w+/g, "999999"));
  const { faults } = await crawl(page, missing, log);
  // What is not there is answered with 404, which browsers write down.
  expect(faults.filter((fault) => !fault.includes("status of 404"))).toEqual([]);
  await page.context().close();
});

test("every page of visitors can be used by everybody, is as wide as its window and writes no error", async ({
  browser,
  product,
}) => {
  test.setTimeout(10 * MINUTES);
  const { page, log } = await openPage(browser);
  // The home page that visitors arrive at is shown without the console behind it.
  await page.goto(product.urls.console);
  await untilShown(page);
  const home = await faultsOf(page, "the home page");
  expect([...home.faults, ...log]).toEqual([]);
  await page.goto(`${product.urls.console}/no-such-page`);
  await untilShown(page);
  // These lead to the login application; the last of them closes its window.
  const leaving = ["/login", "/activate", "/confirmed"];
  const routes = (await routesOf(page, "visitors")).filter((route) => !leaving.includes(route));
  const { faults } = await crawl(page, [...routes, "/another-such-page"], log);
  expect(faults).toEqual([]);
  await page.context().close();
});

/** Whoever is signed in is led on from these to the console. */
const OF_VISITORS: readonly PagePath[] = ["/login", "/register"];
/** Whoever is not is led to the first of those. */
const OF_PEOPLE: readonly PagePath[] = ["/profile", "/confirm", "/second-factor"];

test("every page of the login application can be used by everybody, and writes no error", async ({
  browser,
  product,
}) => {
  test.setTimeout(10 * MINUTES);
  const { page, log } = await openPage(browser);
  const faults: string[] = [];
  const visit = async (path: string) => {
    log.length = 0;
    await page.goto(product.urls.login + path, { waitUntil: "networkidle" });
    faults.push(...(await faultsOf(page, path)).faults);
    // Asking who one is without a session, or for what a link is for that is over, is refused, which browsers write down.
    faults.push(
      ...log.filter((line) => !/status of (401|404|410|422)/.test(line)).map((line) => `${path} wrote: ${line}`),
    );
  };
  for (const path of PAGE_PATHS) if (!OF_PEOPLE.includes(path)) await visit(`${path}?token=old`);
  await project.people.signIn(page.context(), project.owner);
  for (const path of PAGE_PATHS) if (!OF_VISITORS.includes(path)) await visit(path);
  expect(faults).toEqual([]);
  await page.context().close();
});

test("every embed and share page can be used by everybody, and writes no error", async ({ browser, product }) => {
  const { page, log } = await openPage(browser);
  const faults: string[] = [];
  for (const hash of [...Object.values(project.hashes), "0123456789abcdef"])
    for (const path of [`/embed/${hash}`, `/v/${hash}`]) {
      log.length = 0;
      await page.goto(product.urls.edge + path);
      await page.waitForLoadState("networkidle");
      faults.push(...(await faultsOfFrames(page, path)));
      // The page itself is answered with 404 where there is nothing to see.
      faults.push(...log.filter((line) => !line.includes("status of 404")).map((line) => `${path} wrote: ${line}`));
    }
  expect(faults).toEqual([]);
  await page.context().close();
});
