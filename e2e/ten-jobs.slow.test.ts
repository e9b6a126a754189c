import { randomBytes } from "node:crypto";
import { readFile } from "node:fs/promises";
import { findRow, insertRow, selectRow } from "@kinora/db/testing-rows.ts";
import { clip } from "@kinora/media/fixtures/clips.ts";
import type { Page } from "@playwright/test";
import { sql } from "kysely";
import { sumStored } from "../apps/server/src/testing/stored-sums.ts";
import { countPresses, effortOf, type Effort } from "./counted-presses.ts";
import { LONG_TRANSCODING_PATIENCE_MS } from "./patience.ts";
import { until } from "./pipeline-project.ts";
import { expect, test } from "./product.ts";
import { signInTo } from "./project-people.ts";
import { sharedPeopleProject, sharedProduct } from "./shared.ts";

/**
 * The most that a job may cost from the dashboard on. A press that opens the system's own dialog counts, what is chosen
 * there does not. Whoever makes a job longer has to say so here.
 */
const LIMITS = {
  uploadAndPublish: { presses: 3, fields: 0 },
  findByPartOfTitle: { presses: 0, fields: 1 },
  changePoster: { presses: 3, fields: 0 },
  addCaptions: { presses: 5, fields: 0 },
  startLivestreamAndShare: { presses: 5, fields: 1 },
  makeAndUsePlayer: { presses: 4, fields: 1 },
  restrictToDomain: { presses: 4, fields: 2 },
  playsOfLastWeekByCountry: { presses: 3, fields: 0 },
  inviteWithRole: { presses: 5, fields: 1 },
  whyTranscodeFailed: { presses: 0, fields: 0 },
} as const satisfies Record<string, Effort>;

const kinora = sharedProduct();
const project = sharedPeopleProject("Ten Jobs");

test.describe.configure({ mode: "serial" });

test.beforeEach(async ({ page, context }) => {
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  await page.setViewportSize({ width: 1440, height: 900 });
  await countPresses(page);
  await signInTo(page, kinora, project.owner, "/dashboard");
  await expect(page.getByRole("heading", { name: "Dashboard" })).toBeVisible();
});

/** Holds a job to its limit. */
async function within(page: Page, job: keyof typeof LIMITS): Promise<void> {
  const { presses, fields } = await effortOf(page);
  const limit = LIMITS[job];
  expect.soft(presses, `presses of ${job}`).toBeLessThanOrEqual(limit.presses);
  expect.soft(fields, `fields of ${job}`).toBeLessThanOrEqual(limit.fields);
}

const videoOf = (title: string) => selectRow(project, "videos", { project_id: project.projectId, title });
const copied = (page: Page) => page.evaluate(() => navigator.clipboard.readText());
/** A video among the pictures of the dashboard. */
const recent = (page: Page, title: string) => page.getByRole("article").getByRole("link", { name: title });

test("upload a video and publish it", async ({ page }) => {
  await page.getByRole("link", { name: "Upload", exact: true }).click();
  const choosing = page.waitForEvent("filechooser");
  await page.getByRole("button", { name: "Browse files" }).click();
  await (
    await choosing
  ).setFiles({
    name: "harbor_atlas.mp4",
    mimeType: "video/mp4",
    buffer: await readFile(await clip("streamable", { width: 640, height: 360, durationSeconds: 6 })),
  });
  const row = page.getByRole("list", { name: "Uploads" }).getByRole("listitem");
  await row.getByRole("switch").click({ timeout: LONG_TRANSCODING_PATIENCE_MS });
  await expect(row.getByRole("switch")).toBeChecked();
  await within(page, "uploadAndPublish");
  await until(
    "its storyboard is there",
    async () => {
      const video = await videoOf("harbor atlas");
      return video.status === "complete" && video.published && video.storyboard ? video : null;
    },
    LONG_TRANSCODING_PATIENCE_MS,
  );
});

test("find a video by a part of its title", async ({ page }) => {
  await page.keyboard.press("Control+k");
  await page.getByRole("combobox", { name: "Search or jump" }).fill("bor at");
  await expect(page.getByRole("option", { name: /harbor atlas/ })).toHaveAttribute("aria-selected", "true");
  await page.keyboard.press("Enter");
  await expect(page.getByRole("heading", { level: 1, name: "harbor atlas" })).toBeVisible();
  await within(page, "findByPartOfTitle");
});

test("the keyboard reaches the switch that publishes a video among its first stops", async ({ page }) => {
  await recent(page, "harbor atlas").click();
  const publish = page.getByRole("switch", { name: /^Published/ });
  await page.getByRole("button", { name: "Copy ID" }).first().focus();
  await page.keyboard.press("Tab");
  await expect(publish).toBeFocused();
  const stops = await page.locator("main").evaluate((main) => {
    const all = [...main.querySelectorAll<HTMLElement>("a[href], button:not(:disabled), input:not(:disabled)")];
    return all.filter((element) => element.tabIndex >= 0).indexOf(document.activeElement as HTMLElement);
  });
  expect(stops).toBeLessThan(5);
});

test("change the poster of a video", async ({ page }) => {
  await recent(page, "harbor atlas").click();
  await page.getByRole("link", { name: "Media", exact: true }).click();
  await page
    .getByRole("button", { name: /^Use the frame at/ })
    .nth(2)
    .click();
  await until("the poster was chosen", async () => (await videoOf("harbor atlas")).poster > 0);
  await within(page, "changePoster");
});

