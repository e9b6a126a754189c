import { randomBytes } from "node:crypto";
import { insertRow, insertRows, selectRow, updateRows } from "@kinora/db/testing-rows.ts";
import type { Page } from "@playwright/test";
import { obstacles, pixelsTooWide } from "./accessibility.ts";
import { follow } from "./in-page.ts";
import { patient } from "./patience.ts";
import { expect, test } from "./product.ts";
import { sharedEdge, sharedPeople, sharedPlace } from "./shared.ts";

const edge = sharedEdge();
const people = sharedPeople();
const place = sharedPlace(people, "Harbour Pictures", "North Quay");

test.describe.configure({ mode: "serial" });
test.beforeAll(async () => {
  await insertRows(
    people,
    "videos",
    ["Anchor", "Beacon", "Crane", "Drydock"].map((title, index) => ({
      project_id: place.projectId,
      account_id: place.accountId,
      hash: randomBytes(8).toString("hex"),
      title,
      status: "complete" as const,
      published: title !== "Crane",
      published_at: title === "Crane" ? null : new Date(),
      playable: true,
      version: 1,
      duration_seconds: 60 * (index + 1),
    })),
  );
});

const order = (page: Page) => page.getByRole("list", { name: "Order" }).getByRole("link");

// spec: 1.10, 2.50
test("a playlist is put together by adding, dragging and with the keyboard", async ({ page }) => {
  await people.arrive(page, place.owner, "/playlist");
  await expect(page.getByText("No playlists yet")).toBeVisible();
  await page.getByRole("button", { name: "New playlist" }).first().click();
  const dialog = page.getByRole("dialog", { name: "New playlist" });
  await dialog.getByRole("button", { name: "Create playlist" }).click();
  await expect(dialog.getByText("Name can not be empty.")).toBeVisible();
  await dialog.getByRole("textbox", { name: "Name" }).fill("Evening");
  await dialog.getByRole("button", { name: "Create playlist" }).click();
  await page.waitForURL(/\/playlist\/\d+\/manage$/);
  for (const title of ["Anchor", "Beacon", "Crane"]) await page.getByRole("button", { name: `Add ${title}` }).click();
  await expect(order(page)).toHaveText(["Anchor", "Beacon", "Crane"]);
  await expect(page.getByText("3 videos · 6:00")).toBeVisible();
  await expect(page.getByRole("list", { name: "Order" }).getByText("Unpublished")).toBeVisible();

  const handle = (title: string) => page.getByRole("button", { name: `Move ${title}: arrow keys, or drag` });
  await handle("Crane").dragTo(handle("Anchor"));
  await expect(order(page)).toHaveText(["Crane", "Anchor", "Beacon"]);
  await handle("Beacon").press("Alt+ArrowUp");
  await expect(order(page)).toHaveText(["Crane", "Beacon", "Anchor"]);
  await page.getByRole("button", { name: "Move Anchor to the top" }).click();
  await page.getByRole("textbox", { name: "Position of Crane" }).fill("3");
  await page.getByRole("textbox", { name: "Position of Crane" }).press("Enter");
  await expect(order(page)).toHaveText(["Anchor", "Beacon", "Crane"]);
  await page.getByRole("button", { name: "Sort by" }).click();
  await page.getByRole("menuitem", { name: "Reverse order" }).click();
  await expect(order(page)).toHaveText(["Crane", "Beacon", "Anchor"]);
  await page.reload();
  await expect(order(page)).toHaveText(["Crane", "Beacon", "Anchor"]);

  await page.getByRole("link", { name: "View playlist" }).click();
  await expect(page.getByRole("textbox", { name: "JS embed code" })).toHaveValue(/embed\.js/);
  await page.getByRole("link", { name: "Playlists" }).first().click();
  const row = page.locator("[data-row]").filter({ hasText: "Evening" });
  await expect(row).toContainText("6:00");

  const { id } = await selectRow(people, "playlists", { project_id: place.projectId }, "id");
  const played = { project_id: place.projectId, playlist_id: id, day: new Date().toISOString().slice(0, 10) };
  await insertRow(people, "playlist_days", { ...played, plays: 1_234 });
  await page.reload();
  await expect(page.getByRole("columnheader", { name: "Plays, 28 d" })).toBeVisible();
  await expect(row).toContainText("1,234");
  await row.getByRole("link", { name: "Evening" }).click();
  await expect(page.getByText("3 videos · 6:00 · 1,234 plays in 28 days")).toBeVisible();
});

