import { readFile, rename, writeFile } from "node:fs/promises";
import { insertRow } from "@kinora/db/testing-rows.ts";
import { clip } from "@kinora/media/fixtures/clips.ts";
import type { Page } from "@playwright/test";
import { expectMoving } from "./moving-picture.ts";
import { until } from "./pipeline-project.ts";
import { expect, test } from "./product.ts";
import { signInTo } from "./project-people.ts";
import { sharedPeopleProject, sharedProduct } from "./shared.ts";
import { toast } from "./toasts.ts";
import { makeUploads, type VideoUploads } from "./video-uploads.ts";

const kinora = sharedProduct();
const project = sharedPeopleProject("Harbor Films");
let uploads: VideoUploads;
let videoId: number;

test.beforeAll(async () => {
  uploads = await makeUploads(kinora, project);
  const film = await clip("streamable", { width: 1280, height: 720, durationSeconds: 6, fps: "10" });
  videoId = await uploads.upload(await readFile(film));
  await uploads.untilVersion(videoId, 1);
});
test.describe.configure({ mode: "serial" });

const address = (tab: string) => `/video/${videoId}?tab=${tab}`;
const row = (page: Page, label: string) =>
  page
    .getByRole("table", { name: "Renditions", exact: true })
    .getByRole("row")
    .filter({ has: page.getByRole("cell", { name: new RegExp(`^${label} `) }) });
const choose = async (page: Page, label: string, action: string) => {
  await page.getByRole("button", { name: `Actions for ${label}` }).click();
  await page.getByRole("menuitem", { name: action }).click();
};

test("files: a rendition is deleted, the missing one is added again, one is re-encoded, and each shows its quality", async ({
  page,
}) => {
  await signInTo(page, kinora, project.owner, address("media"));
  await expect(row(page, "720p")).toContainText("1280 × 720");
  await expect(row(page, "720p")).toContainText("Complete");
  await choose(page, "720p", "Delete");
  await page.getByRole("dialog").getByRole("button", { name: "Delete" }).click();
  await toast(page, "Rendition is deleted.");
  await expect(page.getByText("The project's resolutions also include 720p.")).toBeVisible();
  await page.getByRole("button", { name: "Add missing" }).click();
  await toast(page, "The missing renditions are queued.");
  await uploads.untilVersion(videoId, 2);
  await expect(row(page, "720p")).toContainText("Complete");
  await choose(page, "360p", "Re-encode");
  await toast(page, "The rendition is queued again.");
  await uploads.untilVersion(videoId, 3);
  // Measured when nobody waits for a video.
  await expect(row(page, "360p")).toContainText(/(Excellent|Good|Fair|Poor) [01]\.\d{3}/);
  await expect(row(page, "720p")).toContainText(/(Excellent|Good|Fair|Poor) [01]\.\d{3}/);
  await expect(row(page, "360p")).toContainText(/\d s/);
});

test("files: the addresses that are copied work for everyone once the video is published", async ({
  page,
  context,
}) => {
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  await signInTo(page, kinora, project.owner, address("media"));
  await page.getByRole("switch", { name: /^Published/ }).press("Space");
  await until("it is published", async () => (await uploads.read(videoId)).published);
  const copied = async () => page.evaluate(() => navigator.clipboard.readText());
  await choose(page, "360p", "Copy MP4 URL");
  await toast(page, "MP4 URL of 360p is copied to clipboard");
  expect((await page.request.get(await copied())).headers()["content-type"]).toBe("video/mp4");
  await choose(page, "360p", "Copy HLS URL");
  await toast(page, "HLS URL of 360p is copied to clipboard");
  expect(await (await page.request.get(await copied())).text()).toContain("#EXT-X-ENDLIST");
  await page.getByRole("button", { name: "Copy HLS URL" }).click();
  await toast(page, "HLS URL is copied to clipboard");
  const master = await (await page.request.get(await copied())).text();
  expect(master).toContain("360p/index.m3u8");
  expect(master).toContain("720p/index.m3u8");
});

