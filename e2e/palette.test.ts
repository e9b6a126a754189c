import { randomBytes } from "node:crypto";
import { insertRow } from "@kinora/db/testing-rows.ts";
import type { Page } from "@playwright/test";
import { expect, test } from "./product.ts";
import { sharedPeople, sharedPlace, sharedProduct } from "./shared.ts";

const kinora = sharedProduct();
const people = sharedPeople();
const place = sharedPlace(people, "Harbour Pictures", "North Quay");

test.beforeAll(async () => {
  // An empty library has nothing to search, and shows no search field.
  await insertRow(people, "videos", {
    project_id: place.projectId,
    account_id: place.accountId,
    hash: randomBytes(8).toString("hex"),
    title: "The harbour at six",
    status: "complete",
  });
});

const at = (path: string) => kinora.urls.console + path;

/** Presses keys until they lead to a page: a busy machine may take longer between two keys than a pair of them allows. */
async function goByKeys(page: Page, keys: readonly string[], path: string): Promise<void> {
  await expect(async () => {
    if (page.url() === at(path)) return;
    for (const key of keys) await page.keyboard.press(key);
    expect(page.url()).toBe(at(path));
  }).toPass();
}

test("keys and the palette go to pages and press what the open page offers", async ({ page }) => {
  await people.arrive(page, place.owner);
  await goByKeys(page, ["g", "l"], "/live");
  await goByKeys(page, ["u"], "/upload");
  await goByKeys(page, ["g", "v"], "/video");
  await page.getByRole("searchbox").first().waitFor();
  await page.keyboard.press("/");
  await expect(page.getByRole("searchbox").first()).toBeFocused();
  await page.keyboard.press("u");
  await expect(page.getByRole("searchbox").first()).toHaveValue("u");
  await page.getByRole("heading", { name: "Videos" }).click();

  await page.keyboard.press("Control+k");
  const field = page.getByRole("combobox", { name: "Search or jump" });
  await expect(page.getByRole("option", { name: "Upload video" })).toBeVisible();
  await field.fill("use");
  await page.keyboard.press("Enter");
  await page.waitForURL(at("/users"));
  await expect(field).toHaveCount(0);
  await page.keyboard.press("?");
  await expect(page.getByRole("dialog", { name: "Keyboard" })).toContainText("Publish or unpublish the row");
  await page.keyboard.press("Escape");
  await expect(page.getByRole("dialog", { name: "Keyboard" })).toHaveCount(0);
});

test("what is typed while the palette is on its way is found in its field", { tag: "@slow" }, async ({ page }) => {
  await people.arrive(page, place.owner);
  let release = () => {};
  const held = new Promise<void>((resolve) => (release = resolve));
  await page.route(/CommandPalette[^/]*\.js/, async (route) => {
    await held;
    await route.continue();
  });
  await page.keyboard.press("Control+k");
  await page.keyboard.type("usee");
  await page.keyboard.press("Backspace");
  release();
  await expect(page.getByRole("combobox", { name: "Search or jump" })).toHaveValue("use");
  await expect(page.getByRole("combobox", { name: "Search or jump" })).toBeFocused();
  await page.keyboard.type("r");
  await expect(page.getByRole("combobox", { name: "Search or jump" })).toHaveValue("user");
  await page.keyboard.press("Enter");
  await page.waitForURL(at("/users"));
});

test(
  "a connection that is gone is said at once, above what is still shown",
  { tag: "@slow" },
  async ({ page, context }) => {
    await people.arrive(page, place.owner, "/video");
    const notice = page.getByRole("status").filter({ hasText: "No connection" });
    await expect(page.getByRole("heading", { name: "Videos" })).toBeVisible();
    await expect(notice).toHaveCount(0);
    await context.setOffline(true);
    await expect(notice).toBeVisible();
    await expect(page.getByRole("heading", { name: "Videos" })).toBeVisible();
    await context.setOffline(false);
    await expect(notice).toHaveCount(0);
  },
);