test("a playlist's feed says to directories of podcasts what they ask for", async ({ page, product }) => {
  const { id, hash } = await selectRow(
    people,
    "playlists",
    { project_id: place.projectId, name: "Evening" },
    "id",
    "hash",
  );
  await people.arrive(page, place.owner, `/playlist/${id}/manage`);
  await expect(page.getByRole("combobox", { name: "Podcast category" })).toBeHidden();
  await page.getByRole("switch", { name: "Public RSS feed" }).check();
  await page.getByRole("combobox", { name: "Podcast category" }).fill("document");
  await page.getByRole("option", { name: "Documentary" }).click();
  await page.getByRole("combobox", { name: "Language" }).fill("German");
  await page.getByRole("option", { name: "German", exact: true }).click();
  await page.getByRole("textbox", { name: "Author" }).fill("North Quay");
  await page.getByRole("textbox", { name: "Owner's email" }).fill("nobody");
  await page.getByRole("button", { name: "Save changes" }).click();
  await expect(page.getByText("Email must look like name@example.com.")).toBeVisible();
  await page.getByRole("textbox", { name: "Owner's email" }).fill("talks@example.com");
  await page.getByRole("button", { name: "Save changes" }).click();
  await expect(page.getByText("Playlist is saved.").first()).toBeVisible();
  expect(await obstacles(page)).toEqual([]);

  const feed = await (await fetch(`${product.urls.edge}/feed/${hash}.xml`)).text();
  expect(feed).toContain('<itunes:category text="Society &amp; Culture"><itunes:category text="Documentary"/>');
  expect(feed).toContain("<language>de</language>");
  expect(feed).toContain("<itunes:email>talks@example.com</itunes:email>");
});

test("a smart playlist counts what its rules find while they are written", { tag: "@slow" }, async ({ page }) => {
  await people.arrive(page, place.owner, "/playlist");
  await page.getByRole("button", { name: "New playlist" }).first().click();
  const dialog = page.getByRole("dialog", { name: "New playlist" });
  await dialog.getByRole("textbox", { name: "Name" }).fill("Long ones");
  await dialog.getByText("Smart", { exact: true }).click();
  await dialog.getByRole("button", { name: "Create playlist" }).click();
  await page.waitForURL(/\/playlist\/\d+\/manage$/);
  await expect(page.getByText("3 videos match")).toBeVisible();
  await page.getByRole("textbox", { name: "Duration is: From" }).fill("1.5");
  await expect(page.getByText("2 videos match")).toBeVisible();
  await page.getByRole("textbox", { name: "Title contains" }).fill("dry");
  await expect(page.getByText("1 video matches")).toBeVisible();
  await page.getByRole("button", { name: "Save changes" }).click();
  await expect(page.getByText("Playlist is saved.").first()).toBeVisible();
  await page.getByRole("button", { name: "Pin Anchor" }).click();
  const result = page.getByRole("list", { name: "Viewers see" }).getByRole("link");
  await expect(result).toHaveText(["Anchor", "Drydock"]);
  expect(await obstacles(page)).toEqual([]);
});

