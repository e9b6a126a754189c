import type { PlayerReport } from "@kinora/domain/analytics/player-report.ts";
import type { Page } from "@playwright/test";
import { startPlaybackEdge, type PlaybackEdge } from "./playback-edge.ts";
import { expect, test } from "./product.ts";

let edge: PlaybackEdge;

// The browser of the tests says that it has no screen, and would count as an automatic client.
test.use({
  userAgent: "Mozilla/5.0 (X11; Linux x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36",
});
test.beforeAll(async () => {
  edge = await startPlaybackEdge();
});
test.afterAll(() => edge?.close());

const frameOf = (page: Page) => page.locator("iframe").contentFrame();
const videoOf = (page: Page) => frameOf(page).locator("video");

/** Reports that left the page, oldest first. */
function reportsOf(page: Page): PlayerReport[] {
  const reports: PlayerReport[] = [];
  page.on("request", (request) => {
    if (/\/embed\/[^/]+\/view$/.test(request.url()))
      reports.push(JSON.parse(request.postData() ?? "null") as PlayerReport);
  });
  return reports;
}

async function openElsewhere(page: Page, hash: string): Promise<string> {
  const html = `<!doctype html><title>A page</title><body><script src="${edge.url}/embed.js" data-video="${hash}"></script>`;
  const address = await edge.pageElsewhere(html);
  await page.goto(address);
  return new URL(address).host;
}

const hoursOf = (id: number) =>
  edge.services.db.selectFrom("view_hours").selectAll().where("item_id", "=", id).execute();

/** Once the edge has written what it was told last. */
async function counted(id: number, last: PlayerReport) {
  await expect
    .poll(async () => (await hoursOf(id)).reduce((sum, { watched_ms: ms }) => sum + ms, 0), { timeout: 20_000 })
    .toBe(last.watched_ms);
  return hoursOf(id);
}

test("a video that is played to its end is in the sums of its hour as its player reported it", async ({ page }) => {
  const reports = reportsOf(page);
  const { id, hash } = await edge.addVideo();
  const host = await openElsewhere(page, hash);
  await expect.poll(() => reports.length).toBe(1);
  expect(reports[0]).toMatchObject({ report: 1, played: false, watched_ms: 0, limited: false });
  await frameOf(page).locator(".kinora-start-button").click();
  await expect.poll(() => reports.some(({ ended }) => ended), { timeout: 30_000 }).toBe(true);
  const last = reports.at(-1);
  if (!last) throw new Error("The player reported nothing.");
  expect(last.watched_ms).toBeGreaterThan(11_000);
  expect(last.watched_ms).toBeLessThan(14_000);
  expect(last.furthest).toBe(1);
  expect(last.parts?.filter((count) => count === 1).length).toBeGreaterThan(90);
  expect(Object.values(last.heights).reduce((sum, ms) => sum + ms, 0)).toBeCloseTo(last.watched_ms, -1);
  const [row, ...others] = await counted(id, last);
  expect(others).toEqual([]);
  expect(row).toMatchObject({
    ...{ host, device: "desktop", browser: "Chrome", audience: "viewer" },
    ...{ loads: 1, plays: 1, views: 1, ends: 1, errors: 0, furthest: 100 },
    ...{ watched_ms: last.watched_ms, waited_ms: last.waited_ms, waits: last.waits },
  });
  expect(row?.startups?.reduce((sum, count) => sum + count, 0)).toBe(1);
  const view = await edge.services.db
    .selectFrom("views")
    .selectAll()
    .where("id", "=", last.view)
    .executeTakeFirstOrThrow();
  expect(view).toMatchObject({ report: last.report, heights: last.heights, path: "/", ended: true });
});

test("sums of a connection that comes back are whole, and a seek is no wait", async ({ page, context }) => {
  const reports = reportsOf(page);
  const { id, hash } = await edge.addVideo();
  await openElsewhere(page, hash);
  await frameOf(page).locator(".kinora-start-button").click();
  await expect
    .poll(() => videoOf(page).evaluate((video: HTMLVideoElement) => video.buffered.length && video.buffered.end(0)))
    .toBeGreaterThan(11);
  await context.setOffline(true);
  await videoOf(page).evaluate((video: HTMLVideoElement) => {
    video.currentTime = 8;
  });
  await expect.poll(() => videoOf(page).evaluate((video: HTMLVideoElement) => video.currentTime)).toBeGreaterThan(8.5);
  await videoOf(page).evaluate((video: HTMLVideoElement) => video.pause());
  const before = reports.length;
  await context.setOffline(false);
  await expect.poll(() => reports.length).toBeGreaterThan(before);
  const last = reports.at(-1);
  if (!last) throw new Error("The player reported nothing.");
  const [row] = await counted(id, last);
  expect(row).toMatchObject({ loads: 1, plays: 1, ends: 0, waits: 0, watched_ms: last.watched_ms });
});

test("a browser that asks not to be tracked is in the sums alone", async ({ page }) => {
  await page.addInitScript(() => Object.defineProperty(navigator, "globalPrivacyControl", { value: true }));
  const reports = reportsOf(page);
  const { id, hash } = await edge.addVideo();
  await openElsewhere(page, hash);
  await expect.poll(() => reports.length).toBe(1);
  expect(reports[0]?.limited).toBe(true);
  await expect.poll(async () => (await hoursOf(id)).map(({ loads }) => loads), { timeout: 20_000 }).toEqual([1]);
  const views = edge.services.db.selectFrom("views").select(["visitor", "path", "country"]).where("item_id", "=", id);
  expect(await views.execute()).toEqual([{ visitor: null, path: null, country: null }]);
});
