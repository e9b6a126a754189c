import { insertRow, selectRow } from "@kinora/db/testing-rows.ts";
import type { Page } from "@playwright/test";
import { obstacles } from "./accessibility.ts";
import { FilmFolder } from "./console-films.ts";
import { follow } from "./in-page.ts";
import { TRANSCODING_PATIENCE_MS } from "./patience.ts";
import { expect, test } from "./product.ts";
import { sharedPeople, sharedPlace } from "./shared.ts";

const people = sharedPeople();
const place = sharedPlace(people, "Logs Ltd");
const films = new FilmFolder();

test.describe.configure({ mode: "serial" });
test.afterAll(() => films.close());

const entries = (page: Page) =>
  page.getByRole("table", { name: "Upload log" }).getByRole("button", { name: /record of/ });
const record = (page: Page, file: string) => page.getByRole("region", { name: `Record of ${file}` });

test("a CSV of imports is looked through before anything begins, from a template that can be loaded", async ({
  page,
}) => {
  await people.arrive(page, place.owner, "/upload");
  await page.getByRole("button", { name: "Import CSV" }).click();
  const download = page.waitForEvent("download");
  await page.getByRole("link", { name: "Download template" }).click();
  const stream = await (await download).createReadStream();
  const parts: Buffer[] = [];
  for await (const part of stream) parts.push(part as Buffer);
  expect(Buffer.concat(parts).toString()).toMatch(
    /^url,title,description,category,tags,publish,publish_at,resolutions\r?\n/,
  );
  await page.getByTestId("csv-input").setInputFiles({
    name: "films.csv",
    mimeType: "text/csv",
    buffer: Buffer.from(
      "url,title,publish_at\nhttp://127.0.0.1:1/good.mp4,Good,\nnowhere,Bad,\nhttp://127.0.0.1:1/late.mp4,Late,soon\n",
    ),
  });
  const dialog = page.getByRole("dialog", { name: "Import CSV" });
  await expect(dialog.getByText("1 of 3 rows can be imported.")).toBeVisible();
  await expect(dialog.getByRole("listitem").filter({ hasText: "Line 4" })).toContainText(
    "publish_at: write the time as",
  );
  await dialog.getByRole("button", { name: "Import", exact: true }).click();
  await expect(page.getByText("1 import has started.").first()).toBeVisible();
  await expect(dialog).toHaveCount(0);
  // The dialog's code came with it, so it could not know what had the focus before.
  await expect(page.getByRole("button", { name: "Import CSV" })).toBeFocused();
});

// spec: 2.37
test("a row of the log opens to what happened, step by step, and to what to do about it", async ({ page, context }) => {
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  const film = await films.film("harbour.mp4");
  await people.arrive(page, place.owner, "/upload");
  await page.getByTestId("upload-input").setInputFiles(film.path);
  const uploaded = page.getByRole("list", { name: "Uploads" }).getByRole("listitem");
  await expect(uploaded).toContainText("Complete", { timeout: TRANSCODING_PATIENCE_MS });
  await page
    .getByRole("link", { name: "Logs", exact: true })
    .or(page.getByRole("tab", { name: "Logs" }))
    .first()
    .click();
  await page.getByRole("button", { name: "Show the record of harbour.mp4" }).click();
  const flight = record(page, "harbour.mp4");
  for (const step of ["Upload started", "Upload complete", "Encoding queued", "File analyzed", "Encoding complete"])
    await expect(flight.getByText(step, { exact: true })).toBeVisible();
  await expect(flight).toContainText("video: h264");
  await expect(flight).toContainText("picture: 320 × 180");
  await expect(flight.locator("dl")).toContainText(film.sha256);
  await expect(flight.locator("dl > div").filter({ hasText: "Chunks" })).toContainText("1");
  await flight.getByRole("button", { name: "Copy report" }).click();
  await expect(page.getByText("Report is copied to clipboard", { exact: true })).toBeVisible();
  const report = await page.evaluate(() => navigator.clipboard.readText());
  expect(report).toContain("harbour.mp4");
  expect(report).toContain(film.sha256);
  expect(report).toMatch(/\d{4}-\d\d-\d\dT[\d:.]+Z {2}Encoding complete/);
  expect(await obstacles(page)).toEqual([]);

  const failed = page.getByRole("row").filter({ hasText: "good.mp4" });
  await expect(failed).toContainText("url_unreachable");
  await expect(failed).toContainText("This address is not on the public web.");
  await expect(failed).toContainText("Check that the address opens without signing in and retry");
  await page.getByRole("button", { name: "Retry the import of good.mp4" }).click();
  await expect(page.getByText("The import has started again.").first()).toBeVisible();
  await page.getByRole("button", { name: "Show the record of good.mp4" }).click();
  await expect(record(page, "good.mp4").getByText("Import retried")).toBeVisible();
  await expect(record(page, "good.mp4").locator("dl")).toContainText("url_unreachable");
  await flight.getByRole("link", { name: "Open video" }).click();
  await page.waitForURL(/\/video\/\d+$/);
});

