import { randomUUID } from "node:crypto";
import { insertRow, selectRow } from "@kinora/db/testing-rows.ts";
import type { Page } from "@playwright/test";
import { untilShown } from "./crawled-page.ts";
import { makeCrawledProject, type CrawledProject } from "./crawled-project.ts";
import { addressOf, areaOf, routesOf, type Area } from "./crawled-routes.ts";
import { PATIENCE_MS, patient } from "./patience.ts";
import { expect, test } from "./product.ts";
import { sharedProduct } from "./shared.ts";

/** What web.dev calls good is 0.1; ours is stricter. */
const MOST = 0.02;
/**
 * Pages that are not there yet, on a phone: the form of a player moves up when its preview has its height, and that of the
 * page that plays anything moves down when its choice of players is there.
 */
const MOST_OF: Readonly<Record<string, number>> = { "390 /player": 0.04, "390 /advanced/player-demo": 0.12 };
const MINUTES = patient(60_000);

const kinora = sharedProduct();
let project: CrawledProject;

test.beforeAll(async () => {
  test.setTimeout(5 * MINUTES);
  project = await makeCrawledProject(kinora);
  const { owner, people, parameters } = project;
  const video = await selectRow(people, "videos", { id: parameters["videoId"] ?? 0 }, "project_id", "account_id");
  // The upload page lists it above the place that files are dropped at.
  await insertRow(people, "uploads", {
    ...video,
    id: randomUUID(),
    video_id: parameters["videoId"] ?? 0,
    user_id: owner.id,
    file_name: "harbour.mp4",
    size_bytes: 1_000,
    expires_at: new Date(Date.now() + 3_600_000),
  });
});
test.afterAll(() => project?.people.close());

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

/** By how much what was already there moved without anybody's doing, of the window's height and area, and what moved how. */
const shifts = (page: Page) =>
  page.evaluate(async () => {
    interface Source {
      readonly node: Node | null;
      readonly previousRect: DOMRectReadOnly;
      readonly currentRect: DOMRectReadOnly;
    }
    interface LayoutShift extends PerformanceEntry {
      readonly value: number;
      readonly hadRecentInput: boolean;
      readonly sources: readonly Source[];
    }
    const entries = await new Promise<LayoutShift[]>((resolve) => {
      const observer = new PerformanceObserver((list) => resolve(list.getEntries() as LayoutShift[]));
      observer.observe({ type: "layout-shift", buffered: true });
      setTimeout(() => resolve([]), 200);
    });
    const placeOf = ({ x, y, width, height }: DOMRectReadOnly) => [x, y, width, height].map(Math.round).join(" ");
    const own = entries.filter(({ hadRecentInput }) => !hadRecentInput);
    const moved = own.flatMap(({ value, sources }) =>
      sources.map(({ node, previousRect, currentRect }) => {
        const name = node instanceof Element ? `${node.localName} ${node.getAttribute("class")}` : "text";
        const text = node?.textContent?.slice(0, 40) ?? "";
        return `${value.toFixed(3)} ${name} "${text}" from ${placeOf(previousRect)} to ${placeOf(currentRect)}`;
      }),
    );
    return { sum: own.reduce((sum, { value }) => sum + value, 0), moved };
  });

/** States and tabs of pages, which are no routes of their own. */
const furtherAddresses = ({ videoId, streamId }: Record<string, number>): string[] => [
  ...["?type=failed", "?type=inprogress", "?search=nothing-like-it"].map((search) => `/video${search}`),
  ...["media", "embed", "analytics", "activity"].map((tab) => `/video/${videoId}?tab=${tab}`),
  ...["health", "restream", "loop", "sessions", "analytics", "settings", "log"].map(
    (tab) => `/live/${streamId}?tab=${tab}`,
  ),
  ...["roles", "invitations", "audit"].map((tab) => `/users?tab=${tab}`),
];

for (const [width, height] of [
  [1280, 800],
  [390, 844],
] as const)
  for (const area of ["projects", "account", "advanced area"] satisfies Area[])
    test(`nothing moves away under a pointer while a page of the ${area} comes together at ${width} pixels`, async ({
      page,
    }) => {
      test.setTimeout(10 * MINUTES);
      await page.setViewportSize({ width, height });
      await project.people.arrive(page, project.owner);
      const routes = (await routesOf(page, "signed in")).filter((route) => areaOf(route) === area);
      const further = area === "projects" ? furtherAddresses(project.parameters) : [];
      await slowDown(page);
      for (const path of [...routes.map((route) => addressOf(project, route)), ...further]) {
        await page.goto(kinora.urls.console + path);
        await untilShown(page);
        await untilAnswered(page);
        const { sum, moved } = await shifts(page);
        const most = MOST_OF[`${width} ${path.replace(/\/\d+$/, "")}`] ?? MOST;
        expect.soft(sum, `${path}: ${moved.join(" | ")}`).toBeLessThanOrEqual(most);
      }
    });