test("add captions to a video", async ({ page }) => {
  const buffer = Buffer.from("WEBVTT\n\n00:00.000 --> 00:05.000\nHello\n");
  await recent(page, "harbor atlas").click();
  await page.getByRole("link", { name: "Media", exact: true }).click();
  await page.getByRole("button", { name: "Add captions" }).click();
  const choosing = page.waitForEvent("filechooser");
  await page.getByRole("dialog").getByLabel("File").click();
  await (await choosing).setFiles({ name: "harbor.en.vtt", mimeType: "text/vtt", buffer });
  await page.getByRole("dialog").getByRole("button", { name: "Save" }).click();
  await expect(page.getByRole("cell", { name: "English", exact: true }).first()).toBeVisible();
  await within(page, "addCaptions");
});

test("start a livestream and share it", async ({ page }) => {
  await page.getByRole("link", { name: "Live", exact: true }).click();
  await page.getByRole("button", { name: "Create livestream" }).first().click();
  await page.getByRole("dialog").getByLabel("Name").fill("Harbour camera");
  await page.getByRole("dialog").getByRole("button", { name: "Create" }).click();
  await page.getByRole("button", { name: "Copy stream key" }).click();
  await expect.poll(() => copied(page)).toMatch(/^[0-9a-z]{16}-/);
  await page.getByRole("button", { name: "Copy Share link" }).click();
  await expect.poll(() => copied(page)).toMatch(/\/v\/[0-9a-z]+$/);
  await within(page, "startLivestreamAndShare");
});

test("make a player and have it used", async ({ page }) => {
  await page.getByRole("link", { name: "Players", exact: true }).click();
  await page.getByRole("button", { name: /^New player/ }).click();
  await page.getByRole("dialog").getByLabel("Title").fill("House player");
  await page.getByRole("dialog").getByRole("button", { name: "Create player" }).click();
  await page.getByRole("button", { name: "Set as default" }).click();
  await until("it is the default", () =>
    findRow(project, "players", { project_id: project.projectId, title: "House player", is_default: true }, "id"),
  );
  await within(page, "makeAndUsePlayer");
});

test("restrict the videos of a project to a domain", async ({ page }) => {
  await page.getByRole("button", { name: "Settings", exact: true }).click();
  await page.getByRole("link", { name: "Restrictions", exact: true }).click();
  await expect(page.getByRole("link", { name: "Restrictions", exact: true })).toHaveAttribute("data-status", "active");
  await page.getByRole("button", { name: "New profile" }).first().click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Name").fill("Our site");
  await dialog.getByLabel("Allowed domains").fill("example.com");
  await dialog.getByRole("button", { name: "Create profile" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Our site" })).toBeVisible();
  await expect(page.getByRole("switch", { name: "Use as the default" })).toBeChecked();
  await within(page, "restrictToDomain");
  const { policy } = await selectRow(
    project,
    "restriction_profiles",
    { project_id: project.projectId, is_default: true },
    "policy",
  );
  expect(policy.referrers).toMatchObject({ mode: "only", entries: ["example.com"] });
});

test("read the plays of last week by country", async ({ page }) => {
  const { id } = await videoOf("harbor atlas");
  await sql`
    insert into view_hours (hour, project_id, item_kind, item_id, player_id, host, country, device, browser, audience,
      loads, plays, views, ends, watched_ms, waited_ms, furthest, startups)
    select date_trunc('hour', now()) - make_interval(days => day), ${project.projectId}, 'video', ${id}, 0, 'news.example',
      country, 'desktop', 'Chrome', 'viewer', 20, 10, 8, 5, 600000, 6000, 700, '{0,5,5}'
    from generate_series(0, 3) as day, unnest('{DE,FR}'::text[]) as country`.execute(project.db);
  await sumStored(project.db, project.projectId);
  await page.reload();
  await page.getByRole("link", { name: "80 plays in the last 7 days" }).click();
  await page.getByRole("button", { name: "Table: By player" }).click();
  await page.getByRole("option", { name: "Country" }).click();
  await expect(page.getByRole("row").filter({ hasText: "Germany" })).toContainText("40");
  await expect(page.getByRole("button", { name: "Range: Last 7 days" })).toBeVisible();
  await within(page, "playsOfLastWeekByCountry");
});

test("invite someone with a role", async ({ page }) => {
  const email = `${randomBytes(6).toString("hex")}@example.com`;
  await page.getByRole("link", { name: "Users", exact: true }).click();
  await page.getByRole("button", { name: "Invite" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Email addresses").fill(email);
  await dialog.getByLabel("Role").first().click();
  await page.getByRole("option", { name: "Viewer" }).click();
  await dialog.getByRole("button", { name: "Send invitation" }).click();
  await expect(page.getByText("1 invitation is sent.")).toBeVisible();
  await within(page, "inviteWithRole");
});

test("see why a transcode failed", async ({ page }) => {
  const message = "This file has no video. Upload a file with pictures.";
  await insertRow(project, "videos", {
    ...{ project_id: project.projectId, account_id: project.accountId, hash: randomBytes(8).toString("hex") },
    ...{ title: "Silent film", status: "failed" },
    failure: JSON.stringify({ code: "no_video_track", message, retryable: false }),
  });
  await page.reload();
  const trouble = page.getByRole("listitem").filter({ hasText: "Silent film" });
  await expect(trouble).toContainText(message);
  await expect(trouble.getByRole("button", { name: "Replace the file of Silent film" })).toBeVisible();
  await within(page, "whyTranscodeFailed");
});
