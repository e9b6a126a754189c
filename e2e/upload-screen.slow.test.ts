import { copyFile, mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { findRow, insertRow, selectRows, updateRows } from "@kinora/db/testing-rows.ts";
import type { Page } from "@playwright/test";
import { obstacles, pixelsTooWide } from "./accessibility.ts";
import { FilmFolder } from "./console-films.ts";
import { TRANSCODING_PATIENCE_MS } from "./patience.ts";
import { until } from "./pipeline-project.ts";
import { expect, test } from "./product.ts";
import { sharedPeople, sharedPlace, sharedProduct } from "./shared.ts";

const kinora = sharedProduct();
const people = sharedPeople();
const place = sharedPlace(people, "Screens Ltd");
const films = new FilmFolder();

test.afterAll(() => films.close());

const rows = (page: Page) => page.getByRole("list", { name: "Uploads" }).getByRole("listitem");
const row = (page: Page, name: string) =>
  rows(page).filter({ has: page.getByRole("textbox", { name: `Title of ${name}` }) });
const give = (page: Page, ...paths: string[]) => page.getByTestId("upload-input").setInputFiles(paths);
const sendings = (page: Page) => {
  const sent: string[] = [];
  page.on("request", (request) => {
    if (request.method() === "PATCH" && /\/uploads\/[^/]+$/.test(request.url())) sent.push(request.url());
  });
  return sent;
};
const videoOf = (fileName: string) => findRow(people, "videos", { project_id: place.projectId, file_name: fileName });

// spec: 2.36
test("a file is probed before it is sent, and its renditions become ready one by one", async ({ page }) => {
  const film = await films.film("look.mp4");
  await people.arrive(page, place.owner, "/upload");
  let goOn: () => void = () => {};
  const held = new Promise<void>((resolve) => (goOn = resolve));
  await page.route(/\/uploads$/, async (route) => {
    // Only new uploads wait: the page asks the same path for those that were left unfinished.
    if (route.request().method() === "POST") await held;
    await route.continue();
  });
  await give(page, film.path);
  await expect(row(page, "look.mp4")).toContainText("320 × 180");
  await expect(row(page, "look.mp4")).toContainText("0:04");
  await expect(row(page, "look.mp4").locator("img")).toHaveAttribute("src", /^data:image\/jpeg/);
  expect(await obstacles(page)).toEqual([]);
  goOn();
  const rungs = row(page, "look.mp4").getByRole("group", { name: "Renditions of look" }).locator("[data-state]");
  await expect(rungs.first()).toHaveText(/^\d+p$/, { timeout: TRANSCODING_PATIENCE_MS });
  await expect(row(page, "look.mp4")).toContainText("Complete", { timeout: TRANSCODING_PATIENCE_MS });
  await expect(rungs.and(page.locator('[data-state="complete"]'))).toHaveCount(await rungs.count());
  await page.setViewportSize({ width: 390, height: 844 });
  await expect(page.getByRole("button", { name: "Clear finished" })).toBeVisible();
  await expect.poll(() => pixelsTooWide(page)).toBe(0);

  await give(page, film.path);
  await expect(page.getByText("look.mp4 Already uploaded as “look”.")).toBeVisible();
});

// spec: 2.36
test("new files get what was chosen for them: category, tags and a moment in the project's time", async ({ page }) => {
  const film = await films.film("chosen.mp4");
  await updateRows(people, "projects", { id: place.projectId }, { timezone: "Asia/Tokyo" });
  const label = { project_id: place.projectId, account_id: place.accountId, name: "Newsreel" };
  const category = await insertRow(people, "categories", { ...label, slug: "newsreel" });
  const tag = await insertRow(people, "tags", label);
  await people.arrive(page, place.owner, "/upload");
  await page.getByRole("combobox", { name: "Category" }).fill("newsr");
  await page.getByRole("option", { name: "Newsreel" }).click();
  await page.getByRole("combobox", { name: "Tags" }).fill("newsr");
  await page.getByRole("option", { name: "Newsreel" }).click();
  await page.getByRole("combobox", { name: "Visibility" }).click();
  await page.getByRole("option", { name: "Publish at" }).click();
  await page.getByLabel("Publish at (project time)").fill("2030-01-31T18:00");
  await give(page, film.path);
  await expect(row(page, "chosen.mp4").getByRole("link", { name: "Open chosen" })).toBeVisible();
  const video = await until("its video is there", () => videoOf("chosen.mp4"));
  expect(video).toMatchObject({ category_id: category.id, published: false });
  expect(video.publish_at?.toISOString()).toBe("2030-01-31T09:00:00.000Z");
  const tags = await selectRows(people, "video_tags", { video_id: video.id }, "tag_id");
  expect(tags).toEqual([{ tag_id: tag.id }]);

  await page.getByRole("button", { name: "Details of chosen" }).click();
  await row(page, "chosen.mp4").getByLabel("Description").fill("Written while it travels.");
  await row(page, "chosen.mp4").getByRole("textbox", { name: "Tags" }).fill("harbour, fog");
  await page.getByRole("button", { name: "Save details" }).click();
  await expect(page.getByText("Video meta data is saved.", { exact: true })).toBeVisible();
  expect(await videoOf("chosen.mp4")).toMatchObject({ description: "Written while it travels." });
});

test("of a folder only the films are taken, those in folders inside it too", async ({ page }) => {
  const folder = await mkdtemp(join(tmpdir(), "kinora-e2e-folder-"));
  await mkdir(join(folder, "inside"));
  const one = await films.film("one.mp4");
  const two = await films.film("two.mp4");
  await copyFile(one.path, join(folder, "one.mp4"));
  await copyFile(two.path, join(folder, "inside", "two.mp4"));
  await writeFile(join(folder, "notes.txt"), "No film.");
  await people.arrive(page, place.owner, "/upload");
  await page.getByTestId("upload-folder").setInputFiles(folder);
  await expect(rows(page)).toHaveCount(2);
  await expect(page.getByText("notes.txt isn't a video or audio file.")).toHaveCount(0);
  await rm(folder, { recursive: true });
});

test("as many files are uploaded at once as the person chose, in this browser and the next time too", async ({
  page,
}) => {
  const three = await Promise.all(["a.mp4", "b.mp4", "c.mp4"].map((name) => films.film(name)));
  await people.arrive(page, place.owner, "/upload");
  await expect(page.getByRole("combobox", { name: "Parallel uploads" })).toHaveValue("3");
  await page.getByRole("combobox", { name: "Parallel uploads" }).click();
  await expect(page.getByRole("option")).toHaveText(["1", "2", "3", "4", "5"]);
  await page.getByRole("option", { name: "1" }).click();
  let goOn: () => void = () => {};
  const held = new Promise<void>((resolve) => (goOn = resolve));
  await page.route(/\/uploads$/, async (route) => {
    await held;
    await route.continue();
  });
  await give(page, ...three.map(({ path }) => path));
  await expect(rows(page).getByText("Uploading")).toHaveCount(1);
  await expect(rows(page).getByText("Waiting")).toHaveCount(2);
  goOn();
  await expect(rows(page).getByRole("link", { name: "Open c" })).toBeVisible();
  await page.reload();
  await expect(page.getByRole("combobox", { name: "Parallel uploads" })).toHaveValue("1");
});

// spec: 2.36
test("what does not fit the account or the disk is refused before its first byte, and another file takes its place", async ({
  page,
}) => {
  const film = await films.film("large.mp4");
  const other = await films.film("other.mp4", 1000);
  const limit = (bytes: number | null) =>
    updateRows(people, "accounts", { id: place.accountId }, { storage_limit_bytes: bytes });
  await limit(1000);
  const sent = sendings(page);
  await people.arrive(page, place.owner, "/upload");
  await give(page, film.path);
  await expect(page.getByText(/large\.mp4 (is larger than|needs more storage than is left)/)).toBeVisible();
  await expect(rows(page)).toHaveCount(0);
  await limit(null);
  await page.reload();

  const full = "The server has not enough free disk space for this file. Try again later.";
  await page.route(/\/uploads$/, (route) =>
    route.request().method() === "POST"
      ? route.fulfill({
          status: 507,
          headers: { "access-control-allow-origin": kinora.urls.console, "access-control-allow-credentials": "true" },
          json: { message: full, code: "storage_full" },
        })
      : route.fallback(),
  );
  await give(page, film.path);
  await expect(row(page, "large.mp4").getByText(full)).toBeVisible();
  expect(sent).toEqual([]);
  await page.unroute(/\/uploads$/);
  const choosing = page.waitForEvent("filechooser");
  await page.getByRole("button", { name: "Replace the file of large" }).click();
  await (await choosing).setFiles(other.path);
  await expect(row(page, "other.mp4").getByRole("link", { name: "Open other" })).toBeVisible();
  await expect(rows(page)).toHaveCount(1);
  expect(await videoOf("large.mp4")).toBeUndefined();
});
