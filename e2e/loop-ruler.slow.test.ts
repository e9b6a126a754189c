import { randomBytes } from "node:crypto";
import { insertRow, insertRows } from "@kinora/db/testing-rows.ts";
import type { Locator, Page } from "@playwright/test";
import { obstaclesInBothSchemes, pixelsTooWide } from "./accessibility.ts";
import { expect, test } from "./product.ts";
import { sharedPeople, sharedPlace } from "./shared.ts";

const people = sharedPeople();
const place = sharedPlace(people, "Harbour Pictures", "North Quay");

/** A livestream with a loop whose first video began ten minutes ago, written straight into the database; it is not on air. */
async function aLoop(videos: readonly [title: string, minutes: number][]): Promise<number> {
  const owner = { project_id: place.projectId, account_id: place.accountId };
  const name = () => randomBytes(8).toString("hex");
  const stream = await insertRow(people, "streams", {
    ...owner,
    hash: name(),
    name: "Harbour channel",
    key_hash: randomBytes(32),
    key_sealed: randomBytes(60),
    loop_before_live: false,
    loop_on_disconnect: false,
    loop_since: new Date(Date.now() - 10 * 60_000),
  });
  const made = await insertRows(
    people,
    "videos",
    videos.map(([title, minutes]) => ({
      ...owner,
      hash: name(),
      title,
      file_name: "film.mp4",
      status: "complete" as const,
      playable: true,
      version: 1,
      duration_seconds: minutes * 60,
    })),
  );
  for (const [position, { id: video_id, duration_seconds }] of made.entries()) {
    const own = { video_id, account_id: place.accountId, version: 1, state: "complete" as const };
    const { id: transcode_id } = await insertRow(people, "transcodes", { ...own, project_id: place.projectId });
    const picture = { kind: "video" as const, label: "720p", width: 1280, height: 720, codecs: "avc1.64001f" };
    await insertRow(people, "renditions", {
      ...own,
      ...picture,
      transcode_id,
      duration_seconds: duration_seconds ?? 0,
    });
    await insertRow(people, "stream_loop_items", {
      stream_id: stream.id,
      project_id: place.projectId,
      position,
      video_id,
    });
  }
  return stream.id;
}

const ruler = (page: Page) => page.getByRole("slider", { name: "Schedule of the next 24 hours" });
/** The words under the ruler. */
const described = (page: Page): Locator => page.getByRole("paragraph").filter({ hasText: / long$/ });

test("what a loop plays in the next 24 hours is drawn, and described for pointers and keys", async ({ page }) => {
  await page.setViewportSize({ width: 1440, height: 900 });
  const id = await aLoop([
    ["Harbour at dawn", 60],
    ["The lighthouse keeper", 90],
    ["Station identification", 0.5],
  ]);
  await people.arrive(page, place.owner, `/live/${id}?tab=loop`);
  await expect(ruler(page)).toHaveAttribute("aria-valuetext", /^Harbour at dawn, Now, since .* · 1:00:00 long$/);
  await page.getByText("24 h", { exact: true }).click();
  const drawing = page.locator("svg", { hasText: "The lighthouse keeper" });
  const blocks = drawing.locator("foreignObject", { hasText: "The lighthouse keeper" });
  // Two and a half hours a round; the tenth is cut off at the end of the 24 hours, before there is room for its title.
  await expect(blocks).toHaveCount(9);
  await blocks.nth(1).hover();
  await expect(described(page)).toContainText(/^The lighthouse keeper.* · 1:30:00 long$/);
  await page.mouse.move(0, 0);
  await expect(described(page)).toContainText(/^Harbour at dawnNow, since /);

  await ruler(page).focus();
  await page.keyboard.press("ArrowRight");
  await expect(described(page)).toContainText(/^The lighthouse keeper/);
  await page.keyboard.press("ArrowRight");
  await expect(described(page)).toContainText(/^Station identification.* · 0:30 long$/);
  // What was chosen stays in sight when less is shown at once.
  await page.getByText("1 h", { exact: true }).click();
  await expect(described(page)).toContainText(/^Station identification/);
  await expect(drawing.locator("foreignObject")).toHaveText(["The lighthouse keeper", "Harbour at dawn"]);
  await page.getByRole("button", { name: "Later", exact: true }).click();
  await expect(described(page)).toContainText(/^Harbour at dawn/);
  await page.getByRole("button", { name: "Now", exact: true }).click();
  await expect(described(page)).toContainText(/^Harbour at dawnNow, since /);
});

test("the ruler is usable by everybody at 390 px, in light and in dark, with videos too short to be seen", async ({
  page,
}) => {
  await page.setViewportSize({ width: 390, height: 844 });
  const id = await aLoop([
    ["Opening", 0.2],
    ["Advert", 0.3],
    ["Harbour", 0.5],
  ]);
  await people.arrive(page, place.owner, `/live/${id}?tab=loop`);
  await expect(ruler(page)).toBeVisible();
  for (const span of ["6 h", "24 h", "1 h"]) {
    await page.getByText(span, { exact: true }).click();
    expect(await obstaclesInBothSchemes(page), span).toEqual([]);
    await expect.poll(() => pixelsTooWide(page), span).toBe(0);
  }
});
