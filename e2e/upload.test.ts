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

// spec: 2.36
test("a paused upload stays where it is and continues from there", async ({ page, context }) => {
  const film = await films.film("pause.mp4", PAD_BYTES);
  const sender = await uploads.sender(context, page);
  await give(page, film);
  await uploads.untilUnderWay(page, film);
  await page.getByRole("button", { name: "Pause pause" }).click();
  await expect(uploadRow(page).getByText("Paused")).toBeVisible();
  const kept = await until("the server keeps a part", async () => {
    const upload = await uploads.read(film);
    return upload && upload.offset_bytes > 0 ? upload.offset_bytes : null;
  });
  expect(kept).toBeLessThan(film.sizeBytes);
  await sender.sendFast();
  await page.getByRole("button", { name: "Resume pause" }).click();
  await expect(uploadRow(page).getByRole("link", { name: "Open pause" })).toBeVisible();
  expect(sender.creations()).toBe(1);
  expect(sender.offsets().at(-1)).toBeGreaterThan(0);
  await uploads.expectArrived(film);
});

// spec: 4.18
test("a failed upload is retried by hand, and files that are no videos are refused at once", async ({
  page,
  context,
  product,
}) => {
  const film = await films.film("refused.mp4");
  const sender = await uploads.sender(context, page);
  await sender.sendFast();
  const sentence = "Uploads are closed for a moment.";
  await page.route(/\/uploads$/, (route) =>
    route.request().method() === "POST"
      ? route.fulfill({
          status: 403,
          headers: { "access-control-allow-origin": product.urls.console, "access-control-allow-credentials": "true" },
          json: { message: sentence, code: "forbidden" },
        })
      : route.fallback(),
  );
  await give(page, film);
  await expect(uploadRow(page).getByText(sentence)).toBeVisible();
  await page.unroute(/\/uploads$/);
  await page.getByRole("button", { name: "Retry refused" }).click();
  await expect(uploadRow(page).getByRole("link", { name: "Open refused" })).toBeVisible();
  await uploads.expectArrived(film);
  await page
    .getByTestId("upload-input")
    .setInputFiles({ name: "notes.txt", mimeType: "text/plain", buffer: Buffer.from("Not a film.") });
  await expect(page.getByText("notes.txt isn't a video or audio file.")).toBeVisible();
});
