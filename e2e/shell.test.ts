import { selectRow } from "@kinora/db/testing-rows.ts";
import type { Browser, Page } from "@playwright/test";
import type { ConsolePerson } from "./console-people.ts";
import { follow } from "./in-page.ts";
import { expect, test } from "./product.ts";
import { sharedPeople, sharedPerson, sharedPlace, sharedProduct } from "./shared.ts";

const kinora = sharedProduct();
const people = sharedPeople();
const place = sharedPlace(people, "Harbour Pictures", "North Quay");
const superuser = sharedPerson(people, "Sue Super", { superuser: true });

const at = (path: string) => kinora.urls.console + path;
/** Goes somewhere inside the console by its address, and answers where that ended. */
async function ends(page: Page, path: string): Promise<string> {
  await page.goto(at(path));
  await page.locator("main :is(h1, h2, p)").first().waitFor();
  return new URL(page.url()).pathname;
}
const sidebar = (page: Page) => page.getByRole("navigation", { name: "Main navigation" });
const crumbs = (page: Page) =>
  page.getByRole("navigation", { name: "Breadcrumb" }).locator("a, span").allTextContents();

// spec: 1.4, 2.1, 2.2, 2.5, 2.18, 4.2, 4.9
test("a visitor sees the home page and the not-found page, and is sent to sign in from everywhere else", async ({
  page,
}) => {
  await page.goto(at("/"));
  await expect(page.getByRole("heading", { name: "Beautiful tools" })).toBeVisible();
  await expect(page.getByRole("button", { name: "Login" }).first()).toBeVisible();
  await expect(page.getByRole("button", { name: "Register" }).first()).toBeVisible();
  await page.goto(at("/no/such/page"));
  await expect(page.getByRole("heading", { name: "Page not found" })).toBeVisible();
  for (const path of ["/dashboard", "/video/4", "/settings", "/advanced", "/login"]) {
    await page.goto(at(path));
    await page.waitForURL(`${kinora.urls.login}/login?**`);
    const back = new URL(page.url()).searchParams.get("redirect");
    expect(back).toBe(at(path === "/login" ? "/dashboard" : path));
  }
  await page.goto(at("/activate?token=old"));
  await page.waitForURL(`${kinora.urls.login}/activate?token=old`);
});

// spec: 2.1, 2.5, 2.11, 2.18
test("someone signed in is led from the public pages to the dashboard", { tag: "@slow" }, async ({ page }) => {
  await people.arrive(page, place.owner);
  for (const path of ["/", "/activate?token=x", "/login"]) {
    await page.goto(at(path));
    await page.waitForURL(at("/dashboard"));
  }
  expect(await ends(page, "/settings")).toBe("/settings/project/settings");
  await page.goto(at("/nowhere"));
  await expect(page.getByRole("heading", { name: "Page not found" })).toBeVisible();
});

// spec: 2.4, 2.17
test("without a project the dashboard is the onboarding, for members the advice to ask an owner", async ({
  browser,
}) => {
  const founder = await people.person("Nora New");
  await people.account("Fresh Start", founder);
  const open = async (person: ConsolePerson) => {
    const context = await browser.newContext();
    const page = await context.newPage();
    await people.arrive(page, person);
    return { page, context };
  };
  const owner = await open(founder);
  await expect(sidebar(owner.page).getByRole("link", { name: "Onboarding" })).toBeVisible();
  await expect(sidebar(owner.page).getByRole("link", { name: "Playlists" })).toHaveCount(0);
  expect(await ends(owner.page, "/playlist")).toBe("/dashboard");
  await owner.context.close();
  const stranger = await open(await people.person("Stan Stranger"));
  await expect(stranger.page.getByText("You don't belong to an account yet")).toBeVisible();
  await stranger.context.close();
});

// spec: 2.20, 2.21, 9.5
test(
  "the breadcrumb shows dashes as spaces and numbers as edit, and hides on narrow windows",
  { tag: "@slow" },
  async ({ page }) => {
    await people.arrive(page, superuser, "/advanced/player-demo");
    await expect.poll(() => crumbs(page)).toEqual(["advanced", "player demo"]);
    await follow(page, "/advanced/videos/12/embed");
    await expect.poll(() => crumbs(page)).toEqual(["advanced", "videos", "edit", "embed"]);
    const trail = page.getByRole("navigation", { name: "Breadcrumb" });
    for (const [width, visible] of [
      [640, true],
      [639, false],
    ] as const) {
      await page.setViewportSize({ width, height: 800 });
      await expect(trail).toBeVisible({ visible });
    }
  },
);

