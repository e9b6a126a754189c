import { insertRow } from "@kinora/db/testing-rows.ts";
import type { Page } from "@playwright/test";
import { expect, test } from "./product.ts";
import { sharedPeople, sharedPlace } from "./shared.ts";

const people = sharedPeople();
const place = sharedPlace(people, "Harbour Pictures", "North Quay");

const stored = (page: Page, key: string) => page.evaluate((name) => localStorage.getItem(name), key);

// spec: 2.40, 3.19, 5.6, 7.14, 9.10
test("a field that completes names asks half a second after the last key, in lower case, and is a dialog below 480", async ({
  page,
}) => {
  const label = { project_id: place.projectId, account_id: place.accountId, name: "Newsreel" };
  await insertRow(people, "categories", { ...label, slug: "newsreel" });
  const asked: (string | null)[] = [];
  page.on("request", (request) => {
    const { pathname, searchParams } = new URL(request.url());
    if (pathname.endsWith("/categories/options")) asked.push(searchParams.get("search"));
  });
  await people.arrive(page, place.owner, "/upload");
  const field = page.getByRole("combobox", { name: "Category" });
  await field.click();
  await expect(page.getByRole("option", { name: "Newsreel" })).toBeVisible();
  asked.length = 0;
  await page.clock.install();
  await field.fill("NEWS");
  await page.clock.runFor(450);
  expect(asked).toEqual([]);
  await page.clock.runFor(100);
  // What follows from that moment is drawn when there is time, and sets timers of nothing of its own.
  const asks = async () => {
    await page.clock.runFor(1);
    return asked;
  };
  await expect.poll(asks).toEqual(["news"]);
  await page.clock.resume();
  await page.keyboard.press("Escape");

  await page.setViewportSize({ width: 480, height: 900 });
  await expect(field).toBeVisible();
  await page.setViewportSize({ width: 479, height: 900 });
  await page.getByRole("textbox", { name: "Category" }).click();
  const dialog = page.getByRole("dialog", { name: "Category" });
  await dialog.getByRole("combobox").fill("news");
  await dialog.getByRole("option", { name: "Newsreel" }).click();
  await expect(dialog).toBeHidden();
  await expect(page.getByRole("textbox", { name: "Category" })).toHaveValue("Newsreel");
});

// spec: 8.10, 9.9
test("a success is shown at the top for two and a half seconds, and a copy that fails has an error", async ({
  page,
  context,
}) => {
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  await page.clock.install();
  await people.arrive(page, place.owner);
  const copy = async () => {
    await page.getByRole("button", { name: "Switch project or account" }).click();
    await page.getByRole("menuitem", { name: "Copy project ID" }).click();
  };
  await page.evaluate(() => {
    const watch = new MutationObserver(() => {
      if (!document.querySelector("[data-kind=positive]")) return;
      document.body.dataset["newsAt"] = String(Date.now());
      watch.disconnect();
    });
    watch.observe(document.body, { subtree: true, childList: true });
  });
  await copy();
  const news = page.getByRole("status").filter({ hasText: "Project id is copied to clipboard" });
  await expect(news).toBeVisible();
  const age = () => page.evaluate(() => Date.now() - Number(document.body.dataset["newsAt"]));
  await page.clock.pauseAt((await page.evaluate(() => Date.now())) + 1000);
  expect((await news.boundingBox())?.y).toBeLessThan(120);
  await page.clock.runFor(2400 - (await age()));
  await expect(news).toBeVisible();
  await page.clock.runFor(200);
  await expect(news).toHaveCount(0);
  await page.clock.resume();

  await page.evaluate(() => {
    navigator.clipboard.writeText = () => Promise.reject(new Error("no"));
  });
  await copy();
  await expect(page.getByRole("alert").filter({ hasText: "Copy is not done, there was an error" })).toBeVisible();
});

// spec: 3.18
test("the chosen theme is there again at the next visit, before anything is drawn", async ({ page }) => {
  await people.arrive(page, place.owner);
  const scheme = () => page.locator("html").getAttribute("data-mantine-color-scheme");
  const before = await scheme();
  await page.getByRole("button", { name: /user menu/ }).click();
  await page.getByRole("menuitem", { name: "Toggle theme" }).click();
  await expect.poll(scheme).not.toBe(before);
  const chosen = await scheme();
  expect(await stored(page, "theme")).toBe(chosen === "dark" ? "1" : "0");
  await page.addInitScript(() => {
    const seen: (string | null)[] = [];
    Object.defineProperty(globalThis, "seenSchemes", { value: seen });
    new MutationObserver(() => {
      if (document.body?.children.length) seen.push(document.documentElement.getAttribute("data-mantine-color-scheme"));
    }).observe(document, { subtree: true, childList: true, attributes: true });
  });
  await page.reload();
  await page.getByRole("main").locator("h1").first().waitFor();
  const seen = await page.evaluate(() => (globalThis as unknown as { seenSchemes: string[] }).seenSchemes);
  expect(new Set(seen)).toEqual(new Set([chosen]));
  await expect(page.locator("html")).toHaveAttribute("lang", /^en/);
});
