import { createRequire } from "node:module";
import type { Page } from "@playwright/test";
import { dashPlayers } from "./dash-player.ts";
import { errorsOn, playsSeconds, prepare, start, type OtherPlayer } from "./other-player.ts";
import { patient } from "./patience.ts";
import { bigPlay, expectPlaying, problemsOf, showControls } from "./played-page.ts";
import { expect, test } from "./product.ts";
import { sharedEdge } from "./shared.ts";

const require = createRequire(import.meta.url);

const edge = sharedEdge();

const addVideo = () => {
  const labels = ["360p", "720p", "audio", "audio-surround"] as const;
  return edge.addVideo({ renditions: labels.map((label) => ({ label })) });
};

/** The sounds of which segments are requested, in order. */
function heardOn(page: Page): string[] {
  const sounds: string[] = [];
  page.on("request", (request) => {
    const sound = /\/(audio[^/]*)\/\d+\.m4s$/.exec(request.url())?.[1];
    if (sound) sounds.push(sound);
  });
  return sounds;
}

/** Opens a list of the settings and returns its choices; the menu stays open for a while after one was made. */
async function choicesOf(page: Page, name: string, menu: string) {
  const item = page.locator("media-settings-menu-item", { hasText: name });
  await expect(async () => {
    await showControls(page);
    if (!(await item.isVisible())) await page.locator("media-settings-menu-button").click();
    await item.click({ timeout: patient(1_000) });
  }).toPass();
  return page.locator(`${menu} media-chrome-menu-item`);
}

test("the player begins in stereo, and plays surround sound for viewers who choose it, then and at the next visit", async ({
  page,
}) => {
  const { hash } = await addVideo();
  const problems = problemsOf(page);
  const heard = heardOn(page);
  await page.goto(`${edge.url}/embed/${hash}`);
  await bigPlay(page).click();
  await expectPlaying(page);
  expect(heard).toContain("audio");
  expect(heard).not.toContain("audio-surround");
  // Each height is listed once.
  await expect(await choicesOf(page, "Quality", "media-rendition-menu")).toHaveText([/^720p/, /^360p/, /^Auto/]);
  await page.reload();
  await bigPlay(page).click();
  await expectPlaying(page);
  const sounds = await choicesOf(page, "Audio", "media-audio-track-menu");
  await expect(sounds).toHaveText(["Audio", "Audio (5.1)"]);
  await sounds.filter({ hasText: "5.1" }).click();
  await expect.poll(() => heard.at(-1)).toBe("audio-surround");
  await playsSeconds(page, 1);
  heard.length = 0;
  await page.reload();
  await bigPlay(page).click();
  await playsSeconds(page, 1);
  expect([...new Set(heard)]).toEqual(["audio-surround"]);
  await (await choicesOf(page, "Audio", "media-audio-track-menu")).filter({ hasNotText: "5.1" }).click();
  await expect.poll(() => heard.at(-1)).toBe("audio");
  await playsSeconds(page, 1);
  expect(problems).toEqual([]);
});

const shaka = (name: string, channels: number): OtherPlayer => ({
  name,
  script: require.resolve("shaka-player/dist/shaka-player.compiled.js"),
  start: `async (url) => {
    const player = new shaka.Player();
    player.configure({ preferredAudio: [{ channelCount: ${channels} }] });
    await player.attach(document.querySelector("video"));
    player.addEventListener("error", ({ detail }) => window.playerErrors.push(JSON.stringify([detail.code, detail.data])));
    await player.load(url);
  }`,
});

for (const [player, address, sound] of [
  ...dashPlayers.map((each) => [each, "manifest.mpd", "audio"] as const),
  [{ ...dashPlayers[1], name: "Shaka Player" } as OtherPlayer, "master.m3u8", "audio"] as const,
  [shaka("Shaka Player in 5.1", 6), "master.m3u8", "audio-surround"] as const,
  [shaka("Shaka Player in 5.1", 6), "manifest.mpd", "audio-surround"] as const,
])
  test(`${player.name} plays ${sound} of ${address}`, async ({ page }) => {
    const { hash } = await addVideo();
    const heard = heardOn(page);
    const url = `${edge.url}/hls/${hash}/${address}`;
    await prepare(page, player, url);
    await start(page, player, url);
    await playsSeconds(page, 2);
    expect([...new Set(heard)]).toEqual([sound]);
    expect(await errorsOn(page)).toEqual([]);
  });