// spec: 2.22, 2.23, 9.5, 9.15
test(
  "the sidebar becomes a drawer of 216 pixels below 840, the public header one below 786",
  { tag: "@slow" },
  async ({ page, browser }) => {
    await people.arrive(page, place.owner);
    const burger = page.getByRole("button", { name: "Open navigation" });
    await page.setViewportSize({ width: 840, height: 800 });
    await expect(sidebar(page)).toBeVisible();
    await expect(burger).toBeHidden();
    expect((await page.getByRole("complementary").boundingBox())?.width).toBe(216);
    await page.setViewportSize({ width: 839, height: 800 });
    await expect(sidebar(page)).toHaveCount(0);
    await burger.click();
    await expect(sidebar(page)).toBeVisible();
    // It slides in: its width is read once it stands.
    await expect.poll(async () => Math.round((await page.getByRole("dialog").boundingBox())?.width ?? 0)).toBe(216);
    await sidebar(page).getByRole("link", { name: "Upload" }).click();
    await page.waitForURL(at("/upload"));
    await expect(sidebar(page)).toHaveCount(0);

    const visitor = await visit(browser, "/");
    const menu = visitor.getByRole("button", { name: "Menu", exact: true });
    await visitor.setViewportSize({ width: 786, height: 800 });
    await expect(menu).toHaveCount(0);
    for (const name of ["Login", "Register"])
      await expect(visitor.getByRole("banner").getByRole("button", { name })).toBeVisible();
    await visitor.setViewportSize({ width: 785, height: 800 });
    await menu.click();
    await expect(visitor.getByRole("dialog").getByRole("button", { name: "Register" })).toBeVisible();
    await visitor.context().close();
  },
);

async function visit(browser: Browser, path: string): Promise<Page> {
  const page = await (await browser.newContext()).newPage();
  await page.goto(at(path));
  return page;
}

// spec: 2.30, 3.14, 9.6, 9.7
test("the pages of a list are linked 7 at a time, 5 on narrow windows", { tag: "@slow" }, async ({ page }) => {
  const { accountId, projectId } = place;
  const films = Array.from({ length: 310 }, (_, index) => ({
    project_id: projectId,
    account_id: accountId,
    hash: `seed${String(index).padStart(12, "0")}`,
    title: `Film ${index}`,
    status: "complete" as const,
    playable: true,
  }));
  await people.db.insertInto("videos").values(films).execute();
  await people.arrive(page, place.owner, "/video?page=6");
  const links = page
    .getByRole("navigation", { name: "Pages", exact: true })
    .getByRole("button", { name: /^Page \d+$/ });
  await expect(links).toHaveText(["3", "4", "5", "6", "7", "8", "9"]);
  await page.setViewportSize({ width: 839, height: 800 });
  await expect(links).toHaveText(["4", "5", "6", "7", "8"]);
  await page.setViewportSize({ width: 840, height: 800 });
  await expect(links).toHaveCount(7);
  await expect(page.getByText("151–180 of 310")).toBeVisible();
});

// spec: 1.6, 2.27, 3.8, 3.18
test(
  "the user menu has profile, settings, theme and logout behind an avatar with the role's first letter",
  { tag: "@slow" },
  async ({ page, context }) => {
    const member = await people.member(place, ["video_view"]);
    await people.arrive(page, member);
    const avatar = page.getByRole("button", { name: /Mia Member, Guest .*: user menu/ });
    await expect(avatar).toContainText(/G$/);
    await avatar.click();
    await page.getByRole("menuitem", { name: "Toggle theme" }).click();
    const stored = () => page.evaluate(() => localStorage.getItem("theme"));
    await expect.poll(stored).toBe("1");
    await expect(page.locator("html")).toHaveAttribute("data-mantine-color-scheme", "dark");
    await page.getByRole("menuitem", { name: "Toggle theme" }).click();
    await expect.poll(stored).toBe("0");
    const opening = context.waitForEvent("page");
    await page.getByRole("menuitem", { name: "Profile" }).click();
    const profile = await opening;
    await expect(profile).toHaveURL(`${kinora.urls.login}/profile`);
    await profile.close();
    await page.getByRole("button", { name: /user menu/ }).click();
    await page.getByRole("menuitem", { name: "Settings" }).click();
    await page.waitForURL(at("/settings/project/settings"));
    await page.getByRole("button", { name: /user menu/ }).click();
    await page.getByRole("menuitem", { name: "Logout" }).click();
    await page.waitForURL(at("/"));
    await page.goto(at("/dashboard"));
    await page.waitForURL(`${kinora.urls.login}/login?**`);
  },
);

// spec: 2.34, 3.9
test("the project's id is copied", { tag: "@slow" }, async ({ page, context }) => {
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  await people.arrive(page, place.owner);
  await page.getByRole("button", { name: "Switch project or account" }).click();
  await page.getByRole("menuitem", { name: "Copy project ID" }).click();
  await expect(page.getByText("Project ID is copied to clipboard", { exact: true })).toBeVisible();
  const { hash } = await selectRow(people, "projects", { id: place.projectId }, "hash");
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(hash);
});

// spec: 2.24, 9.2
test("the clock ticks every second as HH:mm:ss", { tag: "@slow" }, async ({ page }) => {
  await page.clock.install({ time: new Date("2026-03-04T05:06:07") });
  await people.arrive(page, place.owner);
  const clock = page.getByRole("timer", { name: "Time of day" });
  await expect(clock).toHaveText(/^05:0\d:\d\d$/);
  await page.clock.pauseAt(new Date("2026-03-04T17:08:09"));
  await page.clock.runFor(1000);
  await expect(clock).toHaveText("17:08:10");
});
