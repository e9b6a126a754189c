import { deleteRows, insertRow, selectRows } from "@kinora/db/testing-rows.ts";
import { NO_PROVIDERS } from "@kinora/domain/analytics/providers.ts";
import type { Page } from "@playwright/test";
import { patient } from "./patience.ts";
import { COUNTED_AGENT, counted, frameOf, openElsewhere, reportsOf, sumsOf } from "./player-reports.ts";
import { expect, test } from "./product.ts";
import { sharedEdge } from "./shared.ts";

const edge = sharedEdge();

test.use({ userAgent: COUNTED_AGENT });

const videoOf = (page: Page) => frameOf(page).locator("video");

test("sums of a connection that comes back are whole, and a seek is no wait", async ({ page, context }) => {
  const reports = reportsOf(page);
  const { id, hash } = await edge.addVideo();
  await openElsewhere(page, edge, hash);
  const stalls = await videoOf(page).evaluateHandle((video: HTMLVideoElement) => {
    const seen = { count: 0 };
    video.addEventListener("waiting", () => (seen.count += video.seeking ? 0 : 1));
    return seen;
  });
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
  const sums = await counted(edge, id, last);
  expect(sums).toMatchObject({ loads: 1, plays: 1, ends: 0, watched_ms: last.watched_ms });
  // A busy machine decodes too slowly now and then, which is a wait.
  expect(sums.waits).toBeLessThanOrEqual((await stalls.jsonValue()).count);
});

test("a browser that asks not to be tracked is in the sums alone", async ({ page }) => {
  await page.addInitScript(() => Object.defineProperty(navigator, "globalPrivacyControl", { value: true }));
  const reports = reportsOf(page);
  const { id, hash } = await edge.addVideo();
  await openElsewhere(page, edge, hash);
  await expect.poll(() => reports.length).toBe(1);
  expect(reports[0]?.limited).toBe(true);
  await expect.poll(() => sumsOf(edge, id), { timeout: patient(20_000) }).toMatchObject({ loads: 1 });
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
  await expect.poll(() => new Set(reports.filter(({ played }) => played).map(({ number }) => number)).size).toBe(2);
  await page.goto("about:blank");
  for (const { id } of [first, second])
    await expect.poll(() => sumsOf(edge, id), { timeout: patient(20_000) }).toMatchObject({ loads: 1, plays: 1 });
});

test("where the project requires consent a viewer is distinguished from others once it is given", async ({ page }) => {
  const reports = reportsOf(page);
  const { id, hash } = await edge.addVideo();
  const { db } = edge.services;
  const pixel = { url: `${edge.url}/p.gif` };
  const settings = JSON.stringify({ ...NO_PROVIDERS, pixel, consent: true });
  await insertRow(db, "project_analytics", { ...edge.owner, settings });
  await expect
    .poll(async () => (await fetch(`${edge.url}/embed/${hash}`)).text())
    .toContain("&quot;consent&quot;:true");
  await openElsewhere(page, edge, hash);
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
  await deleteRows(db, "project_analytics", {});
  const visitors = async () => {
    const views = await selectRows(db, "views", { item_id: id }, "visitor");
    return views.map(({ visitor }) => visitor?.length);
  };
  await expect.poll(visitors, { timeout: patient(20_000) }).toEqual([16]);
});
