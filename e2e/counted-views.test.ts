import type { PlayerReport } from "@kinora/domain/analytics/player-report.ts";
import { NO_PROVIDERS } from "@kinora/domain/analytics/providers.ts";
import type { Page } from "@playwright/test";
import { startPlaybackEdge, type PlaybackEdge } from "./playback-edge.ts";
import { expect, test } from "./product.ts";

const SUMS = ["loads", "plays", "views", "ends", "errors", "furthest", "watched_ms", "waited_ms", "waits"] as const;

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

/** The sums of a video; a test may begin in one hour and end in the next. */
async function sumsOf(id: number) {
  const rows = await edge.services.db
    .selectFrom("view_hours")
    .selectAll()
    .where("item_id", "=", id)
    .orderBy("hour")
    .execute();
  const sum = (name: (typeof SUMS)[number]) => rows.reduce((total, row) => total + row[name], 0);
  const [first] = rows;
  const startups = rows.flatMap(({ startups: steps }) => steps ?? []).reduce((total, count) => total + count, 0);
  return { ...first, ...Object.fromEntries(SUMS.map((name) => [name, sum(name)])), startups };
}

/** Once the edge has written what it was told last. */
async function counted(id: number, last: PlayerReport) {
  await expect.poll(() => sumsOf(id), { timeout: 20_000 }).toMatchObject({ watched_ms: last.watched_ms });
  return sumsOf(id);
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
  expect(await counted(id, last)).toMatchObject({
    ...{ host, device: "desktop", browser: "Chrome", audience: "viewer" },
    ...{ loads: 1, plays: 1, views: 1, ends: 1, errors: 0, furthest: 100 },
    ...{ watched_ms: last.watched_ms, waited_ms: last.waited_ms, waits: last.waits, startups: 1 },
  });
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
  expect(await counted(id, last)).toMatchObject({ loads: 1, plays: 1, ends: 0, waits: 0, watched_ms: last.watched_ms });
});

test("a browser that asks not to be tracked is in the sums alone", async ({ page }) => {
  await page.addInitScript(() => Object.defineProperty(navigator, "globalPrivacyControl", { value: true }));
  const reports = reportsOf(page);
  const { id, hash } = await edge.addVideo();
  await openElsewhere(page, hash);
  await expect.poll(() => reports.length).toBe(1);
  expect(reports[0]?.limited).toBe(true);
  await expect.poll(() => sumsOf(id), { timeout: 20_000 }).toMatchObject({ loads: 1 });
  const views = edge.services.db.selectFrom("views").select(["visitor", "path", "country"]).where("item_id", "=", id);
  expect(await views.execute()).toEqual([{ visitor: null, path: null, country: null }]);
});

test("each video of a playlist that was opened is a view of its own", async ({ page }) => {
  const reports = reportsOf(page);
  const [first, second] = [await edge.addVideo({ title: "One" }), await edge.addVideo({ title: "Two" })];
  const playlist = await edge.addPlaylist([first, second]);
  await page.goto(`${edge.url}/embed/${playlist}`);
  await page.locator(".kinora-start-button").click();
  await expect.poll(() => reports.some(({ played }) => played)).toBe(true);
  await page.getByRole("button", { name: /Two/ }).click();
  await expect.poll(() => new Set(reports.filter(({ played }) => played).map(({ view }) => view)).size).toBe(2);
  await page.goto("about:blank");
  for (const { id } of [first, second])
    await expect.poll(() => sumsOf(id), { timeout: 20_000 }).toMatchObject({ loads: 1, plays: 1 });
});

test("where the project requires consent a viewer is distinguished from others once it is given", async ({ page }) => {
  const reports = reportsOf(page);
  const { id, hash } = await edge.addVideo();
  const { db } = edge.services;
  const pixel = { url: `${edge.url}/p.gif` };
  const settings = JSON.stringify({ ...NO_PROVIDERS, pixel, consent: true });
  await db
    .insertInto("project_analytics")
    .values({ ...edge.owner, settings })
    .execute();
  await expect
    .poll(async () => (await fetch(`${edge.url}/embed/${hash}`)).text())
    .toContain("&quot;consent&quot;:true");
  await openElsewhere(page, hash);
  await expect.poll(() => reports.length).toBe(1);
  await page.evaluate(() => {
    const { KinoraPlayer } = window as unknown as {
      KinoraPlayer: new (frame: Element | null) => { setConsent(given: boolean): void };
    };
    new KinoraPlayer(document.querySelector("iframe")).setConsent(true);
  });
  await frameOf(page).locator(".kinora-start-button").click();
  await expect.poll(() => reports.some(({ played }) => played)).toBe(true);
  expect([reports[0]?.limited, reports.at(-1)?.limited]).toEqual([true, false]);
  await db.deleteFrom("project_analytics").execute();
  const visitors = async () => {
    const views = await db.selectFrom("views").select("visitor").where("item_id", "=", id).execute();
    return views.map(({ visitor }) => visitor?.length);
  };
  await expect.poll(visitors, { timeout: 20_000 }).toEqual([16]);
});
