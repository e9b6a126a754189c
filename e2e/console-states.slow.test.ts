import type { Page, Route } from "@playwright/test";
import { ConsolePeople, type ConsolePlace } from "./console-people.ts";
import type { Environment } from "./environment.ts";
import { expect, test } from "./product.ts";

let kinora: Environment;
let people: ConsolePeople;
let place: ConsolePlace;

test.beforeAll(async ({ product }) => {
  kinora = product;
  people = new ConsolePeople(kinora);
  place = await people.place("Harbour Pictures", "North Quay");
});
test.afterAll(async () => {
  await people?.close();
});

const at = (path: string) => kinora.urls.console + path;
const stored = (page: Page, key: string) => page.evaluate((name) => localStorage.getItem(name), key);
const sidebar = (page: Page) => page.getByRole("navigation", { name: "Main navigation" });
const isHost = (url: URL) => url.origin === kinora.urls.login && url.pathname === "/host";
const isConfig = (url: URL) => url.origin === kinora.urls.api && url.pathname === "/config";

/** Answers as the service would, with the headers a browser asks for before it shows the answer to another origin. */
const answer = (status: number, json: object) => (route: Route) =>
  route.fulfill({
    status,
    json,
    headers: { "access-control-allow-origin": kinora.urls.console, "access-control-allow-credentials": "true" },
  });

// spec: 2.3, 3.15, 4.1, 4.3
test("when the login service fails, place and account are forgotten and a page says where one was going", async ({
  page,
}) => {
  await people.arrive(page, place.owner);
  expect(await stored(page, "currentAccountId")).toBe(String(place.accountId));
  expect(await stored(page, "currentProjectId")).toBe(String(place.projectId));
  await page.route(isHost, answer(500, { message: "Out of order.", code: "internal" }));
  await page.goto(at("/video?page=2"));
  await page.waitForURL((url) => url.pathname === "/auth-server-error");
  expect(new URL(page.url()).searchParams.get("to")).toBe("/video?page=2");
  expect(await stored(page, "currentAccountId")).toBeNull();
  expect(await stored(page, "currentProjectId")).toBeNull();
  await page.unroute(isHost);
  await page.getByRole("button", { name: "Retry" }).click();
  await page.waitForURL((url) => url.pathname === "/video");
});

// spec: 4.2
test("a 401 of the login service signs out and leads to the login", async ({ page }) => {
  await people.arrive(page, place.owner);
  await page.context().clearCookies();
  await page.goto(at("/video"));
  await page.waitForURL(`${kinora.urls.login}/login?**`);
  expect(new URL(page.url()).searchParams.get("redirect")).toBe(at("/video"));
});

// spec: 3.16, 4.8
test("a config that fails signs out, says the server's words and leads to the error page", async ({ page }) => {
  await people.arrive(page, place.owner);
  await page.route(isConfig, answer(500, { message: "The database rests.", code: "internal" }));
  await page.goto(at("/users"));
  await page.waitForURL((url) => url.pathname === "/auth-server-error");
  await expect(page.getByRole("alert").filter({ hasText: "The database rests." })).toBeVisible();
  expect(await stored(page, "authenticated")).toBe("false");
});

// spec: 7.2, 8.1
test("a session that ends under way leads to the login at the next call", async ({ page }) => {
  // What the dashboard asks automatically must not be the call that finds out; a busy machine asks late.
  const asked = ["/overview", "/preferences", "type=inprogress", "type=recent", "/live/capacity", "/streams?"].map(
    (part) => page.waitForResponse((response) => response.url().includes(part) && response.ok()),
  );
  await people.arrive(page, place.owner);
  await Promise.all(asked);
  await people.db.deleteFrom("login_sessions").where("user_id", "=", place.owner.id).execute();
  await sidebar(page).getByRole("link", { name: "Videos" }).click();
  await page.waitForURL(`${kinora.urls.login}/login?**`);
});

// spec: 7.3, 8.2
test("what the server forbids is said in its own words for five seconds", async ({ page }) => {
  const member = await people.member(place, ["video_view", "video_publish"]);
  await people.db
    .insertInto("videos")
    .values({
      project_id: place.projectId,
      account_id: place.accountId,
      hash: "forbidden0000000",
      title: "Forbidden film",
      status: "complete",
      playable: true,
    })
    .execute();
  await page.clock.install();
  await people.arrive(page, member, "/video");
  const publish = page.getByRole("switch", { name: "Published: Forbidden film" });
  await publish.waitFor();
  await people.grant(member.roleId, ["video_view"]);
  const refused = page.waitForResponse((response) => response.status() === 403);
  await publish.press("Space");
  const { message } = (await (await refused).json()) as { message: string };
  const toast = page.getByRole("alert").filter({ hasText: message });
  await expect(toast).toBeVisible();
  await expect(publish).not.toBeChecked();
  await page.clock.runFor(2600);
  await expect(toast).toBeVisible();
  await page.clock.runFor(2400);
  await expect(toast).toHaveCount(0);
});

