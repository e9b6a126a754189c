import { readFile } from "node:fs/promises";
import { updateRows } from "@kinora/db/testing-rows.ts";
import { clip } from "@kinora/media/fixtures/clips.ts";
import type { FrameLocator, Page } from "@playwright/test";
import { expectFineOnAPhone, obstaclesInBothSchemes } from "./accessibility.ts";
import { LIVE_PATIENCE_MS } from "./patience.ts";
import { expect, test } from "./product.ts";
import { sharedEdge, sharedPeople, sharedPeopleProject, sharedPerson } from "./shared.ts";
import { makeUploads } from "./video-uploads.ts";

const TITLE = "Ferry at the northern pier";

const people = sharedPeople();
const superuser = sharedPerson(people, "Dora Demo", { superuser: true });
const project = sharedPeopleProject("Ferries");
const elsewhere = sharedEdge();
let hash: string;

test.beforeAll(async ({ product }) => {
  const uploads = await makeUploads(product, project);
  const footage = await readFile(await clip("streamable", { width: 640, height: 360, durationSeconds: 6 }));
  const videoId = await uploads.upload(footage);
  await uploads.untilVersion(videoId, 1);
  const video = await people.db
    .updateTable("videos")
    .set({ title: TITLE })
    .where("id", "=", videoId)
    .returning("hash")
    .executeTakeFirstOrThrow();
  hash = video.hash;
});

const stage = (page: Page) => page.getByRole("region", { name: "Player", exact: true });
const framed = (page: Page): FrameLocator => stage(page).frameLocator("iframe");
const load = (page: Page) => page.getByRole("button", { name: "Load player" }).click();
const place = (frame: FrameLocator) =>
  frame.locator("video[slot=media]").evaluate((video: HTMLVideoElement) => video.currentTime);

/** Waits for the frame's player; one that gets orders of the page takes the place of a first one. */
const hasPlayers = (page: Page, count: number) =>
  expect(
    stage(page)
      .getByRole("list", { name: /^Event/ })
      .getByText("ready", { exact: true }),
  ).toHaveCount(count);

async function plays(frame: FrameLocator): Promise<void> {
  // A person scrolls the picture out from under the console's bar.
  await frame.owner().evaluate((element) => element.scrollIntoView({ block: "center" }));
  await frame.locator(".kinora-start-button").click();
  await expect.poll(() => place(frame), { timeout: LIVE_PATIENCE_MS }).toBeGreaterThan(0.3);
}

test("a superuser plays a video of any account with settings and an ad, and sees figures, events and its codes", async ({
  page,
  product,
}) => {
  await people.arrive(page, superuser, "/advanced/player-demo");
  await expect(page.getByText("Nothing loaded yet")).toBeVisible();
  await load(page);
  await expect(page.getByText("Choose a video or livestream, or enter a URL.")).toBeVisible();

  await page.getByRole("combobox", { name: "Video or livestream" }).fill("northern pier");
  await page.getByRole("option", { name: TITLE }).click();
  const settings = page.getByRole("textbox", { name: "Player settings" });
  await settings.fill("{ radius: 24 }");
  await load(page);
  await expect(page.getByText(/Invalid JSON:/)).toBeVisible();
  await settings.fill('{ "radius": 400, "autostart": "always" }');
  await load(page);
  await expect(page.getByText(/^radius: This is a whole number/)).toBeVisible();
  await expect(page.getByText(/^autostart: /)).toBeVisible();
  expect(await obstaclesInBothSchemes(page)).toEqual([]);

  await settings.fill('{ "radius": 24 }');
  await load(page);
  const frame = framed(page);
  await hasPlayers(page, 2);
  await expect(frame.locator(".kinora-player")).toHaveCSS("border-radius", "24px");
  await plays(frame);
  const figures = stage(page).locator('dl[aria-label="Playback figures"]');
  await expect(figures).toContainText("640");
  await expect(figures).toContainText(/First frame[\d,]+ ms/);
  await expect(figures).toContainText(/bps/);
  await expect(stage(page).getByRole("list", { name: /^Event/ })).toContainText("playing");
  await expect(stage(page).getByRole("textbox", { name: "Iframe embed code" })).toHaveValue(
    new RegExp(`/embed/${hash}`),
  );
  await expect(stage(page).getByText("No restrictions apply.")).toBeVisible();
  expect(await obstaclesInBothSchemes(page)).toEqual([]);

  await page.getByRole("textbox", { name: "Ad tag" }).fill(`${product.urls.edge}/demo/vast/linear.xml`);
  await load(page);
  await expect(stage(page).locator("iframe")).toHaveAttribute("src", /ads=draft/);
  // The settings begin another one, and the ad.
  await hasPlayers(page, 3);
  await frame.locator(".kinora-start-button").click();
  await expect
    .poll(() => frame.locator(".kinora-ad-video").evaluate((video: HTMLVideoElement) => video.currentTime), {
      timeout: LIVE_PATIENCE_MS,
    })
    .toBeGreaterThan(0.2);
  await expect(stage(page).getByRole("list", { name: /^Event/ })).toContainText("ad impression");
});

