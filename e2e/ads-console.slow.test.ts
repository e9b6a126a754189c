import { readFile } from "node:fs/promises";
import { insertRow } from "@kinora/db/testing-rows.ts";
import { defaultAdSettings, defaultAdSource } from "@kinora/domain/ads/ad-settings.ts";
import { clip } from "@kinora/media/fixtures/clips.ts";
import { sql } from "kysely";
import { obstacles } from "./accessibility.ts";
import { toEndOf } from "./ad-page.ts";
import { LIVE_PATIENCE_MS } from "./patience.ts";
import { expect, test } from "./product.ts";
import { signInTo } from "./project-people.ts";
import { sharedPeopleProject } from "./shared.ts";
import { makeUploads } from "./video-uploads.ts";

const project = sharedPeopleProject("Advertisers");
test.beforeAll(async ({ product }) => {
  const uploads = await makeUploads(product, project);
  const footage = await readFile(await clip("streamable", { width: 640, height: 360, durationSeconds: 6 }));
  await uploads.untilVersion(await uploads.upload(footage), 1);
});

test("the test bench shows a demo tag's wrappers, and plays it in the newest video without counting it", async ({
  page,
  product,
}) => {
  await signInTo(page, product, project.owner, "/settings/ads");
  const code: string[] = [];
  const reports: string[] = [];
  page.on("request", (request) => {
    const { origin, pathname } = new URL(request.url());
    if (origin !== product.urls.edge) return;
    if (/\/assets\/(?:player-with-ads|ad-|vast)/.test(pathname)) code.push(pathname);
    if (/^\/embed\/\w+\/ads$/.test(pathname)) reports.push(pathname);
  });
  await page.getByRole("combobox", { name: "Demo ad server" }).click();
  await page.getByRole("option", { name: "Two wrappers" }).click();
  await page.getByRole("button", { name: "Test tag" }).click();
  await expect(page.getByRole("list", { name: "Request chain" }).getByRole("listitem")).toHaveCount(3);
  expect(code).toEqual([]);
  await page.getByRole("button", { name: "Play tag" }).click();
  const frame = page.frameLocator("iframe");
  const ad = frame.locator(".kinora-ad-video");
  await expect
    .poll(() => ad.evaluate((video: HTMLVideoElement) => video.currentTime), { timeout: LIVE_PATIENCE_MS })
    .toBeGreaterThan(0.2);
  expect(code).not.toEqual([]);
  expect(await obstacles(page)).toEqual([]);
  await toEndOf(ad);
  await expect(frame.locator(".kinora-ad")).toBeHidden({ timeout: LIVE_PATIENCE_MS });
  await expect
    .poll(() => frame.locator("video[slot=media]").evaluate((video: HTMLVideoElement) => video.currentTime), {
      timeout: LIVE_PATIENCE_MS,
    })
    .toBeGreaterThan(0.3);
  expect(reports).toEqual([]);
});

test("the player editor previews the project's ads without counting them", async ({ page, product }) => {
  const { projectId: project_id, accountId: account_id } = project;
  const tag = `${product.urls.edge}/demo/vast/linear.xml`;
  const settings = { ...defaultAdSettings, mode: "single", single: { ...defaultAdSource, tags: [tag] } };
  const row = { settings: JSON.stringify(settings) };
  await project.db
    .insertInto("ad_schedules")
    .values({ project_id, account_id, name: "Default", is_default: true, ...row })
    .onConflict((conflict) =>
      conflict
        .column("project_id")
        .where(sql<boolean>`is_default`)
        .doUpdateSet(row),
    )
    .execute();
  const reports: string[] = [];
  page.on("request", (request) => {
    if (/^\/embed\/\w+\/ads$/.test(new URL(request.url()).pathname)) reports.push(request.url());
  });
  await signInTo(page, product, project.owner, "/player");
  await page.getByRole("link", { name: "Default player" }).click();
  const frame = page.frameLocator("iframe");
  const ad = frame.locator(".kinora-ad-video");
  await frame.locator(".kinora-start-button").click();
  await expect
    .poll(() => ad.evaluate((video: HTMLVideoElement) => video.currentTime), { timeout: LIVE_PATIENCE_MS })
    .toBeGreaterThan(0.2);
  await toEndOf(ad);
  await expect(frame.locator(".kinora-ad")).toBeHidden({ timeout: LIVE_PATIENCE_MS });
  await expect
    .poll(() => frame.locator("video[slot=media]").evaluate((video: HTMLVideoElement) => video.currentTime), {
      timeout: LIVE_PATIENCE_MS,
    })
    .toBeGreaterThan(1);
  expect(reports).toEqual([]);
});

test("a project has several schedules: one is made, targeted, made the default and deleted", async ({
  page,
  product,
}) => {
  const { projectId: project_id, accountId: account_id } = project;
  await insertRow(project, "categories", { project_id, account_id, name: "News", slug: "news" });
  await signInTo(page, product, project.owner, "/settings/ads");
  await page.getByRole("button", { name: "New schedule" }).click();
  const dialog = page.getByRole("dialog", { name: "New schedule" });
  await dialog.getByRole("textbox", { name: "Name" }).fill("Sponsors");
  await dialog.getByRole("button", { name: "Create" }).click();
  await expect(page.getByRole("combobox", { name: "Schedule" })).toHaveValue("Sponsors");
  await page.getByRole("combobox", { name: "Choose a category" }).click();
  await page.getByRole("option", { name: "News" }).click();
  await page.getByRole("button", { name: "Use the demo tag" }).click();
  await page.getByRole("button", { name: "Save changes" }).click();
  await expect(page.getByText("1 category")).toBeVisible();

  await page.getByRole("button", { name: "Actions of Sponsors" }).click();
  await page.getByRole("menuitem", { name: "Make default" }).click();
  await expect(page.getByRole("combobox", { name: "Schedule" })).toHaveValue("Sponsors (default)");
  await page.getByRole("combobox", { name: "Schedule" }).click();
  await page.getByRole("option", { name: "Default", exact: true }).click();
  await page.getByRole("button", { name: "Actions of Default" }).click();
  await page.getByRole("menuitem", { name: "Delete" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Delete" }).click();
  await expect(page.getByRole("combobox", { name: "Schedule" })).toHaveCount(0);
  await expect(page.getByRole("textbox", { name: "Name" })).toHaveValue("Sponsors");
});
