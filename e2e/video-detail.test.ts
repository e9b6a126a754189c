import { randomBytes } from "node:crypto";
import { readFile } from "node:fs/promises";
import { updateRows } from "@kinora/db/testing-rows.ts";
import { clip } from "@kinora/media/fixtures/clips.ts";
import type { Page } from "@playwright/test";
import { TRANSCODING_PATIENCE_MS } from "./patience.ts";
import { until } from "./pipeline-project.ts";
import { expect, test } from "./product.ts";
import { signInTo } from "./project-people.ts";
import { sharedPeopleProject, sharedProduct } from "./shared.ts";
import { toast } from "./toasts.ts";
import { makeUploads, type VideoUploads } from "./video-uploads.ts";

const CAPTIONS = "WEBVTT\n\n00:00.000 --> 00:05.000\nHello from the captions\n";

const kinora = sharedProduct();
const project = sharedPeopleProject("Harbor Films");
let uploads: VideoUploads;
let videoId: number;

async function uploadVideo(): Promise<number> {
  const id = await uploads.upload(
    await readFile(await clip("streamable", { width: 640, height: 360, durationSeconds: 6 })),
  );
  await uploads.untilVersion(id, 1);
  return id;
}

test.beforeAll(async () => {
  uploads = await makeUploads(kinora, project);
  videoId = await uploadVideo();
});

const read = () => uploads.read(videoId);
const address = (tab: string) => `/video/${videoId}?tab=${tab}`;

async function chooseCaptions(page: Page, name: string, text: string): Promise<void> {
  await page.getByRole("button", { name: "Add captions" }).click();
  await page
    .getByRole("dialog")
    .getByLabel("File")
    .setInputFiles({ name, mimeType: "text/vtt", buffer: Buffer.from(text) });
  await page.getByRole("dialog").getByRole("button", { name: "Save" }).click();
}

async function publish(page: Page, id: number) {
  await page.getByRole("switch", { name: /^Published/ }).press("Space");
  await until("it is published", async () => (await uploads.read(id)).published);
  return uploads.read(id);
}

test(
  "captions: a broken file is refused with its line, a good one reaches the player's captions button",
  { tag: "@slow" },
  async ({ page }) => {
    const id = await uploadVideo();
    await signInTo(page, kinora, project.owner, `/video/${id}?tab=media`);
    await expect(page.getByText("No captions yet.")).toBeVisible();
    await chooseCaptions(page, "broken.vtt", "WEBVTT\n\n00:01.000 --> soon\nHello\n");
    await expect(page.getByRole("dialog").getByText(/Line 3: "00:01.000 --> soon" is not a time/)).toBeVisible();
    await page.getByRole("dialog").getByRole("button", { name: "Cancel" }).click();
    await chooseCaptions(page, "captions.vtt", CAPTIONS);
    await toast(page, "Captions are saved.");
    await expect(page.getByRole("cell", { name: "English", exact: true }).first()).toBeVisible();

    await expect(page.getByRole("dialog")).toHaveCount(0);
    const { hash } = await publish(page, id);
    await page.goto(`${kinora.urls.edge}/embed/${hash}?muted=1`);
    await page.locator(".kinora-start-button").click();
    await expect(page.locator("media-captions-button")).toBeVisible();
    await page.locator("media-captions-button").click();
    const shown = () =>
      page
        .locator("video")
        .evaluate((video: HTMLVideoElement) =>
          [...video.textTracks]
            .filter(({ mode, kind }) => mode === "showing" && kind !== "metadata")
            .flatMap(({ cues }) => [...(cues ?? [])].map((cue) => (cue as VTTCue).text)),
        );
    await expect.poll(shown).toContain("Hello from the captions");
  },
);

test("captions: their text is edited beside the picture and its sound, and the library finds what is said", async ({
  page,
}) => {
  await signInTo(page, kinora, project.owner, address("media"));
  await expect(page.getByText("No captions yet.")).toBeVisible();
  await chooseCaptions(page, "captions.vtt", CAPTIONS);
  await toast(page, "Captions are saved.");
  await page.getByRole("button", { name: "Actions for English" }).click();
  await page.getByRole("menuitem", { name: "Edit text" }).click();
  const text = page.getByRole("textbox", { name: "Text", exact: true });
  await expect(text).toHaveValue("Hello from the captions");
  await text.fill("Hello from the lighthouse");
  await page.keyboard.press("Control+s");
  await toast(page, "Captions are saved.");
  await expect(page.getByRole("button", { name: "Save", exact: true })).toBeDisabled();
  await page.getByRole("link", { name: "Back to captions" }).click();
  await expect(page.getByRole("button", { name: "Add captions" })).toBeVisible();

  await page.goto(`${kinora.urls.console}/video?search=lighthouse`);
  const said = page.getByRole("link", { name: /^Said at 0:00: .*lighthouse/ });
  await expect(said).toBeVisible();
  await said.click();
  await expect(page).toHaveURL(new RegExp(`/video/${videoId}`));
});