test("videos join playlists from the library and from their page", { tag: "@slow" }, async ({ page }) => {
  await people.arrive(page, place.owner, "/video");
  for (const title of ["Anchor", "Drydock"])
    await page.locator("[data-row]").filter({ hasText: title }).getByRole("checkbox").check();
  await page.getByRole("button", { name: "Add to playlist" }).click();
  const dialog = page.getByRole("dialog", { name: "Add 2 videos to playlists" });
  await dialog.getByRole("button", { name: "Add", exact: true }).click();
  await expect(dialog.getByText("Choose at least one playlist.")).toBeVisible();
  await dialog.getByRole("combobox", { name: "Playlists" }).click();
  await page.getByRole("option", { name: "Evening" }).click();
  await dialog.getByRole("button", { name: "Add", exact: true }).click();
  await expect(page.getByText("Added to the playlists.").first()).toBeVisible();
  await expect(dialog).toBeHidden();
  await page.getByRole("link", { name: "Drydock" }).first().click();
  await page.waitForURL(/\/video\/\d+/);
  await expect(page.getByRole("list", { name: "Playlists" }).getByRole("link", { name: "Evening" })).toBeVisible();
});

test("a playlist is the loop of a new livestream, and of one that exists", { tag: "@slow" }, async ({ page }) => {
  await people.arrive(page, place.owner, "/live");
  await page.getByRole("button", { name: "Create livestream" }).first().click();
  const dialog = page.getByRole("dialog", { name: "New livestream" });
  await dialog.getByRole("textbox", { name: "Name" }).fill("Quay channel");
  await dialog.getByRole("button", { name: "More settings" }).click();
  await dialog.getByRole("radiogroup", { name: "Loop content" }).getByText("Playlist", { exact: true }).click();
  await dialog.getByRole("combobox", { name: "Loop content" }).fill("Even");
  await page.getByRole("option", { name: "Evening" }).click();
  expect(await obstacles(page)).toEqual([]);
  await dialog.getByRole("button", { name: "Create", exact: true }).click();
  await page.waitForURL(/\/live\/\d+/);
  const stream = () => selectRow(people, "streams", { name: "Quay channel" }, "loop_playlist_name", "loop_since");
  const created = await stream();
  expect(created.loop_playlist_name).toBe("Evening");
  expect(created.loop_since).not.toBeNull();
  await page
    .getByRole("link", { name: "Loop", exact: true })
    .or(page.getByRole("tab", { name: "Loop" }))
    .click();
  await expect(page.getByRole("link", { name: "Open “Evening”" })).toBeVisible();
  await expect(page.getByRole("table", { name: "Loop videos, in order" }).getByText("Anchor")).toBeVisible();

  await follow(page, "/playlist");
  await page.getByRole("link", { name: "Long ones" }).first().click();
  // Its row in the list has a button of that name, too.
  await page.waitForURL(/\/playlist\/\d+$/);
  await page.getByRole("button", { name: "Actions for Long ones" }).click();
  await page.getByRole("menuitem", { name: "Use as loop content of a livestream" }).click();
  const choosing = page.getByRole("dialog", { name: "Use as loop content" });
  await choosing.getByRole("combobox", { name: "Livestream" }).fill("Quay");
  await page.getByRole("option", { name: "Quay channel" }).click();
  await choosing.getByRole("button", { name: "Set loop" }).click();
  await expect(page.getByText("Loop is saved.").first()).toBeVisible();
  expect((await stream()).loop_playlist_name).toBe("Long ones");
});

test("a playlist's page lists where it is embedded", { tag: "@slow" }, async ({ page, product }) => {
  const { id, hash } = await people.db
    .updateTable("playlists")
    .set({ published: true, updated_at: new Date() })
    .where("name", "=", "Evening")
    .where("project_id", "=", place.projectId)
    .returning(["id", "hash"])
    .executeTakeFirstOrThrow();
  const embed = `${product.urls.edge}/embed/${hash}`;
  await expect.poll(async () => (await fetch(embed)).status).toBe(200);
  const frame = `<iframe referrerpolicy="no-referrer-when-downgrade" src="${embed}"></iframe>`;
  const elsewhere = new URL(await edge.pageElsewhere(`<!doctype html><title>A page</title>${frame}`));
  await page.goto(`${elsewhere.href}post?visitor=7`);
  await expect(page.frameLocator("iframe").locator(".kinora-playlist-title").first()).toBeVisible();

  await people.arrive(page, place.owner, `/playlist/${id}`);
  const places = page.getByRole("region", { name: "Where it is embedded" });
  await expect(async () => {
    await page.reload();
    await expect(places.getByText(`${elsewhere.host}/post`)).toBeVisible({ timeout: patient(2_000) });
  }).toPass();
  await expect(places.getByText("Allowed")).toBeVisible();
  await expect(places).not.toContainText("visitor");
  expect(await obstacles(page)).toEqual([]);

  // The code to copy beside it wraps within its box.
  const code = page.getByRole("textbox", { name: "Iframe embed code" });
  expect(await code.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)).toBe(0);
});

