import type { Page } from "@playwright/test";
import { pixelsTooWide } from "./accessibility.ts";
import { clippedTexts } from "./clipped-texts.ts";
import { follow } from "./in-page.ts";
import { fillLists, type ListedProject } from "./listed-project.ts";
import { expect, test } from "./product.ts";
import { unreadableCells } from "./readable-cells.ts";
import { sharedPeople, sharedPerson, sharedPlace } from "./shared.ts";

// A window of 1280 × 800 at 200 %.
test.use({ viewport: { width: 640, height: 400 }, deviceScaleFactor: 2 });

const people = sharedPeople();
const place = sharedPlace(people, "Harbour Pictures", "North Quay");
const superuser = sharedPerson(people, "Sue Super", { superuser: true });
let listed: ListedProject;
test.beforeAll(async () => {
  listed = await fillLists(people.db, place);
});

/** Of their owner. */
const ownPages = () => {
  const [video, live] = [`/video/${listed.videoId}`, `/live/${listed.streamId}`];
  return [
    ...["/dashboard", "/upload", "/upload/logs", "/video", "/video?type=recent", "/video?type=failed", "/live"],
    ...["/upload/imports", `/upload/imports/${listed.importId}`],
    ...[video, ...["media", "embed", "activity"].map((tab) => `${video}?tab=${tab}`)],
    ...[live, ...["health", "restream", "loop", "sessions", "settings", "log"].map((tab) => `${live}?tab=${tab}`)],
    ...["/playlist", "/player", "/analytics/players", "/analytics/top-videos", "/users", "/users?tab=roles"],
    ...["settings", "categories", "tags", "resolutions"].map((tab) => `/settings/project/${tab}`),
    ...["restrictions", "ads", "api", "webhooks"].map((page) => `/settings/${page}`),
    ...["statistics", "projects", "members", "settings"].map((page) => `/account/${page}`),
  ];
};

const ADVANCED = [
  ...["accounts", "users", "projects", "videos", "transcoding", "permissions", "logs/platform"],
  ...["switches", "maintenance", "limits", "storage", "jobs", "system"].map((tab) => `manage?tab=${tab}`),
].map((page) => `/advanced/${page}`);

/** The distances that people may set (WCAG 2.2, 1.4.12). */
const spaceOut = (page: Page) =>
  page.evaluate(() => {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(
      "* { line-height: 1.5 !important; letter-spacing: 0.12em !important; word-spacing: 0.16em !important; } p { margin-bottom: 2em !important; }",
    );
    document.adoptedStyleSheets.push(sheet);
  });

async function lossesOf(page: Page, paths: readonly string[]): Promise<string[]> {
  const losses: string[] = [];
  for (const path of paths) {
    await follow(page, path);
    await page.getByRole("main").locator("h1, h2, p").first().waitFor();
    await expect(page.getByRole("status", { name: /^Loading/ })).toHaveCount(0);
    const tooWide = await pixelsTooWide(page);
    const faults = [
      ...(tooWide > 0 ? [`${tooWide} px too wide`] : []),
      ...(await clippedTexts(page)),
      ...(await unreadableCells(page)),
    ];
    losses.push(...faults.map((fault) => `${path}: ${fault}`));
  }
  return losses;
}

for (const spaced of [false, true])
  test(`at 200 % nothing is lost${spaced ? " with wide distances between letters, words and lines" : ""}`, async ({
    page,
    browser,
  }) => {
    await people.arrive(page, place.owner);
    if (spaced) await spaceOut(page);
    expect(await lossesOf(page, ownPages())).toEqual([]);
    const theirs = await browser.newContext({ viewport: { width: 640, height: 400 }, deviceScaleFactor: 2 });
    const advanced = await theirs.newPage();
    await people.arrive(advanced, superuser, "/advanced/accounts");
    if (spaced) await spaceOut(advanced);
    expect(await lossesOf(advanced, ADVANCED)).toEqual([]);
    await theirs.close();
  });

/** Holds the code of further parts of pages back; answers how it is let go. */
async function holdCode(page: Page): Promise<() => void> {
  let release = () => {};
  const released = new Promise<void>((let_) => (release = let_));
  await page.route("**/*.js", async (route) => {
    await released;
    await route.fallback();
  });
  return release;
}

test("the focus stays where it is while a part of a page arrives", async ({ page }) => {
  await people.arrive(page, place.owner, `/live/${listed.streamId}`);
  const sections = page.getByRole("navigation", { name: "Livestream sections" });
  const health = sections.getByRole("link", { name: "Log", exact: true });
  await expect(health).toBeVisible();
  const release = await holdCode(page);
  await health.focus();
  await health.press("Enter");
  await expect(page).toHaveURL(/tab=log/);
  release();
  await expect(page.getByRole("main").getByRole("table").first()).toBeVisible();
  await expect(health).toBeFocused();
});
