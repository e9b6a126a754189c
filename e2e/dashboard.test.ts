import { findRow, insertRow, updateRows } from "@kinora/db/testing-rows.ts";
import type { Page } from "@playwright/test";
import type { ConsolePlace } from "./console-people.ts";
import { TRANSCODING_PATIENCE_MS } from "./patience.ts";
import { until } from "./pipeline-project.ts";
import { expect, test } from "./product.ts";
import { sharedPeople, sharedProduct } from "./shared.ts";

const kinora = sharedProduct();
const people = sharedPeople();

const figure = (page: Page, name: string) => page.locator("dl > div").filter({ hasText: name }).locator("dd").first();
const panel = (page: Page, name: string) =>
  page.locator("section").filter({ has: page.getByRole("heading", { level: 2, name, exact: true }) });
const step = (page: Page, name: string) => panel(page, "First steps").getByRole("listitem").filter({ hasText: name });

function addVideos({ accountId, projectId }: ConsolePlace, count: number, values: object = {}) {
  const films = Array.from({ length: count }, (_, index) => ({
    project_id: projectId,
    account_id: accountId,
    hash: `dash${projectId}x${index}x${Object.keys(values).length}`,
    title: `Film ${index}`,
    status: "complete" as const,
    playable: true,
    ...values,
  }));
  return people.db.insertInto("videos").values(films).returning("id").execute();
}

// spec: 2.4
test("the first steps lead from a project to a film that can be shown, are put away and called back", async ({
  page,
  context,
}) => {
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  const place = await people.place("First Steps Ltd");
  await people.arrive(page, place.owner);
  await expect(step(page, "Create your first project")).toContainText("(done)");
  await expect(step(page, "Upload a video")).toHaveAttribute("aria-current", "step");
  await expect(step(page, "Copy the embed code").getByRole("button")).toBeDisabled();

  await page.getByRole("button", { name: "Use sample video" }).click();
  await expect(page.getByText("A sample video is being made.").first()).toBeVisible();
  await expect(step(page, "Upload a video")).toContainText("(done)");
  await step(page, "Copy the embed code").getByRole("button", { name: "Copy embed code" }).click();
  await expect(page.getByText("Iframe embed code is copied to clipboard")).toBeVisible();
  await expect(step(page, "Copy the embed code")).toContainText("(done)");
  expect(await page.evaluate(() => navigator.clipboard.readText())).toContain(
    `<iframe src="${kinora.urls.edge}/embed/`,
  );
  await until(
    "the sample plays",
    () => findRow(people, "videos", { project_id: place.projectId, status: "complete", playable: true }, "id"),
    TRANSCODING_PATIENCE_MS,
  );

  await panel(page, "First steps").getByRole("button", { name: "Dismiss" }).click();
  await expect(panel(page, "First steps")).toHaveCount(0);
  await page.reload();
  await expect(panel(page, "Recent").getByRole("link", { name: "Sample video" })).toBeVisible();
  await expect(panel(page, "First steps")).toHaveCount(0);
  await page.getByRole("link", { name: "Users", exact: true }).click();
  await page.getByRole("button", { name: /user menu/ }).click();
  await page.getByRole("menuitem", { name: "First steps" }).click();
  await page.waitForURL(`${kinora.urls.console}/dashboard`);
  await expect(step(page, "Invite a teammate").getByRole("link", { name: "Invite" })).toBeVisible();
});

