import { readFile } from "node:fs/promises";
import { updateRows } from "@kinora/db/testing-rows.ts";
import { clip } from "@kinora/media/fixtures/clips.ts";
import { encodedOnce } from "@kinora/media/fixtures/made-once.ts";
import { obstacles } from "./accessibility.ts";
import { LIVE_PATIENCE_MS, TRANSCODING_PATIENCE_MS } from "./patience.ts";
import { bigPlay, expectPlaying, showControls } from "./played-page.ts";
import { expect, test } from "./product.ts";
import { makePeopleProject, signInTo } from "./project-people.ts";
import { toast } from "./toasts.ts";
import { makeUploads } from "./video-uploads.ts";

test("a second audio track is uploaded and made the default, and viewers hear it and change back", async ({
  page,
  product,
}) => {
  const project = await makePeopleProject(product, "Two Tongues");
  try {
    const uploads = await makeUploads(product, project);
    const film = await clip("streamable", { width: 640, height: 360, durationSeconds: 8 });
    const videoId = await uploads.upload(await readFile(film));
    await uploads.untilVersion(videoId, 1);
    const { hash } = await uploads.read(videoId);
    await updateRows(project, "videos", { id: videoId }, { published: true });

    await signInTo(page, product, project.owner, `/video/${videoId}?tab=media`);
    const tracks = page.getByRole("table", { name: "Audio tracks" });
    await expect(tracks.getByText("The video's file")).toBeVisible();
    await page.getByRole("button", { name: "Add audio track" }).click();
    const dialog = page.getByRole("dialog");
    const sound = ["-f", "lavfi", "-i", "sine=frequency=880:sample_rate=48000:duration=8", "-c:a", "aac"];
    await dialog.getByLabel("Audio file").setInputFiles({
      name: "film.de.m4a",
      mimeType: "audio/mp4",
      buffer: await readFile(await encodedOnce("m4a", sound)),
    });
    // The file's name says the language, and that the name.
    await expect(dialog.getByRole("textbox", { name: "Name" })).toHaveValue("German");
    expect(await obstacles(page)).toEqual([]);
    await dialog.getByRole("button", { name: "Upload file" }).click();
    await toast(page, "The audio file is uploaded and being encoded.");
    const added = tracks.getByRole("row").filter({ hasText: "film.de.m4a" });
    await expect(added).toBeVisible({ timeout: TRANSCODING_PATIENCE_MS });
    await expect(added.getByText(/-\d+\.\d LUFS/)).toBeVisible({ timeout: TRANSCODING_PATIENCE_MS });
    await page.getByRole("button", { name: "Actions for German" }).click();
    await page.getByRole("menuitem", { name: "Make default" }).click();
    await toast(page, "The audio track was saved.");
    await expect(added.getByRole("cell", { name: "Yes", exact: true })).toBeVisible();
    expect(await obstacles(page)).toEqual([]);

    const heard: string[] = [];
    page.on("request", (request) => {
      const folder = /\/((?:v1\/audio)|(?:audio-tracks\/\d+))\/\d+\.m4s$/.exec(request.url())?.[1];
      if (folder) heard.push(folder);
    });
    await page.goto(`${product.urls.edge}/embed/${hash}`);
    await bigPlay(page).click();
    await expectPlaying(page);
    expect(heard.filter((folder) => folder.startsWith("audio-tracks/"))).not.toEqual([]);
    expect(heard).not.toContain("v1/audio");
    await page.locator("video").evaluate((video: HTMLVideoElement) => video.pause());
    await showControls(page);
    await page.locator("media-settings-menu-button").click();
    await page.locator("media-settings-menu-item", { hasText: /^\s*Audio/ }).click();
    const choices = page.locator("media-audio-track-menu media-chrome-menu-item");
    await expect(choices).toHaveText([/German/, /Audio/]);
    await choices.nth(1).click();
    await expect.poll(() => heard.at(-1), { timeout: LIVE_PATIENCE_MS }).toBe("v1/audio");
  } finally {
    await project.db.destroy();
  }
});
