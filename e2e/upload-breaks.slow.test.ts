import { FilmFolder } from "./console-films.ts";
import { until } from "./pipeline-project.ts";
import { expect, test } from "./product.ts";
import { give, PAD_BYTES, SlowUploads, uploadRow } from "./slow-uploads.ts";

let uploads: SlowUploads;
const films = new FilmFolder();

test.describe.configure({ mode: "serial" });
test.beforeAll(async ({ product }) => {
  uploads = await SlowUploads.in(product);
});
test.afterAll(async () => {
  await uploads?.close();
  await films.close();
});

test("a cancelled upload is thrown away on the server too", async ({ page, context }) => {
  const film = await films.film("cancel.mp4", PAD_BYTES);
  await uploads.sender(context, page);
  await give(page, film);
  await uploads.untilUnderWay(page, film);
  await page.getByRole("button", { name: "Cancel cancel" }).click();
  await expect(uploadRow(page).getByText("Canceled")).toBeVisible();
  await until("the server forgets it", async () => (await uploads.read(film))?.state !== "uploading");
  await page.getByRole("button", { name: "Remove cancel from this list" }).click();
  await expect(uploadRow(page)).toHaveCount(0);
});

test("after a reload the page asks for the same file and sends only what is missing", async ({ page, context }) => {
  const film = await films.film("reload.mp4", PAD_BYTES);
  const sender = await uploads.sender(context, page);
  page.on("dialog", (dialog) => void dialog.accept());
  await give(page, film);
  await uploads.untilUnderWay(page, film);
  await page.reload();
  await expect(page.getByText("1 unfinished upload")).toBeVisible();
  await expect(page.getByText("reload.mp4")).toBeVisible();
  const before = sender.offsets().length;
  await sender.sendFast();
  const choosing = page.waitForEvent("filechooser");
  await page.getByRole("button", { name: "Choose files again" }).click();
  await (await choosing).setFiles(film.path);
  await expect(uploadRow(page).getByRole("link", { name: "Open reload" })).toBeVisible();
  expect(sender.creations()).toBe(1);
  expect(sender.offsets().slice(before)[0]).toBeGreaterThan(0);
  await uploads.expectArrived(film);
});

test("an upload survives the death of the API in the middle", async ({ page, context, product }) => {
  const film = await films.film("killed.mp4", PAD_BYTES);
  const sender = await uploads.sender(context, page);
  await give(page, film);
  await uploads.untilUnderWay(page, film);
  const old = product.kill("api", "SIGKILL");
  await sender.sendFast();
  await product.untilReady("api", old);
  await expect(uploadRow(page).getByRole("link", { name: "Open killed" })).toBeVisible();
  expect(sender.creations()).toBe(1);
  await uploads.expectArrived(film);
});

test("an upload that lost its network continues automatically when the network is back", async ({
  page,
  context,
  product,
}) => {
  const film = await films.film("offline.mp4", PAD_BYTES);
  const sender = await uploads.sender(context, page);
  await give(page, film);
  await uploads.untilUnderWay(page, film);
  // A browser that is told to be offline lets go on what has begun, and faster: the connection is cut at its other end first.
  const old = product.kill("api", "SIGKILL");
  await sender.loseNetwork();
  await expect(uploadRow(page).getByText("The upload stopped. Check your connection and retry.")).toBeVisible();
  await product.untilReady("api", old);
  await sender.sendFast();
  await expect(uploadRow(page).getByRole("link", { name: "Open offline" })).toBeVisible();
  expect(sender.creations()).toBe(1);
  expect(sender.offsets().length).toBeGreaterThan(1);
  await uploads.expectArrived(film);
});