// spec: 7.13, 9.11, 9.13
test("the figures count up to what is true, and 20 films are recent", { tag: "@slow" }, async ({ page }) => {
  const place = await people.place("Figures Ltd");
  const videos = await addVideos(place, 25);
  await people.db
    .insertInto("account_storage")
    .values({ account_id: place.accountId, bytes: 850_000_000 })
    .onConflict((conflict) => conflict.column("account_id").doUpdateSet({ bytes: 850_000_000 }))
    .execute();
  await updateRows(people, "accounts", { id: place.accountId }, { storage_limit_bytes: 1_000_000_000 });
  await insertRow(people, "transcode_records", {
    ...{ transcode_id: 900_101, video_id: videos[0]?.id ?? 0, title: "Film", state: "complete" },
    ...{ project_id: place.projectId, account_id: place.accountId },
    finished_at: new Date(Date.now() - 3_600_000),
    ...{ source_seconds: 150, waited_seconds: 0, encode_seconds: 60 },
    renditions: JSON.stringify([{ height: 720, seconds: 150, bytes: 1, copied: false }]),
  });
  await page.addInitScript(() => {
    const seen: string[] = [];
    Object.defineProperty(globalThis, "seenFigures", { value: seen });
    new MutationObserver(() => {
      const term = [...document.querySelectorAll("dl dt")].find(({ textContent }) => textContent === "Videos");
      const shown = term?.parentElement?.querySelector("dd")?.textContent ?? "";
      if (seen.at(-1) !== shown) seen.push(shown);
    }).observe(document, { subtree: true, childList: true, characterData: true });
  });
  await people.arrive(page, place.owner);
  await expect(figure(page, "Videos")).toHaveText("25");
  await expect(figure(page, "Encoded")).toHaveText("2.5 min");
  await expect(figure(page, "Storage used")).toHaveText("850 MB");
  await expect(page.getByText("of 1 GB", { exact: true })).toBeVisible();
  const seen = await page.evaluate(() => (globalThis as unknown as { seenFigures: string[] }).seenFigures);
  // A fifth of the way at each step.
  expect(seen.slice(seen.indexOf("5"))).toEqual(["5", "9", "12", "15", "17", "19", "20", "21", "22", "23", "24", "25"]);
  await expect(panel(page, "Recent").getByRole("article")).toHaveCount(20);
  await expect(panel(page, "Needs attention")).toContainText("85% of the account's storage is used.");
});

test("who wants no motion sees the figures at once", { tag: "@slow" }, async ({ browser }) => {
  const place = await people.place("Still Ltd");
  await addVideos(place, 7);
  const context = await browser.newContext({ reducedMotion: "reduce" });
  const page = await context.newPage();
  await page.clock.install();
  await people.arrive(page, place.owner);
  await expect(figure(page, "Videos")).toHaveText("7");
  await context.close();
});

// spec: 4.18
test("each trouble has one thing to do, and is gone when it is done", { tag: "@slow" }, async ({ page }) => {
  const place = await people.place("Troubles Ltd");
  const failure = JSON.stringify({ code: "timeout", message: "The tool was stopped.", retryable: true });
  const lasting = JSON.stringify({ code: "corrupt_file", message: "This file breaks off.", retryable: false });
  const [broken] = await addVideos(place, 1, { status: "failed", failure: lasting, title: "Broken film" });
  const [tired] = await addVideos(place, 1, {
    status: "failed",
    failure,
    title: "Tired film",
    hash: "tiredfilm0000000",
    source_key: "sources/tired-film.mp4",
  });
  await insertRow(people, "transcodes", {
    project_id: place.projectId,
    account_id: place.accountId,
    video_id: tired?.id ?? 0,
    version: 1,
    state: "failed",
    failure,
    finished_at: new Date(),
  });
  await people.arrive(page, place.owner);
  const troubles = panel(page, "Needs attention").getByRole("listitem");
  await expect(troubles.filter({ hasText: "Broken film" })).toContainText("This file breaks off.");
  await expect(troubles.filter({ hasText: "Tired film" })).toContainText("The tool was stopped.");
  await page.getByRole("button", { name: "Retry Tired film" }).click();
  await expect
    .poll(async () => {
      const video = await findRow(
        people,
        "audit_log",
        { object_id: tired?.id ?? 0, action: "video.retried" },
        "action",
      );
      return video !== undefined;
    })
    .toBe(true);
  const lost = troubles.filter({ hasText: "Broken film" });
  await expect(lost.getByRole("button", { name: "Replace the file of Broken film" })).toBeVisible();
  await lost.getByRole("link", { name: "Broken film", exact: true }).click();
  await page.waitForURL(`${kinora.urls.console}/video/${broken?.id}`);
});

// spec: 2.4
test("a member of an account and of none of its projects reads whom to ask", { tag: "@slow" }, async ({ page }) => {
  const place = await people.place("Ask Ltd");
  const member = await people.member(place, []);
  await updateRows(people, "projects", { id: place.projectId }, { deleted_at: new Date() });
  await people.arrive(page, member);
  await expect(page.getByText("Ask an account owner to add you to a project")).toBeVisible();
  await expect(page.getByText("You belong to Ask Ltd, but not to any of its projects yet.")).toBeVisible();
  await expect(page.getByRole("list", { name: "Account owners" })).toHaveText("Olive Owner");
});