/** Goes to the last moment of the video that plays. */
const nearEnd = (page: Page) =>
  page.locator("video").evaluate((video: HTMLVideoElement) => {
    video.currentTime = video.duration - 0.3;
  });
const current = (page: Page) => page.locator('.kinora-playlist-item[aria-current="true"] .kinora-playlist-title');
const isPlaying = (page: Page) =>
  page.locator("video").evaluate((video: HTMLVideoElement) => !video.paused && video.currentTime > 0.2);

test("an embedded playlist plays to its end in one media element, past what is not published", async ({ page }) => {
  const { db } = edge.services;
  const [one, two, three] = [
    await edge.addVideo({ title: "One" }),
    await edge.addVideo({ title: "Two" }),
    await edge.addVideo({ title: "Three" }),
  ];
  const hidden = await edge.addVideo({ title: "Hidden", published: false });
  const hash = await edge.addPlaylist([one, hidden, two, three], { feed: true });
  const errors: string[] = [];
  page.on("pageerror", ({ message }) => errors.push(message));
  await page.goto(`${edge.url}/embed/${hash}`);
  await expect(page.locator(".kinora-playlist-title")).toHaveText(["One", "Two", "Three"]);
  await page.locator(".kinora-start-button").click();
  await expect.poll(() => isPlaying(page)).toBe(true);
  await page.locator("video").evaluate((video) => Reflect.set(globalThis, "firstVideo", video));
  // While the first one plays, the second one is made private.
  await updateRows(db, "videos", { id: two.id }, { published: false });
  await nearEnd(page);
  await expect(page.getByText("Up next")).toBeVisible();
  expect(await obstacles(page)).toEqual([]);
  await page.getByRole("button", { name: "Play now" }).click();
  await expect(current(page)).toHaveText("Three");
  await expect(page.getByRole("button", { name: /Two/ })).toBeDisabled();
  await expect.poll(() => isPlaying(page)).toBe(true);
  expect(await page.locator("video").evaluate((video) => video === Reflect.get(globalThis, "firstVideo"))).toBe(true);
  await expect(page.locator("video")).toHaveCount(1);
  await nearEnd(page);
  await expect.poll(() => page.locator("video").evaluate((video: HTMLVideoElement) => video.ended)).toBe(true);
  await expect(page.getByText("Up next")).toHaveCount(0);
  expect(errors).toEqual([]);

  // It begins again where someone was.
  await page.getByRole("button", { name: "Previous video" }).click();
  await expect(current(page)).toHaveText("One");
  await expect.poll(() => isPlaying(page)).toBe(true);
  await page.locator("video").evaluate((video: HTMLVideoElement) => {
    video.currentTime = 7;
  });
  await expect
    .poll(() => page.evaluate((key) => localStorage.getItem(key), `kinora-playlist-${hash}`))
    .toContain(one.hash);
  await page.setViewportSize({ width: 390, height: 700 });
  await page.reload();
  await expect(current(page)).toHaveText("One");
  await expect.poll(() => pixelsTooWide(page)).toBe(0);

  const feed = await page.evaluate(async (address) => {
    const xml = new DOMParser().parseFromString(await (await fetch(address)).text(), "application/xml");
    return [xml.querySelectorAll("parsererror").length, xml.querySelectorAll("item").length];
  }, `${edge.url}/feed/${hash}.xml`);
  expect(feed).toEqual([0, 2]);
});
