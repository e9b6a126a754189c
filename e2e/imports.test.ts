import { readFile } from "node:fs/promises";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { peertubeArchive } from "../apps/server/src/testing/peertube-archive.ts";
import { anS3Bucket } from "../apps/server/src/testing/s3-bucket.ts";
import { obstacles, pixelsTooWide } from "./accessibility.ts";
import { FilmFolder } from "./console-films.ts";
import { TRANSCODING_PATIENCE_MS } from "./patience.ts";
import { expect, test } from "./product.ts";
import { sharedPeople, sharedPlace } from "./shared.ts";

const people = sharedPeople("openProduct");
const place = sharedPlace(people, "Feeds Ltd");
let server: Server;
let feed: string;
let archive: { name: string; mimeType: string; buffer: Buffer };
let bucket: Awaited<ReturnType<typeof anS3Bucket>>;
const films = new FilmFolder();

const item = (name: string, file: string) => `<item><title>${name}</title><guid>${name}</guid>
  <pubDate>Tue, 03 Mar 2020 07:30:00 GMT</pubDate><itunes:keywords>sea, harbour</itunes:keywords>
  <podcast:transcript url="/words.vtt" type="text/vtt" language="de"/><enclosure url="/${file}" type="video/mp4"/></item>`;

test.describe.configure({ mode: "serial" });
test.beforeAll(async () => {
  const film = await readFile((await films.film("anchor.mp4")).path);
  server = createServer(({ url = "" }, response) => {
    if (url === "/anchor.mp4") return void response.writeHead(200, { "content-type": "video/mp4" }).end(film);
    if (url === "/words.vtt") return void response.end("WEBVTT\n\n00:00.000 --> 00:01.000\nAnker\n");
    if (url !== "/feed.xml") return void response.writeHead(404).end();
    const items = [item("Anchor", "anchor.mp4"), item("Lost", "lost.mp4"), "<item><title>Only words</title></item>"];
    response.end(`<rss version="2.0"><channel><title>Harbour talks</title>${items.join("")}</channel></rss>`);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  archive = { name: "export.zip", mimeType: "application/zip", buffer: await peertubeArchive(film) };
  bucket = await anS3Bucket("harbour");
  await bucket.put("2024/quay.mp4", film);
  await bucket.put("2024/quay.de.srt", "1\n00:00:00,000 --> 00:00:01,000\nKai\n");
  await bucket.put("2024/quay.json", JSON.stringify({ title: "The quay", tags: ["sea"] }));
  feed = `http://127.0.0.1:${(server.address() as AddressInfo).port}/feed.xml`;
});
test.afterAll(async () => {
  server?.close();
  server?.closeAllConnections();
  await bucket?.close();
  await films.close();
});

test("a feed is read, looked through and imported, and its report says what failed", async ({ page }) => {
  await people.arrive(page, place.owner, "/upload/imports");
  await expect(page.getByText("No imports yet")).toBeVisible();
  await page.getByRole("button", { name: "New import" }).first().click();
  const dialog = page.getByRole("dialog", { name: "New import" });
  await dialog.getByRole("textbox", { name: "Address of the feed" }).fill("nowhere");
  await dialog.getByRole("button", { name: "Read source" }).click();
  await expect(dialog.getByText("Write an address that starts with http:// or https://.")).toBeVisible();
  await dialog.getByRole("textbox", { name: "Address of the feed" }).fill(feed);
  await dialog.getByText("Published", { exact: true }).click();
  await dialog.getByRole("checkbox", { name: "Put all videos into a playlist named as the feed" }).check();
  await dialog.getByRole("button", { name: "Read source" }).click();
  await page.waitForURL(/\/upload\/imports\/\d+$/);

  await expect(page.getByRole("heading", { name: "Harbour talks" })).toBeVisible();
  await expect(page.getByRole("status").filter({ hasText: "2 items will be imported." })).toBeVisible();
  const rows = page.getByRole("table", { name: "Items of the import" }).locator("[data-row]");
  await expect(rows.filter({ hasText: "Only words" })).toContainText("Skipped");
  await expect(page.getByText("It has no video or audio file.")).toBeVisible();
  expect(await obstacles(page)).toEqual([]);
  await page.getByRole("button", { name: "Import 2 videos" }).click();

  await expect(page.getByText("Every item has been dealt with.")).toBeVisible({ timeout: TRANSCODING_PATIENCE_MS });
  await expect(rows.filter({ hasText: "Lost" })).toContainText("Failed");
  await expect(page.getByText("The server answered with HTTP 404.").first()).toBeVisible();
  await expect(page.getByRole("button", { name: "Retry 1 item" })).toBeVisible();
  const download = page.waitForEvent("download");
  await page.getByRole("link", { name: "Download report" }).click();
  expect((await download).suggestedFilename()).toMatch(/^import-\d+\.csv$/);
  await page.setViewportSize({ width: 390, height: 844 });
  await expect.poll(() => pixelsTooWide(page)).toBe(0);
  expect(await obstacles(page)).toEqual([]);
  await page.setViewportSize({ width: 1280, height: 720 });

  await rows.getByRole("link", { name: "Open Anchor" }).click();
  await expect(page.getByRole("heading", { name: "Anchor" })).toBeVisible();
  await page.goto(new URL("/playlist", page.url()).href);
  await expect(page.locator("[data-row]").filter({ hasText: "Harbour talks" })).toBeVisible();
});

test("films of an S3 bucket are read with what lies beside them and imported, and a wrong key is named", async ({
  page,
}) => {
  await people.arrive(page, place.owner, "/upload/imports");
  await page.getByRole("button", { name: "New import" }).first().click();
  const dialog = page.getByRole("dialog", { name: "New import" });
  await dialog.getByText("S3 bucket", { exact: true }).click();
  const field = (name: string) => dialog.getByRole("textbox", { name });
  await field("Address of the folder").fill("https://s3.example.com");
  await dialog.getByRole("button", { name: "Read source" }).click();
  await expect(dialog.getByText("Write it as https://s3.example.com/bucket/folder.")).toBeVisible();
  await expect(dialog.getByText("Write the access key.")).toBeVisible();
  expect(await obstacles(page)).toEqual([]);
  await field("Address of the folder").fill(`${bucket.address}/2024`);
  await field("Access key").first().fill("nobody");
  await dialog.getByLabel("Secret access key").fill(bucket.keys.secret_access_key);
  await dialog.getByRole("button", { name: "Read source" }).click();
  await expect(page.getByText("The import failed: The service does not know this access key.")).toBeVisible();

  await page.goto(new URL("/upload/imports", page.url()).href);
  await page.getByRole("button", { name: "New import" }).first().click();
  await dialog.getByText("S3 bucket", { exact: true }).click();
  await field("Address of the folder").fill(`${bucket.address}/2024`);
  await field("Access key").first().fill(bucket.keys.access_key_id);
  await dialog.getByLabel("Secret access key").fill(bucket.keys.secret_access_key);
  await page.setViewportSize({ width: 390, height: 844 });
  await expect.poll(() => pixelsTooWide(page)).toBe(0);
  expect(await obstacles(page)).toEqual([]);
  await dialog.getByRole("button", { name: "Read source" }).click();
  await page.setViewportSize({ width: 1280, height: 720 });
  await expect(page.getByRole("heading", { name: "harbour/2024" })).toBeVisible();
  const row = page.getByRole("table", { name: "Items of the import" }).locator("[data-row]");
  await expect(row).toContainText("The quay");
  await expect(row).toContainText("Captions (de) · 1 tag");
  await page.getByRole("button", { name: "Import 1 video" }).click();
  await expect(page.getByText("Every item has been dealt with.")).toBeVisible({ timeout: TRANSCODING_PATIENCE_MS });
  await expect(row).toContainText("Imported");
});

test("an archive of PeerTube is uploaded, continues after the page was closed, and is imported", async ({ page }) => {
  await people.arrive(page, place.owner, "/upload/imports");
  await page.getByRole("button", { name: "New import" }).first().click();
  const dialog = page.getByRole("dialog", { name: "New import" });
  await dialog.getByText("PeerTube export", { exact: true }).click();
  await dialog.getByRole("button", { name: "Read source" }).click();
  await expect(dialog.getByText("Choose the archive.")).toBeVisible();
  expect(await obstacles(page)).toEqual([]);
  await dialog.locator('input[type="file"]').setInputFiles(archive);
  await dialog.getByRole("checkbox", { name: "Import playlists" }).check();
  // The page is closed before the first part arrives.
  await page.route("**/parts", (route) => route.abort());
  await dialog.getByRole("button", { name: "Read source" }).click();
  await page.waitForURL(/\/upload\/imports\/\d+$/);
  await page.reload();
  // Not before: the page that was closed would send the part again.
  await page.unroute("**/parts");
  await expect(page.getByRole("status").filter({ hasText: "The upload stopped at 0 B of" })).toBeVisible();
  expect(await obstacles(page)).toEqual([]);
  const chooser = page.locator('input[type="file"]');
  await chooser.setInputFiles({ ...archive, name: "other.zip" });
  await expect(page.getByText("This is another file. Choose export.zip")).toBeVisible();
  await chooser.setInputFiles(archive);
  await expect(page.getByRole("status").filter({ hasText: "1 item will be imported." })).toBeVisible();
  await page.getByRole("button", { name: "Import 1 video" }).click();
  await expect(page.getByText("Every item has been dealt with.")).toBeVisible({ timeout: TRANSCODING_PATIENCE_MS });
  await page.getByRole("link", { name: "Open Bees" }).click();
  await expect(page.getByRole("heading", { name: "Bees" })).toBeVisible();
});
