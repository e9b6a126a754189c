import { updateRows } from "@kinora/db/testing-rows.ts";
import { captionedClip, type ShownText } from "@kinora/media/fixtures/captioned-clip.ts";
import { encodedFilesOnce } from "@kinora/media/fixtures/made-once.ts";
import type { Locator, Page } from "@playwright/test";
import { LIVE_PATIENCE_MS } from "./patience.ts";
import { ASSET_SECONDS } from "./playback-asset.ts";
import { bigPlay, expectPlaying, showControls } from "./played-page.ts";
import { expect, test } from "./product.ts";
import { sharedEdge } from "./shared.ts";

const edge = sharedEdge();

/** A video whose only rung has captions in two languages within its pictures, of the two `services` that playlists name so. */
async function addCaptionedVideo(
  services: readonly [string, string],
  [first, second]: readonly Pick<ShownText, "field" | "service">[],
): Promise<string> {
  // Short ones: hls.js forgets a caption that stands across segments which it does not load one after the other.
  const times = Array.from({ length: ASSET_SECONDS / 2 }, (_, index) => ({
    fromSeconds: 2 * index + 0.5,
    toSeconds: 2 * index + 1.5,
  }));
  const film = await captionedClip({
    durationSeconds: ASSET_SECONDS,
    texts: times.flatMap((shown) => [
      { ...shown, text: "GOOD DAY", ...first },
      { ...shown, text: "GUTEN TAG", ...second },
    ]),
  });
  const { id, hash } = await edge.addVideo({ renditions: [{ label: "360p" }, { label: "audio" }] });
  const cut = [
    ...["-i", film, "-map", "0:v", "-c", "copy", "-f", "hls", "-hls_time", "4", "-hls_playlist_type", "vod"],
    ...["-hls_segment_type", "fmp4", "-hls_fmp4_init_filename", "init.mp4"],
    ...["-hls_segment_filename", "360p/%05d.m4s", "360p/index.m3u8"],
  ];
  for (const [name, bytes] of await encodedFilesOnce([cut]))
    await edge.services.storage.put(`assets/${id}/v1/${name}`, bytes);
  await updateRows(
    edge.services,
    "renditions",
    { video_id: id, kind: "video" },
    { closed_captions: [...services], codecs: "avc1.64000d", width: 320, height: 180 },
  );
  return hash;
}

const shownTexts = (page: Page) =>
  page
    .locator("video")
    .evaluate((video: HTMLVideoElement) =>
      [...video.textTracks]
        .filter(({ kind, mode }) => kind === "captions" && mode === "showing")
        .flatMap(({ activeCues }) => [...(activeCues ?? [])].map((cue) => (cue as VTTCue).text)),
    );

/** Goes to the first caption of the chosen track that is known; false while none is. */
const goToCaption = (page: Page) =>
  page.locator("video").evaluate((video: HTMLVideoElement) => {
    const chosen = [...video.textTracks].find(({ kind, mode }) => kind === "captions" && mode === "showing");
    const [cue] = chosen?.cues ?? [];
    if (cue) video.currentTime = (cue.startTime + cue.endTime) / 2;
    return cue !== undefined;
  });

/** Begins to play a video, opens the list of captions in the settings, and answers its entries. */
async function openCaptions(page: Page, hash: string): Promise<Locator> {
  await page.goto(`${edge.url}/embed/${hash}`);
  await bigPlay(page).click();
  await expectPlaying(page);
  await expect(page.locator("media-captions-button")).toBeVisible({ timeout: LIVE_PATIENCE_MS });
  // The controls stay while it stands still.
  await page.locator("video").evaluate((video: HTMLVideoElement) => video.pause());
  await showControls(page);
  await page.locator("media-settings-menu-button").click();
  await page.locator("media-settings-menu-item", { hasText: /^\s*Captions(?! s)/ }).click();
  return page.locator("media-captions-menu media-chrome-menu-item");
}

for (const [standard, services, places] of [
  ["CEA-608", ["CC1", "CC3"], [{ field: 1 }, { field: 2 }]],
  ["CEA-708 alone", ["SERVICE1", "SERVICE2"], [{ service: 1 }, { service: 2 }]],
] as const)
  test(`captions of ${standard} within the pictures are listed in the player's menu, and the chosen ones are shown`, async ({
    page,
  }) => {
    const hash = await addCaptionedVideo(services, places);
    for (const [index, text] of [
      [2, "GUTEN TAG"],
      [1, "GOOD DAY"],
    ] as const) {
      const choices = await openCaptions(page, hash);
      await expect(choices).toHaveText([
        /^Off/,
        /^Closed captions\s*$/,
        new RegExp(`^Closed captions \\(${services[1]}\\)`),
      ]);
      await choices.nth(index).click();
      await expect.poll(() => goToCaption(page)).toBe(true);
      await expect.poll(() => shownTexts(page)).toEqual([text]);
    }
  });

test("a video without captions offers none to choose", async ({ page }) => {
  const { hash } = await edge.addVideo();
  await page.goto(`${edge.url}/embed/${hash}`);
  await bigPlay(page).click();
  await expectPlaying(page);
  await showControls(page);
  await expect(page.locator("media-captions-button")).toBeHidden();
  await page.locator("media-settings-menu-button").click();
  await expect(page.locator("media-settings-menu-item", { hasText: "Quality" })).toBeVisible();
  await expect(page.locator("media-settings-menu-item", { hasText: /^\s*Captions(?! s)/ })).toBeHidden();
});
