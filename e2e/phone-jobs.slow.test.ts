import { insertRow, selectRow, updateRows } from "@kinora/db/testing-rows.ts";
import { newHash } from "@kinora/server/platform/secrets/hash.ts";
import type { Page } from "@playwright/test";
import type { ConsolePerson } from "./console-people.ts";
import { LIVE_PATIENCE_MS } from "./patience.ts";
import { expect, test } from "./product.ts";
import { sharedPeople, sharedPerson, sharedPlace } from "./shared.ts";
import { PASSWORD } from "./sign-in.ts";
import { PHONE, Thumb } from "./thumb.ts";

test.use(PHONE);

const FAILURE = {
  code: "corrupt_file",
  message: "This file is damaged: it ends in the middle of a picture. Export it again and replace the file.",
  retryable: false,
};

const people = sharedPeople();
const superuser = sharedPerson(people, "Grete Desk", { superuser: true });
const place = sharedPlace(people, "Fair Films", "Hall Nine");

async function aVideo(title: string, more: { failure?: string } = {}): Promise<number> {
  const state = more.failure
    ? { status: "failed" as const, ...more }
    : { status: "complete" as const, playable: true, version: 1, duration_seconds: 61 };
  const { id } = await insertRow(people, "videos", {
    project_id: place.projectId,
    account_id: place.accountId,
    hash: newHash(),
    title,
    ...state,
  });
  return id;
}

async function open(page: Page, person: ConsolePerson, path: string): Promise<Thumb> {
  await people.arrive(page, person, path);
  return new Thumb(page);
}

const row = (page: Page, text: string) => page.getByRole("row").filter({ hasText: text });

test("a video is found with a filter and published from its list", async ({ page }) => {
  const id = await aVideo("Opening of the fair");
  await updateRows(people, "videos", { id: await aVideo("Last year") }, { published: true });
  const thumb = await open(page, place.owner, "/video");
  await thumb.button("Filters");
  const sheet = page.getByRole("dialog", { name: "Filters" });
  await sheet.getByRole("combobox", { name: "Filter by visibility" }).selectOption({ label: "Unpublished" });
  await thumb.button("Done", sheet);
  await expect(row(page, "Last year")).toHaveCount(0);
  await thumb.choose("Actions for Opening of the fair", "Publish");
  await expect(page.getByText("Published...").first()).toBeVisible();
  const isPublished = async () => (await selectRow(people, "videos", { id }, "published")).published;
  await expect.poll(isPublished).toBe(true);
  await thumb.expectEase();
});

test("a failed video says why, in its list and on its page", async ({ page }) => {
  await aVideo("Interview in hall nine", { failure: JSON.stringify(FAILURE) });
  const thumb = await open(page, place.owner, "/video");
  await thumb.tap(page.getByRole("tab", { name: /^Failed/ }));
  await expect(row(page, "Interview in hall nine")).toContainText(FAILURE.message);
  await thumb.expectEase();
  await thumb.tap(page.getByRole("link", { name: "Interview in hall nine" }));
  await expect(page.getByText(FAILURE.message).first()).toBeVisible();
  await thumb.expectEase();
});

test("a livestream is made, goes on air, shows its health, and ends", async ({ page }) => {
  const thumb = await open(page, place.owner, "/dashboard");
  await thumb.button("Open navigation");
  await thumb.tap(page.getByRole("link", { name: "Live", exact: true }));
  await thumb.tap(page.getByRole("button", { name: "Create livestream" }).first());
  const dialog = page.getByRole("dialog", { name: "New livestream" });
  await thumb.type(dialog.getByLabel("Name"), "Stage camera");
  await thumb.button("Create", dialog);
  await page.waitForURL(/\/live\/\d+$/);
  await thumb.button("Send test stream");
  await expect(page.getByText("Stream is live").first()).toBeVisible({ timeout: LIVE_PATIENCE_MS });
  await thumb.expectEase();
  await thumb.tap(
    page.getByRole("navigation", { name: "Livestream sections" }).getByRole("link", { name: "Health", exact: true }),
  );
  await expect(page.getByRole("listitem").filter({ hasText: "Keyframes" })).toContainText("Healthy");
  await thumb.button("Pause");
  await thumb.button("Pause", page.getByRole("dialog"));
  await thumb.button("Unpause");
  await thumb.button("Unpause", page.getByRole("dialog"));
  await thumb.button("End session");
  await thumb.button("End session", page.getByRole("dialog"));
  await expect(page.getByText("Stream is not active").first()).toBeVisible();
  await thumb.expectEase();
});

test("a person is invited, and answers on a phone of their own", async ({ page, browser, product }) => {
  const guest = await people.person("Gwen Guest");
  await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
  const thumb = await open(page, place.owner, "/users");
  await thumb.button("Invite");
  const dialog = page.getByRole("dialog");
  await thumb.type(dialog.getByLabel("Email addresses"), guest.email);
  await thumb.tap(dialog.getByLabel("Role").first());
  await thumb.tap(page.getByRole("option", { name: "Viewer" }));
  await thumb.button("Send invitation", dialog);
  await expect(page.getByText("1 invitation is sent.")).toBeVisible();
  await thumb.tap(page.getByRole("tab", { name: "Invitations" }));
  await thumb.choose(`Actions for ${guest.email}`, "Copy link");
  const link = await page.evaluate(() => navigator.clipboard.readText());
  await thumb.expectEase();

  const theirs = await browser.newContext(PHONE);
  const answer = new Thumb(await theirs.newPage());
  await answer.page.goto(link);
  await expect(answer.page.getByText(`This invitation is for ${guest.email}.`)).toBeVisible();
  await answer.button("Sign in");
  await answer.type(answer.page.getByLabel("Email"), guest.email);
  await answer.type(answer.page.getByLabel("Password", { exact: true }), PASSWORD);
  await answer.button("Sign in");
  await answer.button("Join");
  await answer.page.waitForURL(`${product.urls.console}/dashboard`);
  await answer.expectEase();
  await theirs.close();
});

