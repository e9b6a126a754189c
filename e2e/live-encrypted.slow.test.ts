import { insertRow } from "@kinora/db/testing-rows.ts";
import { OPEN_POLICY } from "@kinora/domain/restrictions/policy.ts";
import { dashPlayers } from "./dash-player.ts";
import { publishTo } from "./live-publisher.ts";
import { makeStream } from "./live-stream.ts";
import { expectMoving, keepsPlaying } from "./moving-picture.ts";
import { errorsOn, playsSeconds, prepare, start } from "./other-player.ts";
import { LIVE_PATIENCE_MS } from "./patience.ts";
import { makeProject, until } from "./pipeline-project.ts";
import { bigPlay, expectPlaying } from "./played-page.ts";
import { expect, test } from "./product.ts";

test("a livestream under a profile with encrypted segments plays, also after a pause, and its segments are not served in the clear", async ({
  page,
  browser,
  product,
}) => {
  const project = await makeProject(product);
  const stream = await makeStream(project, { ladder: "360p" });
  const { id: profileId } = await insertRow(project, "restriction_profiles", {
    ...{ project_id: project.projectId, account_id: project.accountId, name: "Encrypted" },
    policy: JSON.stringify({ ...OPEN_POLICY, encrypted: true }),
  });
  await insertRow(project, "restriction_assignments", {
    project_id: project.projectId,
    profile_id: profileId,
    stream_id: stream.id,
  });
  const publisher = await publishTo(stream.address);
  try {
    const master = `${product.urls.edge}/hls/${stream.hash}/master.m3u8`;
    await until("there is a playlist", async () => (await fetch(master)).ok, LIVE_PATIENCE_MS);
    const media: string[] = [];
    page.on("response", (answer) => {
      if (new URL(answer.url()).pathname.endsWith(".m4s")) media.push(`${answer.status()} ${answer.url()}`);
    });
    await page.goto(`${product.urls.edge}/embed/${stream.hash}`);
    await bigPlay(page).click();
    await expectPlaying(page);
    for (const paused of [true, false]) {
      const isShown = async () => {
        const { body } = await project.call("GET", `/streams/${stream.id}`);
        return (body["data"] as { on_air: string }).on_air === (paused ? "slate" : "live");
      };
      await keepsPlaying(page, async () => {
        await project.call("PATCH", `/streams/${stream.id}/pause`, { paused });
        await until("the other source is on air", isShown, LIVE_PATIENCE_MS);
        await expectMoving(page);
      });
    }
    expect(media.length).toBeGreaterThan(3);
    expect(media.filter((answer) => !/^200 .*\/encrypted\/180p\//.test(answer))).toEqual([]);
    const shaka = dashPlayers.find(({ name }) => name === "Shaka Player");
    if (!shaka) throw new Error("There is no such player.");
    const other = await browser.newPage();
    await prepare(other, shaka, master);
    await start(other, shaka, master);
    await playsSeconds(other, 5);
    expect(await errorsOn(other)).toEqual([]);
    await other.close();
  } finally {
    await publisher.stop();
    await project.db.destroy();
  }
});
