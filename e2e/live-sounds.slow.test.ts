import { makeStream } from "./live-stream.ts";
import { expectMoving } from "./moving-picture.ts";
import { LIVE_PATIENCE_MS } from "./patience.ts";
import { makeProject, until } from "./pipeline-project.ts";
import { bigPlay, expectPlaying, showControls } from "./played-page.ts";
import { expect, test } from "./product.ts";
import { publishTwoSounds } from "./two-sounds.ts";

test("viewers of a livestream choose among the sounds that its encoder sends over SRT", async ({ page, product }) => {
  const project = await makeProject(product);
  const stream = await makeStream(project, { ladder: "passthrough" });
  const master = `${product.urls.edge}/hls/${stream.hash}/master.m3u8`;
  const stop = await publishTwoSounds(stream.srtAddress);
  try {
    await until("there is a playlist", async () => (await fetch(master)).ok, LIVE_PATIENCE_MS);
    const text = await (await fetch(master)).text();
    expect(text).toMatch(/#EXT-X-MEDIA:TYPE=AUDIO,.*LANGUAGE="de",DEFAULT=NO/);
    const heard: string[] = [];
    const refused: string[] = [];
    page.on("response", (answer) => {
      const { pathname } = new URL(answer.url());
      const folder = /\/(audio\/source|sound-1)\/\d+\.m4s$/.exec(pathname)?.[1];
      if (folder) heard.push(folder);
      if (/\.(?:m3u8|m4s|mp4)$/.test(pathname) && answer.status() >= 400) refused.push(pathname);
    });
    await page.goto(`${product.urls.edge}/embed/${stream.hash}`);
    await bigPlay(page).click();
    await expectPlaying(page);
    expect(new Set(heard)).toEqual(new Set(["audio/source"]));
    await showControls(page);
    await page.locator("media-settings-menu-button").click();
    await page.locator("media-settings-menu-item", { hasText: /^\s*Audio/ }).click();
    const choices = page.locator("media-audio-track-menu media-chrome-menu-item");
    await expect(choices).toHaveText([/English/, /German/]);
    await choices.nth(1).click();
    await expect.poll(() => heard.at(-1), { timeout: LIVE_PATIENCE_MS }).toBe("sound-1");
    await expectMoving(page);
    for (const paused of [true, false]) {
      await project.call("PATCH", `/streams/${stream.id}/pause`, { paused });
      const shown = paused ? "slate" : "live";
      const isShown = async () =>
        ((await project.call("GET", `/streams/${stream.id}`)).body["data"] as { on_air: string }).on_air === shown;
      await until(`${shown} is on air`, isShown, LIVE_PATIENCE_MS);
      await expectMoving(page);
    }
    const before = heard.length;
    await expect.poll(() => heard.slice(before), { timeout: LIVE_PATIENCE_MS }).toContain("sound-1");
    expect(await page.locator("video").evaluate((video: HTMLVideoElement) => video.error)).toBeNull();
    expect(refused).toEqual([]);
  } finally {
    stop();
    await project.db.destroy();
  }
});