test("chapters: a pasted list is saved, out of order it is refused at its row", { tag: "@slow" }, async ({ page }) => {
  await signInTo(page, kinora, project.owner, address("media"));
  await page.getByRole("button", { name: "Paste or upload a list" }).click();
  await page.getByRole("textbox", { name: "List of chapters" }).fill("00:03 Later\n00:00 Intro");
  await page.getByRole("button", { name: "Use this list" }).click();
  await page.getByRole("button", { name: "Save changes" }).click();
  await expect(page.getByText("This chapter has to begin after the one above it.").first()).toBeVisible();
  await page.getByLabel("Time of chapter 1").fill("00:00");
  await page.getByLabel("Time of chapter 2").fill("00:03");
  await page.keyboard.press("Control+s");
  await toast(page, "Chapters are saved.");
  const { hash } = await publish(page, videoId);
  const chapters = await page.request.get(`${kinora.urls.edge}/hls/${hash}/chapters.vtt`);
  expect(await chapters.text()).toContain("Later");
});

test("poster: a frame becomes the poster", { tag: "@slow" }, async ({ page }) => {
  await signInTo(page, kinora, project.owner, address("media"));
  await expect(page.getByText("Picked automatically")).toBeVisible();
  await page
    .getByRole("button", { name: /^Use the frame at/ })
    .nth(5)
    .click();
  await toast(page, "The poster is being created.");
  await expect(page.getByText("Custom poster", { exact: true })).toBeVisible();
  await until("the frame is the poster", async () => (await read()).poster > 0);
});

test(
  "schedule: a past time is refused at its field, a time to come is kept in the project's zone",
  { tag: "@slow" },
  async ({ page }) => {
    await updateRows(project, "projects", { id: project.projectId }, { timezone: "Asia/Kolkata" });
    await signInTo(page, kinora, project.owner, `/video/${videoId}`);
    await expect(page.getByText("Times are in Asia/Kolkata.")).toBeVisible();
    await page.getByLabel("Unpublish at").fill("2020-01-01T10:00");
    await page.getByRole("button", { name: "Save changes" }).click();
    await expect(page.getByText("Choose a time to come, or unpublish the video now.").first()).toBeVisible();
    await page.getByLabel("Unpublish at").fill("2090-01-01T10:00");
    await page.getByRole("button", { name: "Save changes" }).click();
    await toast(page, "Schedule is saved.");
    expect((await read()).unpublish_at?.toISOString()).toBe("2090-01-01T04:30:00.000Z");
  },
);

test("details: tags, language and own data are saved with Ctrl+S; leaving unsaved changes asks", async ({ page }) => {
  await signInTo(page, kinora, project.owner, `/video/${videoId}`);
  const tags = page.getByRole("combobox", { name: "Tags" });
  await tags.fill("sea, harbor");
  await tags.press("Enter");
  await page.getByRole("button", { name: "Add field" }).click();
  await page.getByLabel("Key 1", { exact: true }).fill("camera");
  await page.getByLabel("Value 1", { exact: true }).fill("A7");
  await page.getByRole("navigation", { name: "Video sections" }).getByRole("link", { name: "Media" }).click();
  await expect(page.getByRole("dialog")).toContainText("Leave without saving?");
  await page.getByRole("dialog").getByRole("button", { name: "Cancel" }).click();
  await page.getByRole("textbox", { name: "Title" }).press("Control+s");
  await toast(page, "Video meta data is saved.");
  expect((await read()).metadata).toEqual([{ key: "camera", value: "A7" }]);
  await page.getByRole("link", { name: "Activity" }).click();
  await expect(page.getByText("Details changed").first()).toBeVisible();
  await expect(page.getByText("Encoding complete").first()).toBeVisible();
});

test("embed: the options are in the codes, and the preview behaves like them", { tag: "@slow" }, async ({ page }) => {
  await signInTo(page, kinora, project.owner, address("embed"));
  await page.getByLabel("Mute", { exact: true }).check();
  await page.getByLabel("Autostart").check();
  await page.getByLabel("Loop", { exact: true }).check();
  await page.getByLabel("Start at").fill("0:02");
  await expect(page.getByRole("textbox", { name: "Iframe embed code" })).toHaveValue(
    /\?start=2&amp;autoplay=1&amp;muted=1&amp;loop=1"/,
  );
  const video = page.frameLocator('iframe[title$="with these options"]').locator("video");
  await expect
    .poll(() => video.evaluate((element: HTMLVideoElement) => [element.muted, element.loop, element.currentTime >= 2]))
    .toEqual([true, true, true]);
});

test(
  "another file: what cannot be used changes nothing, what can takes over under the same address and keeps the poster",
  { tag: "@slow" },
  async () => {
    const before = await read();
    await uploads.upload(randomBytes(20_000), videoId);
    await until("the replacement fails", async () => (await read()).failure, TRANSCODING_PATIENCE_MS);
    expect(await read()).toMatchObject({
      version: 1,
      playable: true,
      status: "complete",
      source_key: before.source_key,
    });
    await uploads.upload(
      await readFile(await clip("streamable", { width: 640, height: 360, durationSeconds: 4 })),
      videoId,
    );
    const after = await uploads.untilVersion(videoId, 3);
    expect(after.source_key).not.toBe(before.source_key);
    expect([after.hash, after.poster, after.images]).toEqual([before.hash, before.poster, before.images]);
    expect(after.duration_seconds).toBeCloseTo(4, 0);
  },
);
