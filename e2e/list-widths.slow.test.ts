import type { Page } from "@playwright/test";
import { follow } from "./in-page.ts";
import { fillLists, type ListedProject } from "./listed-project.ts";
import { expect, test } from "./product.ts";
import { unreadableCells } from "./readable-cells.ts";
import { sharedPeople, sharedPlace } from "./shared.ts";

/** Of desktops, laptops, tablets upright and phones. */
const WIDTHS = [1440, 1280, 1200, 1120, 1024, 960, 768, 640, 480, 390, 360];
/** Of those that fingers touch. */
const TOUCHED = [1024, 768, 390, 360];

const people = sharedPeople();
const place = sharedPlace(people, "Harbour Pictures", "North Quay");
let listed: ListedProject;

test.beforeAll(async () => {
  await people.member(place, ["video_view"]);
  listed = await fillLists(people.db, place);
});

/** Lists with rows of every state. */
function lists(): string[] {
  const { videoId, failedId, streamId, importId } = listed;
  const types = ["completed", "inprogress", "recent", "failed", "trash"];
  return [
    "/upload/logs",
    ...["/upload/imports", `/upload/imports/${importId}`],
    ...types.map((type) => `/video?type=${type}`),
    `/video/${failedId}`,
    ...["media", "activity"].map((tab) => `/video/${videoId}?tab=${tab}`),
    "/live",
    ...["/live/logs", "/live/logs?list=sessions"],
    ...["sessions", "restream", "log", "log&list=activity"].map((tab) => `/live/${streamId}?tab=${tab}`),
    "/dashboard",
    "/users",
    ...["categories", "tags", "resolutions"].map((tab) => `/settings/project/${tab}`),
  ];
}

/** What cannot be read in any list at any of these widths. */
async function faultsAt(page: Page, widths: readonly number[]): Promise<string[]> {
  await people.arrive(page, place.owner);
  const faults: string[] = [];
  for (const path of lists()) {
    await follow(page, path);
    await page.getByRole("main").locator("h1, h2, p").first().waitFor();
    await expect(page.locator("main [class*=coming], main .mantine-Skeleton-root, main [data-stale=true]")).toHaveCount(
      0,
    );
    for (const width of widths) {
      await page.setViewportSize({ width, height: 900 });
      await page.evaluate(() => new Promise((painted) => requestAnimationFrame(() => requestAnimationFrame(painted))));
      faults.push(...(await unreadableCells(page)).map((fault) => `${path} at ${width}: ${fault}`));
    }
  }
  return faults;
}

test("every list can be read at every width: no text over another, no word broken into letters, nothing cut off", async ({
  page,
}) => {
  expect(await faultsAt(page, WIDTHS)).toEqual([]);
});

test("every list can be read on tablets and phones, whose controls are larger", async ({ browser }) => {
  const context = await browser.newContext({ hasTouch: true, isMobile: true, viewport: { width: 768, height: 900 } });
  expect(await faultsAt(await context.newPage(), TOUCHED)).toEqual([]);
  await context.close();
});
