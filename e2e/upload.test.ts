import { createHash } from "node:crypto";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import type { BrowserContext, Page, Request } from "@playwright/test";
import { FilmFolder, type Film } from "./console-films.ts";
import { ConsolePeople, type ConsolePlace } from "./console-people.ts";
import type { Environment } from "./environment.ts";
import { until } from "./pipeline-project.ts";
import { expect, test } from "./product.ts";

const PAD_BYTES = 3 * 2 ** 20;
const SLOW_BYTES_PER_SECOND = 400_000;

let kinora: Environment;
let people: ConsolePeople;
let place: ConsolePlace;
const films = new FilmFolder();

test.describe.configure({ mode: "serial" });
test.beforeAll(async ({ product }) => {
  kinora = product;
  people = new ConsolePeople(kinora);
  place = await people.place("Uploads Ltd");
});
test.afterAll(async () => {
  await people?.close();
  await films.close();
});

/** A browser on the upload page, whose bytes leave slowly, and what it asked of tus. */
async function slowUploader(context: BrowserContext, page: Page) {
  const requests: Request[] = [];
  page.on("request", (request) => {
    if (/^\/uploads(\/[^/?]+)?$/.test(new URL(request.url()).pathname)) requests.push(request);
  });
  await people.arrive(page, place.owner, "/upload");
  const devtools = await context.newCDPSession(page);
  const sendAtMost = (bytesPerSecond: number, offline = false) =>
    devtools.send("Network.emulateNetworkConditions", {
      offline,
      latency: 0,
      downloadThroughput: -1,
      uploadThroughput: bytesPerSecond,
    });
  await sendAtMost(SLOW_BYTES_PER_SECOND);
  return {
    sendFast: () => sendAtMost(-1),
    loseNetwork: () => sendAtMost(SLOW_BYTES_PER_SECOND, true),
    /** How often an upload was begun. */
    creations: () => requests.filter((request) => request.method() === "POST").length,
    /** Where each PATCH began. */
    offsets: () =>
      requests
        .filter((request) => request.method() === "PATCH")
        .map((request) => Number(request.headers()["upload-offset"])),
  };
}

const give = (page: Page, film: Film) => page.getByTestId("upload-input").setInputFiles(film.path);
const row = (page: Page) => page.getByRole("list", { name: "Uploads" }).getByRole("listitem");

/** Waits until part of a film has left the browser. */
async function untilUnderWay(page: Page): Promise<void> {
  await expect(row(page).getByText("Uploading")).toBeVisible();
  await expect
    .poll(async () => Number(await row(page).getByRole("progressbar").getAttribute("aria-valuenow")))
    .toBeGreaterThan(10);
}

const readUpload = (film: Film) =>
  people.db.selectFrom("uploads").selectAll().where("file_name", "=", film.name).executeTakeFirst();

/** Holds what arrived to what was sent: one upload, every byte, the same hash. */
async function expectArrived(film: Film): Promise<void> {
  const rows = await people.db.selectFrom("uploads").select("state").where("file_name", "=", film.name).execute();
  expect(rows).toHaveLength(1);
  const video = await until("the film is kept", () =>
    people.db
      .selectFrom("videos")
      .select("source_key")
      .where("file_name", "=", film.name)
      .where("source_key", "is not", null)
      .executeTakeFirst(),
  );
  const kept = await readFile(join(kinora.dataDir, "media", video.source_key ?? ""));
  expect(createHash("sha256").update(kept).digest("hex")).toBe(film.sha256);
}

// spec: 2.36
test("a paused upload stays where it is and continues from there", async ({ page, context }) => {
  const film = await films.film("pause.mp4", PAD_BYTES);
  const sender = await slowUploader(context, page);
  await give(page, film);
  await untilUnderWay(page);
  await page.getByRole("button", { name: "Pause pause" }).click();
  await expect(row(page).getByText("Paused")).toBeVisible();
  const kept = await until("the server keeps a part", async () => {
    const upload = await readUpload(film);
    return upload && upload.offset_bytes > 0 ? upload.offset_bytes : null;
  });
  expect(kept).toBeLessThan(film.sizeBytes);
  await sender.sendFast();
  await page.getByRole("button", { name: "Resume pause" }).click();
  await expect(row(page).getByRole("link", { name: "Open pause" })).toBeVisible();
  expect(sender.creations()).toBe(1);
  expect(sender.offsets().at(-1)).toBeGreaterThan(0);
  await expectArrived(film);
});

