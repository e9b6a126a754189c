import { chromium, type Browser } from "@playwright/test";
import { browserPath } from "../tools/setup/browser.mjs";
import { obstacles, pixelsTooWide } from "./accessibility.ts";
import { LIVE_PATIENCE_MS } from "./patience.ts";
import { expect, test } from "./product.ts";
import { sharedPeople, sharedPlace } from "./shared.ts";

const people = sharedPeople();
const place = sharedPlace(people, "Pavilion Films", "Garden");
let browser: Browser;

test.beforeAll(async () => {
  const executablePath = browserPath();
  browser = await chromium.launch({
    ...(executablePath ? { executablePath } : {}),
    args: [
      // Moving test pictures and tones in place of a camera and a microphone.
      ...["--use-fake-device-for-media-stream", "--use-fake-ui-for-media-stream", "--disable-gpu"],
      ...(process.getuid?.() === 0 ? ["--no-sandbox"] : []),
    ],
  });
});
test.afterAll(() => browser?.close());

test("a guest goes live with a link, without an account and on a phone, until the link is revoked", async () => {
  const page = await (await browser.newContext({ viewport: { width: 1280, height: 900 } })).newPage();
  await people.arrive(page, place.owner, "/live");
  await page.getByRole("button", { name: "Create livestream" }).first().click();
  const dialog = page.getByRole("dialog", { name: "New livestream" });
  await dialog.getByLabel("Name").fill("Garden talk");
  await dialog.getByRole("button", { name: "Create" }).click();
  await page.waitForURL(/\/live\/\d+$/);

  await page.getByRole("button", { name: "Create guest link" }).click();
  const link = page.getByRole("dialog", { name: "New guest link" });
  await link.getByLabel("Name").fill("Ada");
  expect(await obstacles(page)).toEqual([]);
  await link.getByRole("button", { name: "Create" }).click();
  const shown = page.getByRole("dialog", { name: "Link for Ada" });
  const url = await shown.getByRole("textbox", { name: "Guest link" }).inputValue();
  expect(url).toContain("/guest#guest-");
  await shown.getByRole("button", { name: "Done" }).click();
  await expect(page.getByText("not used yet")).toBeVisible();

  const guest = await (await browser.newContext({ viewport: { width: 390, height: 844 } })).newPage();
  await guest.goto(url);
  await expect(guest.getByRole("heading", { name: "Garden talk" })).toBeVisible();
  const start = guest.getByRole("button", { name: "Go live", exact: true });
  await expect(start).toBeEnabled();
  expect(await obstacles(guest)).toEqual([]);
  await expect.poll(() => pixelsTooWide(guest)).toBe(0);
  await start.click();
  await expect(guest.getByText("You are live")).toBeVisible({ timeout: LIVE_PATIENCE_MS });
  await expect(page.getByText("not used yet")).toBeHidden({ timeout: LIVE_PATIENCE_MS });

  await page.getByRole("button", { name: "Revoke the link of Ada" }).click();
  await page.getByRole("button", { name: "Revoke", exact: true }).last().click();
  await expect(guest.getByText("This link has ended.")).toBeVisible({ timeout: LIVE_PATIENCE_MS });
  await guest.reload();
  await expect(guest.getByText("This link has ended or was revoked")).toBeVisible();
  expect(await obstacles(guest)).toEqual([]);
});
