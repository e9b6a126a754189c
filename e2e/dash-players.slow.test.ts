import type { Page } from "@playwright/test";
import { dashPlayers as players } from "./dash-player.ts";
import { errorsOn, placeOf, playsSeconds, playsToItsEnd, prepare, start } from "./other-player.ts";
import { LIVE_PATIENCE_MS } from "./patience.ts";
import { ASSET_SECONDS } from "./playback-asset.ts";
import { expect, test } from "./product.ts";
import { sharedEdge } from "./shared.ts";

const edge = sharedEdge();

/** What a page requested of the edge, with its status. */
function requestsOf(page: Page): { path: string; status: number }[] {
  const requests: { path: string; status: number }[] = [];
  page.on("response", (answer) => requests.push({ path: new URL(answer.url()).pathname, status: answer.status() }));
  return requests;
}

for (const player of players)
  test(`${player.name} plays a manifest from its beginning to its end`, async ({ page }) => {
    const { hash } = await edge.addVideo();
    const manifest = `${edge.url}/hls/${hash}/manifest.mpd`;
    const requests = requestsOf(page);
    await prepare(page, player, manifest);
    await start(page, player, manifest);
    await playsSeconds(page, 2);
    await playsToItsEnd(page);
    const { duration, currentTime } = await placeOf(page);
    expect(Math.abs(duration - ASSET_SECONDS)).toBeLessThan(0.2);
    expect(Math.abs(currentTime - duration)).toBeLessThan(0.2);
    expect(await errorsOn(page)).toEqual([]);
    expect(requests.filter(({ status }) => status >= 400)).toEqual([]);
    for (const name of ["audio/00000.m4s", "audio/00002.m4s"])
      expect(requests.map(({ path }) => path)).toContain(`/hls/${hash}/v1/${name}`);
  });

for (const player of players)
  test(`${player.name} plays on after a jump`, async ({ page }) => {
    const { hash } = await edge.addVideo();
    const manifest = `${edge.url}/hls/${hash}/manifest.mpd`;
    await prepare(page, player, manifest);
    await start(page, player, manifest);
    await playsSeconds(page, 1);
    await page.locator("video").evaluate((video: HTMLVideoElement) => {
      video.currentTime = 9.5;
    });
    await expect.poll(async () => (await placeOf(page)).currentTime, { timeout: LIVE_PATIENCE_MS }).toBeGreaterThan(10);
    expect(await errorsOn(page)).toEqual([]);
  });

test("a manifest of a video that is not published plays with a pass, which its segments inherit", async ({ page }) => {
  const { hash } = await edge.addVideo({ published: false });
  const [player] = players;
  if (!player) throw new Error("There is no player.");
  const folder = `/hls/~${edge.pass(hash)}/${hash}/`;
  const requests = requestsOf(page);
  await prepare(page, player, edge.url);
  await start(page, player, `${edge.url}${folder}manifest.mpd`);
  await playsSeconds(page, 2);
  expect(await errorsOn(page)).toEqual([]);
  const media = requests.filter(({ path }) => path.endsWith(".m4s"));
  expect(media.length).toBeGreaterThan(1);
  for (const { path, status } of media) expect([path.startsWith(folder), status]).toEqual([true, 200]);
});