test("a cancelled upload is thrown away on the server too", async ({ page, context }) => {
  const film = await films.film("cancel.mp4", PAD_BYTES);
  await slowUploader(context, page);
  await give(page, film);
  await untilUnderWay(page);
  await page.getByRole("button", { name: "Cancel cancel" }).click();
  await expect(row(page).getByText("Canceled")).toBeVisible();
  await until("the server forgets it", async () => (await readUpload(film))?.state !== "uploading");
  await page.getByRole("button", { name: "Remove cancel from this list" }).click();
  await expect(row(page)).toHaveCount(0);
});

test("after a reload the page asks for the same file and sends only what is missing", async ({ page, context }) => {
  const film = await films.film("reload.mp4", PAD_BYTES);
  const sender = await slowUploader(context, page);
  page.on("dialog", (dialog) => void dialog.accept());
  await give(page, film);
  await untilUnderWay(page);
  await page.reload();
  await expect(page.getByText("1 unfinished upload")).toBeVisible();
  await expect(page.getByText("reload.mp4")).toBeVisible();
  const before = sender.offsets().length;
  await sender.sendFast();
  const choosing = page.waitForEvent("filechooser");
  await page.getByRole("button", { name: "Choose files again" }).click();
  await (await choosing).setFiles(film.path);
  await expect(row(page).getByRole("link", { name: "Open reload" })).toBeVisible();
  expect(sender.creations()).toBe(1);
  expect(sender.offsets().slice(before)[0]).toBeGreaterThan(0);
  await expectArrived(film);
});

test("an upload survives the death of the API in the middle", async ({ page, context }) => {
  const film = await films.film("killed.mp4", PAD_BYTES);
  const sender = await slowUploader(context, page);
  await give(page, film);
  await untilUnderWay(page);
  const old = kinora.kill("api", "SIGKILL");
  await sender.sendFast();
  await kinora.untilReady("api", old);
  await expect(row(page).getByRole("link", { name: "Open killed" })).toBeVisible();
  expect(sender.creations()).toBe(1);
  await expectArrived(film);
});

test("an upload that lost its network continues automatically when the network is back", async ({ page, context }) => {
  const film = await films.film("offline.mp4", PAD_BYTES);
  const sender = await slowUploader(context, page);
  await give(page, film);
  await untilUnderWay(page);
  // A browser that is told to be offline lets go on what has begun, and faster: the connection is cut at its other end first.
  const old = kinora.kill("api", "SIGKILL");
  await sender.loseNetwork();
  await expect(row(page).getByText("The upload stopped. Check your connection and retry.")).toBeVisible();
  await kinora.untilReady("api", old);
  await sender.sendFast();
  await expect(row(page).getByRole("link", { name: "Open offline" })).toBeVisible();
  expect(sender.creations()).toBe(1);
  expect(sender.offsets().length).toBeGreaterThan(1);
  await expectArrived(film);
});

// spec: 4.18
test("a failed upload is retried by hand, and files that are no videos are refused at once", async ({
  page,
  context,
}) => {
  const film = await films.film("refused.mp4");
  const sender = await slowUploader(context, page);
  await sender.sendFast();
  const sentence = "Uploads are closed for a moment.";
  await page.route(/\/uploads$/, (route) =>
    route.request().method() === "POST"
      ? route.fulfill({
          status: 403,
          headers: { "access-control-allow-origin": kinora.urls.console, "access-control-allow-credentials": "true" },
          json: { message: sentence, code: "forbidden" },
        })
      : route.fallback(),
  );
  await give(page, film);
  await expect(row(page).getByText(sentence)).toBeVisible();
  await page.unroute(/\/uploads$/);
  await page.getByRole("button", { name: "Retry refused" }).click();
  await expect(row(page).getByRole("link", { name: "Open refused" })).toBeVisible();
  await expectArrived(film);
  await page
    .getByTestId("upload-input")
    .setInputFiles({ name: "notes.txt", mimeType: "text/plain", buffer: Buffer.from("Not a film.") });
  await expect(page.getByText("notes.txt isn't a video file.")).toBeVisible();
});
