import type { Page } from "@playwright/test";
import { answersOf } from "./answered-files.ts";
import { dashPlayers } from "./dash-player.ts";
import { publishTo } from "./live-publisher.ts";
import { makeStream } from "./live-stream.ts";
import { expectMoving } from "./moving-picture.ts";
import { errorsOn, playsSeconds, playsToItsEnd, prepare, start } from "./other-player.ts";
import { LIVE_PATIENCE_MS, patient } from "./patience.ts";
import { makeProject, until } from "./pipeline-project.ts";
import { expect, test } from "./product.ts";

test("players of DASH play a livestream through a pause, and stop at its end", async ({ browser, product }) => {
  test.setTimeout(patient(600_000));
  const project = await makeProject(product);
  const stream = await makeStream(project, { ladder: "360p" });
  const folder = `/hls/${stream.hash}/`;
  const manifest = `${product.urls.edge}${folder}manifest.mpd`;
  const stateOf = async () => {
    const { body } = await project.call("GET", `/streams/${stream.id}`);
    return (body["data"] as { on_air: string }).on_air;
  };
  const publisher = await publishTo(stream.address);
  try {
    await until("there is a manifest", async () => (await fetch(manifest)).ok, LIVE_PATIENCE_MS);
    const opened = await Promise.all(
      dashPlayers.map(async (player) => {
        const page = await browser.newPage();
        await prepare(page, player, manifest);
        const answers = answersOf(page);
        await start(page, player, manifest);
        return { player, page, answers };
      }),
    );
    const each = (what: (page: Page) => Promise<unknown>) =>
      Promise.all(opened.map(({ player, page }) => test.step(player.name, () => what(page))));
    await each(expectMoving);
    for (const paused of [true, false]) {
      await project.call("PATCH", `/streams/${stream.id}/pause`, { paused });
      const shown = paused ? "slate" : "live";
      await until(`${shown} is on air`, async () => (await stateOf()) === shown, LIVE_PATIENCE_MS);
      await each((page) => playsSeconds(page, 10));
    }
    await project.call("POST", `/streams/${stream.id}/end`, {});
    await each(playsToItsEnd);
    for (const { player, page, answers } of opened) {
      expect(await errorsOn(page), player.name).toEqual([]);
      expect(answers.refused, player.name).toEqual([]);
      for (const track of ["video", "audio"])
        expect(answers.got.some((path) => path.startsWith(`${folder}${track}/180p/`) && path.endsWith(".m4s"))).toBe(
          true,
        );
      await page.close();
    }
  } finally {
    await publisher.stop();
    await project.db.destroy();
  }
});