// spec: 2.37
test("the log is filtered by result, source, person and day, and exported as it is shown", async ({ page }) => {
  const other = await people.member(place, ["video_add", "video_view"]);
  const { id: videoId } = await selectRow(people, "videos", { project_id: place.projectId }, "id");
  await insertRow(people, "uploads", {
    id: crypto.randomUUID(),
    project_id: place.projectId,
    account_id: place.accountId,
    video_id: videoId,
    user_id: other.id,
    file_name: "theirs.mp4",
    size_bytes: 10,
    state: "cancelled",
    finished_at: new Date(),
    expires_at: new Date(),
  });
  await people.arrive(page, place.owner, "/upload/logs");
  await expect(entries(page)).toHaveCount(3);
  const choose = async (filter: string, option: string, left: number) => {
    await page.getByRole("button", { name: "Add filter" }).click();
    await page.getByRole("option", { name: filter, exact: true }).click();
    await page.getByRole("option", { name: option, exact: true }).click();
    await expect(entries(page)).toHaveCount(left);
  };
  await choose("User", "Mia Member", 1);
  await expect(page).toHaveURL(new RegExp(`user=${other.id}`));
  // A chip is edited in place.
  await page.getByRole("button", { name: "User: Mia Member" }).click();
  await expect(page.getByRole("option", { name: "Mia Member", selected: true })).toBeVisible();
  await page.keyboard.press("Escape");
  await page.getByRole("button", { name: "Remove the filter User" }).click();
  await expect(entries(page)).toHaveCount(3);
  const search = page.getByRole("searchbox", { name: "Search file, video or URL" });
  await search.fill("THEIRS");
  await expect(entries(page)).toHaveCount(1);
  await expect(page).toHaveURL(/search=THEIRS/);
  await search.fill("");
  await expect(entries(page)).toHaveCount(3);
  await choose("Source", "CSV", 1);
  await page.getByRole("radiogroup", { name: "Result" }).getByText("Canceled", { exact: true }).click();
  await expect(entries(page)).toHaveCount(0);
  await expect(page).toHaveURL(/result=cancelled/);
  await expect(page.getByText("No uploads match these filters")).toBeVisible();
  await page.getByRole("button", { name: "Clear filters" }).click();
  await expect(entries(page)).toHaveCount(3);
  await page.getByRole("button", { name: "Add filter" }).click();
  await page.getByRole("option", { name: "Uploaded", exact: true }).click();
  await page.getByRole("button", { name: "Last 7 days" }).click();
  await expect(page.getByRole("button", { name: "Uploaded: last 7 days" })).toBeVisible();
  await expect(entries(page)).toHaveCount(3);
  await page.getByRole("button", { name: "Uploaded: last 7 days" }).click();
  await page.getByLabel("From").fill("2090-01-01");
  await expect(page.getByText("No uploads match these filters")).toBeVisible();
  await follow(page, "/upload/logs?result=complete");
  await expect(entries(page)).toHaveCount(1);
  const download = page.waitForEvent("download");
  await page.getByRole("link", { name: "Export CSV" }).click();
  const stream = await (await download).createReadStream();
  const parts: Buffer[] = [];
  for await (const part of stream) parts.push(part as Buffer);
  const lines = Buffer.concat(parts).toString().trim().split("\r\n");
  expect(lines).toHaveLength(2);
  expect(lines[1]).toContain("harbour.mp4");
});