// spec: 4.17
test("a permission that is taken away closes the page and its link within a minute", async ({ page }) => {
  const member = await people.member(place, ["video_view", "streams_view"]);
  await page.clock.install();
  await people.arrive(page, member, "/live");
  await expect(sidebar(page).getByRole("link", { name: "Live" })).toBeVisible();
  await people.grant(member.roleId, ["video_view"]);
  await page.clock.fastForward(60_000);
  await expect(sidebar(page).getByRole("link", { name: "Live" })).toHaveCount(0);
  await page.waitForURL(at("/dashboard"));
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
  await expect(page.getByText("Drop video files here")).toBeVisible();
  expect(await page.evaluate(() => sessionStorage.getItem("last seen"))).toContain("Loading new version...");

  lastModified = "Fri, 06 Mar 2026 05:06:07 GMT";
  await page.clock.fastForward(60_000);
  const loaded = page.waitForEvent("load");
  await question.getByRole("button", { name: "Refresh" }).click();
  await loaded;
  await expect(page.getByText("Drop video files here")).toBeVisible();
  await expect(question).toHaveCount(0);
});

// spec: 3.15, 4.1, 4.22, 7.5, 8.3
test("another account is entered through its host, or not at all", async ({ page }) => {
  const second = await people.account("Second House", place.owner);
  await people.project(second, "South Quay");
  await people.arrive(page, place.owner, "/video");
  const switcher = page.getByRole("button", { name: "Switch project or account" });
  await page.route(isHost, answer(500, { message: "Out of order.", code: "internal" }));
  await switcher.click();
  await page.getByRole("menuitem", { name: "Second House" }).click();
  await expect(page.getByText("Can not change account. Please, try later.", { exact: true })).toBeVisible();
  await expect(switcher).toContainText("Harbour Pictures");
  expect(await stored(page, "currentAccountId")).toBe(String(place.accountId));
  expect(page.url()).toBe(at("/video"));

  await page.unroute(isHost);
  const asked = page.waitForRequest((request) => isHost(new URL(request.url())));
  await switcher.click();
  await page.getByRole("menuitem", { name: "Second House" }).click();
  expect(new URL((await asked).url()).searchParams.get("account_id")).toBe(String(second));
  await page.waitForURL(at("/dashboard"));
  await expect(switcher).toContainText("South Quay");
  expect(await stored(page, "currentAccountId")).toBe(String(second));
});

// spec: 3.15, 4.23, 7.6
test("another project starts at the dashboard with its own config and its own videos in progress", async ({ page }) => {
  const other = await people.project(place.accountId, "West Quay");
  await people.arrive(page, place.owner, "/video");
  const asked: string[] = [];
  page.on("request", (request) => asked.push(request.url()));
  const switcher = page.getByRole("button", { name: "Switch project or account" });
  await switcher.click();
  await page.getByRole("menuitem", { name: "West Quay" }).click();
  await page.waitForURL(at("/dashboard"));
  await expect(switcher).toContainText("West Quay");
  expect(await stored(page, "currentProjectId")).toBe(String(other));
  const mine = (url: string) => url.startsWith(`${kinora.urls.api}/projects/${other}/videos?type=inprogress`);
  await expect.poll(() => asked.some(mine)).toBe(true);
  expect(asked.some((url) => url.startsWith(`${kinora.urls.api}/config?project_id=${other}`))).toBe(true);
});

test("who stays with what is unsaved stays in their project, wherever they go next", async ({ page }) => {
  await people.project(place.accountId, "West Wharf");
  await people.arrive(page, place.owner, "/settings/project/settings");
  const name = page.getByRole("textbox", { name: "Name", exact: true });
  await name.fill("Another name");
  const switcher = page.getByRole("button", { name: "Switch project or account" });
  const choose = async () => {
    await switcher.click();
    await page.getByRole("menuitem", { name: "West Wharf" }).click();
  };
  await choose();
  const question = page.getByRole("dialog", { name: "Leave without saving?" });
  await question.getByRole("button", { name: "Cancel" }).click();
  await expect(name).toHaveValue("Another name");
  await sidebar(page).getByRole("link", { name: "Dashboard" }).click();
  await question.getByRole("button", { name: "Leave" }).click();
  await page.waitForURL(at("/dashboard"));
  await expect(page.getByRole("heading", { name: "Dashboard" })).toBeVisible();
  await expect(switcher).toContainText("North Quay");
  await choose();
  await expect(switcher).toContainText("West Wharf");
});
