import { deleteRows } from "@kinora/db/testing-rows.ts";
import type { Page } from "@playwright/test";
import { expect, test } from "./product.ts";
import { sharedPeople, sharedPlace, sharedProduct } from "./shared.ts";

const kinora = sharedProduct();
const people = sharedPeople();
const place = sharedPlace(people, "Harbour Pictures", "North Quay");

const at = (path: string) => kinora.urls.console + path;
const stored = (page: Page, key: string) => page.evaluate((name) => localStorage.getItem(name), key);
const sidebar = (page: Page) => page.getByRole("navigation", { name: "Main navigation" });

// spec: 7.2, 8.1
test("a session that ends under way leads to the login at the next call", async ({ page }) => {
  // What the dashboard asks automatically must not be the call that finds out; a busy machine asks late.
  const asked = ["/overview", "/preferences", "type=inprogress", "type=recent", "/live/capacity", "/streams?"].map(
    (part) => page.waitForResponse((response) => response.url().includes(part) && response.ok()),
  );
  await people.arrive(page, place.owner);
  await Promise.all(asked);
  await deleteRows(people, "login_sessions", { user_id: place.owner.id });
  await sidebar(page).getByRole("link", { name: "Videos" }).click();
  await page.waitForURL(`${kinora.urls.login}/login?**`);
});

// spec: 2.28, 4.13
test("without a network nobody goes anywhere, and everything continues when it is back", async ({ page, context }) => {
  await people.arrive(page, place.owner);
  await sidebar(page).getByRole("link", { name: "Videos" }).click();
  await page.getByRole("heading", { name: "Videos" }).waitFor();
  await context.setOffline(true);
  await sidebar(page).getByRole("link", { name: "Dashboard" }).click();
  await expect(page.getByText("No connection", { exact: true })).toBeVisible();
  await expect(page.getByText("You're offline or server is not responding")).toBeVisible();
  expect(page.url()).toBe(at("/video"));
  await context.setOffline(false);
  await expect(page.getByRole("heading", { name: "Videos" })).toBeVisible();
  await sidebar(page).getByRole("link", { name: "Dashboard" }).click();
  await page.waitForURL(at("/dashboard"));
});

// spec: 3.17, 4.14
test("code that does not arrive reloads the page once, and then says so", async ({ page }) => {
  await people.arrive(page, place.owner);
  let documents = 0;
  page.on("request", (request) => {
    if (request.isNavigationRequest() && request.frame() === page.mainFrame()) documents += 1;
  });
  await page.route(/\/assets\/LibraryPage-[^/]+\.js$/, (route) => route.abort());
  await page.goto(at("/video"));
  await expect(page.getByText("This page could not be loaded.")).toBeVisible();
  expect(documents).toBe(2);
  await expect.poll(() => stored(page, "routerRedirected")).toBeNull();
  await page.unroute(/\/assets\/LibraryPage-[^/]+\.js$/);
  await page.getByRole("button", { name: "Retry" }).click();
  await expect(page.getByRole("heading", { name: "Videos" })).toBeVisible();
});

// spec: 2.29, 4.11, 4.16, 7.4, 8.13
test("a newer console offers to refresh, reloads under a cover, or at the next page", async ({ page }) => {
  let lastModified = "Wed, 04 Mar 2026 05:06:07 GMT";
  let looks = 0;
  await page.route(at("/index.html"), (route) => {
    if (route.request().method() !== "HEAD") return route.fallback();
    looks += 1;
    return route.fulfill({ status: 200, headers: { "last-modified": lastModified } });
  });
  await page.clock.install();
  await people.arrive(page, place.owner);
  await expect.poll(() => looks).toBeGreaterThan(0);
  // Two minutes go by in a moment: code that were still on its way would be given up and the page reloaded.
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  await page.waitForLoadState("networkidle");
  const question = page.getByRole("dialog", { name: "New version" });
  await page.clock.fastForward(60_000);
  await expect(question).toHaveCount(0);

  lastModified = "Thu, 05 Mar 2026 05:06:07 GMT";
  await page.clock.fastForward(60_000);
  await expect(question).toContainText("Application is updated please refresh.");
  await question.getByRole("button", { name: "Cancel" }).click();
  await expect(question).toHaveCount(0);
  // Pages that are being left cannot be asked: this one notes itself what it showed last.
  await page.evaluate(() =>
    addEventListener("pagehide", () => sessionStorage.setItem("last seen", document.body.textContent)),
  );
  await sidebar(page).getByRole("link", { name: "Upload" }).click();
  await expect(page.getByText("Drop video or audio files here")).toBeVisible();
  expect(await page.evaluate(() => sessionStorage.getItem("last seen"))).toContain("Loading new version...");

  lastModified = "Fri, 06 Mar 2026 05:06:07 GMT";
  await page.clock.fastForward(60_000);
  const loaded = page.waitForEvent("load");
  await question.getByRole("button", { name: "Refresh" }).click();
  await loaded;
  await expect(page.getByText("Drop video or audio files here")).toBeVisible();
  await expect(question).toHaveCount(0);
});