test("an account and a project are suspended with a reason, and opened again", async ({ page }) => {
  const account = await people.place("Loud Films", "Hall One");
  const thumb = await open(page, superuser, "/advanced/accounts");
  const dialog = page.getByRole("dialog");
  const suspend = async (name: string) => {
    await thumb.choose(`Actions for ${name}`, "Suspend");
    await thumb.type(dialog.getByRole("textbox", { name: "Reason" }), "Music without a licence");
    await thumb.button("Suspend", dialog);
    await expect(row(page, name)).toContainText("Suspended");
    await thumb.expectEase();
  };
  await thumb.type(page.getByRole("searchbox"), "Loud Films");
  await suspend("Loud Films");
  await thumb.choose("Actions for Loud Films", "Reopen");
  await expect(row(page, "Loud Films")).toContainText("Active");
  await page.goto(new URL(`/advanced/projects?account=${account.accountId}`, page.url()).href);
  await suspend("Hall One");
  await thumb.choose("Actions for Hall One", "Resume");
  await expect(row(page, "Hall One")).toContainText("Active");
});

test("a worker is drained and resumed", async ({ page }) => {
  const thumb = await open(page, superuser, "/advanced/transcoding");
  const worker = page.getByRole("list", { name: "Workers" }).getByRole("listitem").first();
  await thumb.tap(worker.getByRole("button", { name: /^Actions for/ }));
  await thumb.tap(page.getByRole("menuitem", { name: "Drain" }));
  await thumb.button("Drain", page.getByRole("dialog"));
  await expect(worker).toContainText(/Drain(?:ing|ed)/);
  await thumb.tap(worker.getByRole("button", { name: /^Actions for/ }));
  await thumb.tap(page.getByRole("menuitem", { name: "Resume" }));
  await expect(worker).not.toContainText(/Drain(?:ing|ed)/);
  await thumb.expectEase();
});

test("a video of any account is taken down", async ({ page }) => {
  const id = await aVideo("Borrowed footage");
  const thumb = await open(page, superuser, "/advanced/videos");
  await thumb.type(page.getByRole("searchbox"), "borrowed footage");
  await thumb.choose("Actions for Borrowed footage", "Take down");
  const dialog = page.getByRole("dialog");
  await thumb.type(dialog.getByRole("textbox", { name: "Reason" }), "Notice 12 of the rights holder");
  await thumb.type(dialog.getByRole("textbox", { name: "Message" }), "Removed at the request of its owner.");
  await thumb.button("Take down", dialog);
  await expect(page.getByText("Taken down: Notice 12 of the rights holder")).toBeVisible();
  await thumb.expectEase();
  await thumb.tap(page.getByRole("link", { name: "Borrowed footage" }));
  await page.waitForURL(new RegExp(`/advanced/videos/${id}$`));
  await expect(page.getByRole("table", { name: "Log" })).toContainText("Taken down by the operator");
  await thumb.expectEase();
});

test("the videos of a playlist are put into another order with buttons", async ({ page }) => {
  const { id: playlistId } = await insertRow(people, "playlists", {
    project_id: place.projectId,
    account_id: place.accountId,
    hash: newHash(),
    name: "Talks",
    type: "manual",
  });
  for (const [position, title] of ["Anchor", "Beacon", "Crane"].entries())
    await insertRow(people, "playlist_items", {
      playlist_id: playlistId,
      project_id: place.projectId,
      video_id: await aVideo(title),
      position,
    });
  const thumb = await open(page, place.owner, `/playlist/${playlistId}/manage`);
  const order = page.getByRole("list", { name: "Order" }).getByRole("link");
  await expect(order).toHaveText(["Anchor", "Beacon", "Crane"]);
  await thumb.button("Move Crane up");
  await expect(order).toHaveText(["Anchor", "Crane", "Beacon"]);
  await thumb.button("Move Anchor down");
  await expect(order).toHaveText(["Crane", "Anchor", "Beacon"]);
  await thumb.expectEase();
});

test("the editor of a player shows its preview while one sets", async ({ page }) => {
  // Something for the preview to show.
  await aVideo("Walk through the hall");
  const thumb = await open(page, place.owner, "/player");
  await thumb.tap(page.getByRole("button", { name: "New player" }).first());
  const dialog = page.getByRole("dialog");
  await thumb.type(dialog.getByRole("textbox", { name: "Title" }), "Booth");
  await thumb.button("Create player", dialog);
  const preview = page.locator('iframe[title^="Preview"]');
  await expect(preview).toBeVisible();
  await thumb.tap(page.locator("summary").filter({ hasText: "Controls" }));
  await thumb.tap(page.getByRole("switch").last());
  await expect(preview).toBeInViewport({ ratio: 0.9 });
  await thumb.button("Publish");
  await expect(page.getByRole("button", { name: "Publish" })).toBeDisabled();
  await thumb.expectEase();
});