test("files: a rendition that cannot be made says why with the tool's last lines, and what plays continues", async ({
  page,
}) => {
  const { source_key: key } = await uploads.read(videoId);
  const source = `${kinora.dataDir}/media/${key}`;
  await rename(source, `${source}.kept`);
  await writeFile(source, "no film at all\n".repeat(100));
  await signInTo(page, kinora, project.owner, address("media"));
  await choose(page, "360p", "Re-encode");
  await expect(page.getByText("The last encode failed")).toBeVisible();
  await page.getByText(/^Last (line|\d+ lines) of the log$/).click();
  await expect(page.getByRole("textbox", { name: /of the log$/ })).toHaveValue(/\S/);
  expect(await uploads.read(videoId)).toMatchObject({ status: "complete", playable: true, version: 3 });
  await rename(`${source}.kept`, source);
});

test("poster: the player's present frame becomes the poster, and the toast takes it back", async ({ page }) => {
  await signInTo(page, kinora, project.owner, address("media"));
  const player = page.frameLocator('iframe[title^="Preview of"]');
  await player.locator(".kinora-start-button").click();
  await expect
    .poll(() => player.locator("video").evaluate((video: HTMLVideoElement) => video.currentTime))
    .toBeGreaterThan(1);
  await player.locator("video").evaluate((video: HTMLVideoElement) => {
    video.pause();
    video.currentTime = 3.4;
  });
  await page.getByRole("button", { name: "Use frame at 00:03.4" }).click();
  await toast(page, "The poster is being created.");
  await until("it is chosen by hand", async () => (await uploads.read(videoId)).poster > 0);
  await expect(page.getByText("Custom poster", { exact: true })).toBeVisible();
  await page.getByRole("button", { name: "Reset to the automatic poster" }).click();
  await toast(page, "The video's own poster is restored.");
  await expect(page.getByText("Picked automatically")).toBeVisible();
  await page.getByRole("button", { name: "Undo" }).last().click();
  await toast(page, "The poster is restored.");
  await expect(page.getByText("Custom poster", { exact: true })).toBeVisible();
});

test("poster: the preview moves under the pointer in an embed nobody has played, until it is switched off", async ({
  page,
}) => {
  const { hash } = await uploads.read(videoId);
  const moving = page.locator("canvas.kinora-moving");
  await page.goto(`${kinora.urls.edge}/embed/${hash}`);
  await page.locator("media-controller").hover();
  await expect(moving).toBeVisible();
  await page.locator(".kinora-start-button").click();
  await expect(moving).toHaveCount(0);
  await signInTo(page, kinora, project.owner, address("media"));
  await page.getByRole("switch", { name: "Preview on hover" }).press("Space");
  await toast(page, "Animated preview off.");
  // The edge hears of it a moment later.
  await expect
    .poll(async () => {
      await page.goto(`${kinora.urls.edge}/embed/${hash}`);
      return (await page.locator("#kinora").getAttribute("data-page")) ?? "";
    })
    .toContain('"moving_preview":false');
  await expect(page.locator("media-controller")).toBeVisible();
});

test("embed: a QR code of the share link to look at and to save, an oEmbed URL and a picture that answer", async ({
  page,
}) => {
  await signInTo(page, kinora, project.owner, address("embed"));
  const { hash } = await uploads.read(videoId);
  await expect(page.getByRole("img", { name: `QR code of ${kinora.urls.edge}/v/${hash}` })).toBeVisible();
  const saving = page.waitForEvent("download");
  await page.getByRole("button", { name: "Save as SVG" }).click();
  const saved = await saving;
  expect(saved.suggestedFilename()).toBe(`${hash}.svg`);
  expect(await readFile(await saved.path(), "utf8")).toMatch(/^(<\?xml[^>]*>\s*)?<svg/);
  const oembed = await page.getByRole("textbox", { name: "oEmbed URL" }).inputValue();
  expect(await (await page.request.get(oembed)).json()).toMatchObject({ type: "video", version: "1.0" });
  const moment = await page.getByRole("textbox", { name: "Frame URL" }).inputValue();
  expect(moment).toContain(`${kinora.urls.edge}/thumb/${hash}.jpg?time=`);
  const picture = await page.request.get(moment);
  expect([picture.status(), picture.headers()["content-type"]]).toEqual([200, "image/jpeg"]);
});

