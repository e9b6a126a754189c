import { findRow } from "@kinora/db/testing-rows.ts";
import { hostileFile } from "@kinora/media/fixtures/clips.ts";
import { obstacles } from "./accessibility.ts";
import { ConsolePeople } from "./console-people.ts";
import { LIVE_PATIENCE_MS, TRANSCODING_PATIENCE_MS } from "./patience.ts";
import { until } from "./pipeline-project.ts";
import { bigPlay, facts } from "./played-page.ts";
import { expect, test } from "./product.ts";
import { give, uploadRow } from "./slow-uploads.ts";

test("music is uploaded, found by its type, published and heard, with its cover and a download of the sound", async ({
  page,
  product,
}) => {
  const people = new ConsolePeople(product);
  try {
    const place = await people.place("Sounds Ltd");
    await people.arrive(page, place.owner, "/upload");
    const path = await hostileFile("musicWithCover");
    await give(page, { path, name: "music.m4a", sizeBytes: 0, sha256: "" });
    const link = uploadRow(page).getByRole("link", { name: /^Open / });
    await expect(link).toBeVisible();
    const video = await until(
      "the sound is encoded",
      () => findRow(people, "videos", { project_id: place.projectId, status: "complete" }, "id", "hash", "title"),
      TRANSCODING_PATIENCE_MS,
    );

    await page.goto(`${product.urls.console}/video?sound_only=true`);
    await expect(page.getByRole("link", { name: video.title }).first()).toBeVisible();
    await expect(page.getByText("Type: Audio")).toBeVisible();
    await page.getByRole("switch", { name: `Published: ${video.title}` }).press("Space");
    await expect(page.getByRole("status").filter({ hasText: /^Published\.\.\.$/ })).toBeVisible();
    await page.goto(`${product.urls.console}/video?sound_only=false`);
    await expect(page.getByRole("link", { name: video.title })).toHaveCount(0);

    await page.goto(`${product.urls.edge}/embed/${video.hash}`);
    expect(await obstacles(page)).toEqual([]);
    await bigPlay(page).click();
    // Five pictures a second, all alike: the time says that it plays.
    await expect.poll(async () => (await facts(page)).time, { timeout: LIVE_PATIENCE_MS }).toBeGreaterThan(0.5);
    // Nothing moves below the controls: they stay.
    await expect(page.locator("media-controller")).toHaveAttribute("autohide", "-1");
    const master = await (await page.request.get(`${product.urls.edge}/hls/${video.hash}/master.m3u8`)).text();
    expect(master).toMatch(/#EXT-X-STREAM-INF:(?!.*RESOLUTION).*CODECS="mp4a\.40\.2".*\nv1\/audio\/index\.m3u8/);
    const download = await page.request.get(`${product.urls.edge}/hls/${video.hash}/v1/mp4/audio.m4a`);
    expect(download.headers()["content-type"]).toBe("audio/mp4");
    expect(Number(download.headers()["content-length"])).toBeGreaterThan(1_000);
  } finally {
    await people.close();
  }
});