test("an address of another server plays in the browser, and an unknown one or ID is refused in place", async ({
  page,
}) => {
  await people.arrive(page, superuser, "/advanced/player-demo");
  const address = page.getByRole("textbox", { name: "ID or URL" });
  await address.fill("javascript:alert(1)");
  await load(page);
  await expect(page.getByText("Enter a public ID or a URL that starts with https:// or http://.")).toBeVisible();
  await address.fill("nosuchhash12");
  await load(page);
  await expect(page.getByText(/No playable video and no livestream of this installation has this ID/)).toBeVisible();

  const video = await elsewhere.addVideo();
  await address.fill(`${elsewhere.url}/hls/${video.hash}/master.m3u8`);
  await load(page);
  await hasPlayers(page, 2);
  await plays(framed(page));
  await expect(stage(page).getByText("Embed code", { exact: true })).toHaveCount(0);

  await address.fill(`${elsewhere.url}/hls/nosuchvideo1/master.m3u8`);
  await load(page);
  await expect(stage(page).locator("iframe")).toHaveAttribute("title", /nosuchvideo1/);
  await hasPlayers(page, 2);
  await framed(page).locator(".kinora-start-button").click();
  await expect(stage(page).getByRole("list", { name: /^Event/ })).toContainText("problem:");
});

test("a viewer without a pass gets what the embed page gives them", async ({ page }) => {
  await updateRows(people, "videos", { hash }, { published: false });
  await people.arrive(page, superuser, "/advanced/player-demo");
  await page.getByRole("textbox", { name: "ID or URL" }).fill(hash);
  await page.getByText("Viewer", { exact: true }).click();
  await page.getByRole("textbox", { name: "Token" }).fill("not-a-token");
  await load(page);
  await expect(framed(page).getByText("This video is not available")).toBeVisible();
  await page.getByText("Superuser", { exact: true }).click();
  await load(page);
  await expect(stage(page).locator("iframe")).toHaveAttribute("src", /token=(?!not-a-token)/);
  await plays(framed(page));
});

test("the formats of the installation play side by side, and what it lacks is said", async ({ page }) => {
  await people.arrive(page, superuser, "/advanced/player-demo");
  await page.getByRole("button", { name: "Load the formats" }).click();
  await expect(page.getByRole("heading", { level: 3 })).toHaveCount(5);
  for (const format of ["HLS", "MP4 file", "Audio only"])
    await expect(page.frameLocator(`iframe[title="Player: ${format}"]`).locator(".kinora-start-button")).toBeVisible();
  await page.getByRole("button", { name: "Play all muted" }).click();
  for (const format of ["HLS", "MP4 file", "Audio only"])
    await expect
      .poll(() => place(page.frameLocator(`iframe[title="Player: ${format}"]`)), { timeout: LIVE_PATIENCE_MS })
      .toBeGreaterThan(0.3);
  await expectFineOnAPhone(page);
});

test("what fails is said and tried again", async ({ page }) => {
  await page.route("**/advanced/player-demo/formats", (route) =>
    route.fulfill({ status: 503, json: { code: "unavailable", message: "The database is away." } }),
  );
  await people.arrive(page, superuser, "/advanced/player-demo");
  await page.getByRole("button", { name: "Load the formats" }).click();
  await expect(page.getByRole("alert")).toContainText("The database is away.");
  await page.unroute("**/advanced/player-demo/formats");
  await page.getByRole("button", { name: "Retry" }).click();
  await expect(page.getByRole("heading", { name: "HLS" })).toBeVisible();
});

test("the page is for superusers: an owner is led to the dashboard, and the API refuses them", async ({
  page,
  product,
}) => {
  const { owner } = await people.place("Ferry Films");
  await people.arrive(page, owner, "/dashboard");
  await page.goto(new URL("/advanced/player-demo", page.url()).href);
  await expect(page).toHaveURL(/\/dashboard$/);
  for (const path of ["items", "formats"])
    expect((await page.request.get(`${product.urls.api}/advanced/player-demo/${path}`)).status()).toBe(403);
});