test("files: what was uploaded to pass through is its own rendition and plays", async ({ page }) => {
  const id = await uploads.upload(await readFile(await clip("bidirectional")), undefined, "passthrough");
  const { hash } = await uploads.untilVersion(id, 1);
  await signInTo(page, kinora, project.owner, `/video/${id}?tab=media`);
  await expect(row(page, "180p")).toContainText("Copied");
  await page.getByRole("switch", { name: /^Published/ }).press("Space");
  await until("it is published", async () => (await uploads.read(id)).published);
  await page.goto(`${kinora.urls.edge}/embed/${hash}`);
  await page.locator(".kinora-start-button").click();
  await expectMoving(page);
  expect(await page.locator("video").evaluate((video: HTMLVideoElement) => video.videoHeight)).toBe(180);
});

test("details: a category and tags are completed from 3 letters on, and made in place", async ({ page }) => {
  await signInTo(page, kinora, project.owner, `/video/${videoId}`);
  await insertRow(project, "tags", {
    project_id: project.projectId,
    account_id: project.accountId,
    name: "Lighthouse",
  });
  const category = page.getByRole("combobox", { name: "Category" });
  await category.fill("Ha");
  await expect(page.getByText("Minimum 3 characters")).toBeVisible();
  await category.fill("Harbors");
  await page.getByRole("option", { name: "Add the category “Harbors”" }).click();
  await toast(page, "Category is saved successfully.");
  await expect(category).toHaveValue("Harbors");
  const tags = page.getByRole("combobox", { name: "Tags" });
  // A field at the lower edge lies under the bar of unsaved changes, until it has the focus.
  await expect(page.getByRole("region", { name: "You have unsaved changes." })).toBeVisible();
  const isSeen = (field: Element) => {
    const { left, bottom } = field.getBoundingClientRect();
    return document.elementFromPoint(left + 4, bottom - 4) === field;
  };
  await page.setViewportSize({ width: 1280, height: 480 });
  await tags.evaluate((field) => scrollBy(0, field.getBoundingClientRect().bottom - innerHeight + 24));
  expect(await tags.evaluate(isSeen)).toBe(false);
  await tags.focus();
  await expect.poll(() => tags.evaluate(isSeen)).toBe(true);
  await page.setViewportSize({ width: 1280, height: 720 });
  const asked = page.waitForRequest((request) => request.url().includes("/tags/options?search=light"));
  await tags.fill("LIGHT");
  await asked;
  await page.getByRole("option", { name: "Lighthouse" }).click();
  await page.getByRole("combobox", { name: "Tags" }).fill("night, boats");
  await page.getByRole("combobox", { name: "Tags" }).press("Enter");
  await page.getByRole("button", { name: "Remove boats" }).click();
  await page.keyboard.press("Control+s");
  await toast(page, "Video meta data is saved.");
  const names = await project.db
    .selectFrom("video_tags")
    .innerJoin("tags", "tags.id", "video_tags.tag_id")
    .select("tags.name")
    .where("video_tags.video_id", "=", videoId)
    .orderBy("tags.name")
    .execute();
  expect(names.map(({ name }) => name)).toEqual(["Lighthouse", "night"]);
});

test("a deleted video is taken back by the toast, as it was", async ({ page }) => {
  const { published, hash } = await uploads.read(videoId);
  await signInTo(page, kinora, project.owner, `/video/${videoId}`);
  await page.getByRole("button", { name: "More actions" }).click();
  await page.getByRole("menuitem", { name: "Delete video" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Move to trash" }).click();
  await toast(page, "Video is deleted.");
  await page.getByRole("button", { name: "Undo" }).click();
  await toast(page, "Video is restored.");
  expect(await uploads.read(videoId)).toMatchObject({ deleted_at: null, status: "complete", published, hash });
});
