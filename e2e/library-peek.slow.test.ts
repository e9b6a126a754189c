import { findRow } from "@kinora/db/testing-rows.ts";
import type { Page } from "@playwright/test";
import { obstacles } from "./accessibility.ts";
import { LONG_TRANSCODING_PATIENCE_MS } from "./patience.ts";
import { expect, test } from "./product.ts";
import { signInTo } from "./project-people.ts";
import { sharedPeopleProject, sharedProduct } from "./shared.ts";

const kinora = sharedProduct();
const project = sharedPeopleProject("Orchard News");

test.describe.configure({ mode: "serial" });

const rows = (page: Page) => page.locator("[data-row]");
const sample = () => findRow(project, "videos", { project_id: project.projectId }, "status", "storyboard");
const panel = (page: Page) => page.getByRole("region", { name: "Video preview" });

test("an empty library makes a sample video, which arrives as every upload does", async ({ page }) => {
  await signInTo(page, kinora, project.owner, "/video");
  await expect(page.getByText("No videos yet")).toBeVisible();
  await page.getByRole("button", { name: "Add a sample video" }).click();
  await expect(page.getByText("A sample video is being made.").first()).toBeVisible();
  await page.getByRole("tab", { name: /^Recent/ }).click();
  await expect(rows(page)).toHaveCount(1);
  await expect
    .poll(sample, { timeout: LONG_TRANSCODING_PATIENCE_MS })
    .toMatchObject({ status: "complete", storyboard: true });
  await page.getByRole("tab", { name: /^Completed/ }).click();
  await expect(rows(page)).toHaveCount(1);
});

test("a poster moves under the pointer and under the keyboard's focus, in rows and cards, and fetches nothing before", async ({
  page,
}) => {
  const fetched: string[] = [];
  page.on("request", (request) => {
    if (request.url().includes("/storyboard/")) fetched.push(request.url());
  });
  await page.goto("about:blank");
  await signInTo(page, kinora, project.owner, "/video");
  const poster = rows(page).first().locator("[data-preview]");
  await expect(poster.locator("img")).toBeVisible();
  expect(fetched).toEqual([]);
  await poster.hover();
  const frame = poster.locator("canvas");
  await expect(frame).toHaveCount(1);
  // The video is not published: its pictures come by a pass.
  expect(fetched[0]).toMatch(/\/hls\/~[^/]+\//);
  const first = await frame.getAttribute("data-picture");
  await expect(frame).not.toHaveAttribute("data-picture", first ?? "");
  const drawn = await frame.screenshot();
  expect(drawn.length).toBeGreaterThan(200);
  await page.mouse.move(0, 0);
  await expect(frame).toHaveCount(0);
  await page.keyboard.press("j");
  await expect(frame).toHaveCount(1);
  await page.getByRole("radio", { name: "Grid" }).press("Space");
  await page.getByRole("listitem").locator("[data-preview]").hover();
  await expect(page.getByRole("listitem").locator("canvas")).toHaveCount(1);
  await page.getByRole("radio", { name: "Table" }).press("Space");
});

test("with less motion asked for a poster follows the pointer only", async ({ page }) => {
  await page.emulateMedia({ reducedMotion: "reduce" });
  await signInTo(page, kinora, project.owner, "/video");
  const poster = rows(page).first().locator("[data-preview]");
  await poster.hover({ position: { x: 2, y: 10 } });
  await expect(poster.locator("canvas")).toHaveAttribute("data-picture", "0");
  await poster.hover({ position: { x: 60, y: 10 } });
  await expect(poster.locator("canvas")).not.toHaveAttribute("data-picture", "0");
});

test("a video is opened, watched and published beside its list, by keys alone", async ({ page }) => {
  for (const title of ["Alder", "Birch"]) await project.addVideo({ title });
  await signInTo(page, kinora, project.owner, "/video?sort=title");
  await expect(rows(page)).toHaveCount(3);
  await page.keyboard.press("j");
  await page.keyboard.press(" ");
  await expect(panel(page).getByRole("heading", { name: "Alder" })).toBeVisible();
  await expect(page).toHaveURL(/peek=\d+/);
  await expect(page.getByRole("link", { name: "Alder", exact: true })).toBeFocused();
  await page.keyboard.press("ArrowDown");
  await expect(panel(page).getByRole("heading", { name: "Birch" })).toBeVisible();
  await expect(page.getByRole("link", { name: "Birch", exact: true })).toBeFocused();
  await page.keyboard.press("ArrowDown");
  const sample = rows(page).nth(2);
  const title = await sample.getByRole("link").textContent();
  await expect(panel(page).getByRole("heading", { name: title ?? "" })).toBeVisible();
  expect(await obstacles(page)).toEqual([]);

  await panel(page).getByRole("switch").press(" ");
  await expect(page.getByText("Published...").first()).toBeVisible();
  await expect(sample.getByText("Published", { exact: true })).toHaveCount(1);
  await panel(page)
    .getByRole("button", { name: `Play ${title}` })
    .click();
  await expect(panel(page).locator("iframe")).toBeVisible();
  await expect(panel(page).frameLocator("iframe").locator("video").first()).toBeAttached();

  await panel(page).getByRole("switch").focus();
  await page.keyboard.press("Escape");
  await expect(panel(page)).toHaveCount(0);
  await expect(sample.getByRole("link")).toBeFocused();
  await expect(page).not.toHaveURL(/peek=/);
  await page.goBack();
  await expect(panel(page)).toBeVisible();
  await page.goForward();
  await expect(panel(page)).toHaveCount(0);
});

test("Enter leads to the page, whose neighbours are the rows of the list it came from", async ({ page }) => {
  await signInTo(page, kinora, project.owner, "/video?sort=title");
  await rows(page).first().getByText("Unpublished").click();
  await expect(panel(page).getByRole("heading", { name: "Alder" })).toBeVisible();
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(/\/video\/\d+\?sort=title$/);
  await expect(page.getByRole("button", { name: "Previous video" })).toBeDisabled();
  await page.getByRole("link", { name: "Next video" }).click();
  await expect(page.getByRole("heading", { name: "Birch" }).first()).toBeVisible();
  await expect(page.getByRole("link", { name: "Previous video" })).toBeVisible();
});

test("on a phone the video beside the list is a sheet of the whole screen", async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 800 });
  await signInTo(page, kinora, project.owner, "/video?sort=title");
  await rows(page)
    .first()
    .getByRole("button", { name: /^Actions for/ })
    .click();
  await page.getByRole("menuitem", { name: "Preview" }).click();
  const sheet = page.getByRole("dialog", { name: "Video preview" });
  await expect(sheet.getByRole("heading", { name: "Alder" })).toBeVisible();
  expect(await sheet.boundingBox()).toMatchObject({ x: 0, width: 390, height: 800 });
  expect(await obstacles(page)).toEqual([]);
  await page.keyboard.press("Escape");
  await expect(sheet).toHaveCount(0);
  await expect(page.getByRole("link", { name: "Alder", exact: true })).toBeFocused();
});

test("a video that is gone says so beside the list", async ({ page }) => {
  await signInTo(page, kinora, project.owner, "/video?peek=999999");
  await expect(panel(page).getByText("This video does not exist or belongs to another project")).toBeVisible();
});
