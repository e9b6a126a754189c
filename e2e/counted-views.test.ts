import { selectRow } from "@kinora/db/testing-rows.ts";
import { patient } from "./patience.ts";
import { COUNTED_AGENT, counted, frameOf, openElsewhere, reportsOf } from "./player-reports.ts";
import { expect, test } from "./product.ts";
import { sharedEdge } from "./shared.ts";

const edge = sharedEdge();

test.use({ userAgent: COUNTED_AGENT });

test("a video that is played to its end is in the sums of its hour as its player reported it", async ({ page }) => {
  const reports = reportsOf(page);
  const { id, hash } = await edge.addVideo();
  const host = await openElsewhere(page, edge, hash);
  await expect.poll(() => reports.length).toBe(1);
  expect(reports[0]).toMatchObject({ number: 0, report: 1, played: false, watched_ms: 0, limited: false });
  await frameOf(page).locator(".kinora-start-button").click();
  await expect.poll(() => reports.some(({ ended }) => ended), { timeout: patient(30_000) }).toBe(true);
  const last = reports.at(-1);
  if (!last) throw new Error("The player reported nothing.");
  expect(last.watched_ms).toBeGreaterThan(11_000);
  expect(last.watched_ms).toBeLessThan(14_000);
  expect(last.furthest).toBe(1);
  expect(last.parts?.filter((count) => count === 1).length).toBeGreaterThan(90);
  expect(Object.values(last.heights).reduce((sum, ms) => sum + ms, 0)).toBeCloseTo(last.watched_ms, -1);
  expect(await counted(edge, id, last)).toMatchObject({
    ...{ audience: "viewer", loads: 1, plays: 1, views: 1, ends: 1, errors: 0, furthest: 100 },
    ...{ watched_ms: last.watched_ms, waited_ms: last.waited_ms, waits: last.waits, startups: 1 },
  });
  const view = await selectRow(edge.services, "views", { item_id: id });
  expect(view).toMatchObject({
    ...{ host, device: "desktop", browser: "Chrome" },
    ...{ report: last.report, heights: last.heights, path: "/", ended: true },
  });
});
