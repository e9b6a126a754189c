import { randomUUID } from "node:crypto";
import { insertRow } from "@kinora/db/testing-rows.ts";
import type { Page } from "@playwright/test";
import { fillWithHostileTexts } from "./hostile-project.ts";
import { PATIENCE_MS } from "./patience.ts";
import { expect, test } from "./product.ts";
import { sharedPeople, sharedPlace, sharedProduct } from "./shared.ts";

/** What web.dev calls good is 0.1; ours is stricter. */
const MOST = 0.05;

const kinora = sharedProduct();
const people = sharedPeople();
const place = sharedPlace(people, "Harbour Pictures", "North Quay");
let videoId: number;

test.beforeAll(async () => {
  videoId = (await fillWithHostileTexts(people.db, place))[0]?.id ?? 0;
  const { projectId: project_id, accountId: account_id, owner } = place;
  await insertRow(people, "uploads", {
    id: randomUUID(),
    project_id,
    account_id,
    video_id: videoId,
    user_id: owner.id,
    file_name: "harbour.mp4",
    size_bytes: 1_000,
    expires_at: new Date(Date.now() + 3_600_000),
  });
});

interface SlowPage extends Window {
  /** Answers of the API that the page waits for. */
  underWay: number;
}

/**
 * Answers come later than the page, and not in the order they were asked for. They wait in the page itself: a browser whose
 * requests are held by the test caches nothing, and fetches and compiles the console for each page again.
 */
const slowDown = (page: Page) =>
  page.addInitScript((api) => {
    const slow = window as unknown as SlowPage;
    const ask = window.fetch.bind(window);
    let asked = 0;
    slow.underWay = 0;
    window.fetch = async (input, options) => {
      if (new URL(input instanceof Request ? input.url : input, location.href).origin !== api)
        return ask(input, options);
      asked += 1;
      slow.underWay += 1;
      const delayMs = 50 + 100 * (asked % 4);
      try {
        await new Promise((waited) => setTimeout(waited, delayMs));
        return await ask(input, options);
      } finally {
        slow.underWay -= 1;
      }
    };
  }, kinora.urls.api);

const untilAnswered = (page: Page) =>
  page.waitForFunction(() => (window as unknown as SlowPage).underWay === 0, null, { timeout: PATIENCE_MS });

/** By how much what was already there moved without anybody's doing, of the window's height and area, and what moved most. */
const shifts = (page: Page) =>
  page.evaluate(async () => {
    interface LayoutShift extends PerformanceEntry {
      readonly value: number;
      readonly hadRecentInput: boolean;
      readonly sources: readonly { readonly node: Node | null }[];
    }
    const entries = await new Promise<LayoutShift[]>((resolve) => {
      const observer = new PerformanceObserver((list) => resolve(list.getEntries() as LayoutShift[]));
      observer.observe({ type: "layout-shift", buffered: true });
      setTimeout(() => resolve([]), 200);
    });
    const own = entries.filter(({ hadRecentInput }) => !hadRecentInput);
    const moved = own.flatMap(({ sources }) => sources.map(({ node }) => node?.textContent?.slice(0, 40) ?? ""));
    return { sum: own.reduce((sum, { value }) => sum + value, 0), moved };
  });

for (const [width, height] of [
  [1280, 800],
  [390, 844],
] as const)
  test(`nothing moves away under a pointer while a page comes together at ${width} pixels`, async ({ page }) => {
    await page.setViewportSize({ width, height });
    await people.arrive(page, place.owner);
    await slowDown(page);
    const lists = ["", "?type=failed", "?type=inprogress", "?search=nothing-like-it"].map(
      (search) => `/video${search}`,
    );
    const tabs = ["details", "media", "embed"].map((tab) => `/video/${videoId}?tab=${tab}`);
    const settings = ["settings", "categories", "tags", "resolutions"].map((tab) => `/settings/project/${tab}`);
    for (const path of ["/dashboard", "/upload", "/upload/logs", ...lists, ...tabs, "/live", "/users", ...settings]) {
      await page.goto(kinora.urls.console + path);
      await page.getByRole("main").locator("h1, h2, p").first().waitFor();
      await untilAnswered(page);
      await expect(page.getByRole("status", { name: /^Loading/ })).toHaveCount(0);
      const { sum, moved } = await shifts(page);
      expect.soft(sum, `${path}: ${moved.join(" | ")}`).toBeLessThanOrEqual(MOST);
    }
  });
