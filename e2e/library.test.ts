import { insertRow, insertRows, selectRows } from "@kinora/db/testing-rows.ts";
import type { Page } from "@playwright/test";
import { follow } from "./in-page.ts";
import { expect, test } from "./product.ts";
import { signInTo } from "./project-people.ts";
import { sharedPeopleProject, sharedProduct } from "./shared.ts";

const kinora = sharedProduct();
const project = sharedPeopleProject("Orchard News");
const COUNT = 65;

test.beforeAll(async () => {
  const place = { project_id: project.projectId, account_id: project.accountId };
  const { id } = await insertRow(project, "categories", { ...place, name: "News", slug: "news" });
  await insertRows(
    project,
    "videos",
    Array.from({ length: COUNT }, (_, index) => ({
      ...place,
      hash: `library${index}`,
      title: index === 0 ? "Harbor atlas" : `Video ${String(index).padStart(2, "0")}`,
      status: "complete" as const,
      playable: true,
      version: 1,
      stored_bytes: 1_000_000 * (index + 1),
      duration_seconds: 10 * (index + 1),
      user_id: project.owner.id,
      category_id: index < 3 ? id : null,
    })),
  );
});
test.describe.configure({ mode: "serial" });

const rows = (page: Page) => page.locator("[data-row]");
const addFilter = async (page: Page, name: string) => {
  await page.getByRole("button", { name: "Add filter" }).click();
  await page.getByRole("option", { name, exact: true }).click();
};
const published = () => selectRows(project, "videos", { project_id: project.projectId, published: true }, "id");

test("a list is filtered, ordered and found again by its address", async ({ page }) => {
  await signInTo(page, kinora, project.owner, "/video");
  await expect(page.getByRole("tab", { name: /^Completed ?65$/ })).toBeVisible();
  await expect(rows(page)).toHaveCount(30);
  await page.getByRole("button", { name: "Sort by Size" }).click();
  await expect(rows(page).first()).toContainText("Video 64");
  await addFilter(page, "Shorter than");
  await page.getByLabel("Shorter than").fill("50");
  await page.getByRole("button", { name: "Apply" }).click();
  await expect(rows(page)).toHaveCount(5);
  await addFilter(page, "Category");
  await page.getByRole("button", { name: "No category" }).click();
  await expect(rows(page)).toHaveCount(2);
  await expect(page).toHaveURL(/sort=-size/);
  await page.reload();
  await expect(rows(page)).toHaveCount(2);
  await expect(rows(page).first()).toContainText("Video 04");
  await page.getByRole("button", { name: "Remove the filter Category None" }).click();
  await expect(rows(page)).toHaveCount(5);
  await page.getByRole("button", { name: "Remove the filter Shorter than 0:50" }).click();
  await expect(rows(page)).toHaveCount(30);
});

test(
  "everything that matches is published in one go, and the page says how it went",
  { tag: "@slow" },
  async ({ page }) => {
    await signInTo(page, kinora, project.owner, "/video");
    await page.getByRole("checkbox", { name: "Select all of this page" }).check();
    await page.getByRole("button", { name: `Select all ${COUNT} matching videos` }).click();
    await page.getByRole("button", { name: "Publish", exact: true }).click();
    const dialog = page.getByRole("dialog", { name: "Publishing videos" });
    await expect(dialog.getByText(`All done: ${COUNT} videos.`)).toBeVisible();
    expect(await published()).toHaveLength(COUNT);
    await dialog.getByRole("button", { name: "Close" }).last().click();
  },
);

test("a deleted video waits in the trash and is taken back as it was", async ({ page }) => {
  await signInTo(page, kinora, project.owner, "/video?search=harbor");
  await page.getByRole("button", { name: "Actions for Harbor atlas" }).click();
  await page.getByRole("menuitem", { name: "Delete" }).click();
  await expect(page.getByText(/^“Harbor atlas” moves to Trash for 30 days\./)).toBeVisible();
  await page.getByRole("dialog").getByRole("button", { name: "Move to trash" }).click();
  await expect(page.getByText("Video is deleted.").first()).toBeVisible();
  await page.getByRole("tab", { name: /^Trash/ }).click();
  await page.getByRole("button", { name: "Restore Harbor atlas" }).click();
  await expect(page.getByText("Video is restored.").first()).toBeVisible();
  await expect(page.getByText("Trash is empty")).toBeVisible();
  await expect(page.getByText("Deleted videos stay here for 30 days.")).toBeVisible();
});

test("the exported list holds what the filter shows", { tag: "@slow" }, async ({ page }) => {
  await signInTo(page, kinora, project.owner, "/video?search=harbor");
  await expect(rows(page)).toHaveCount(1);
  const download = page.waitForEvent("download");
  await page.getByRole("link", { name: "Export CSV" }).click();
  const stream = await (await download).createReadStream();
  const parts: Buffer[] = [];
  for await (const part of stream) parts.push(part as Buffer);
  const lines = Buffer.concat(parts).toString("utf8").trim().split("\r\n");
  expect(lines).toHaveLength(2);
  expect(lines[1]).toContain("Harbor atlas");
});

test(
  "an import from an address inside the network fails with its reason, in the log and on a narrow screen too",
  { tag: "@slow" },
  async ({ page }) => {
    await page.setViewportSize({ width: 390, height: 800 });
    await signInTo(page, kinora, project.owner, "/upload");
    await page.getByRole("button", { name: "Import from URL" }).click();
    await page.getByLabel("URLs of video files").fill("http://127.0.0.1:1/film.mp4");
    await page.getByRole("button", { name: "Import", exact: true }).click();
    await expect(page.getByText("1 import has started.").first()).toBeVisible();
    await follow(page, "/upload/logs");
    await expect(page.getByText("This address is not on the public web.")).toBeVisible();
    await expect(page.getByRole("button", { name: "Retry the import of film.mp4" })).toBeVisible();
  },
);
