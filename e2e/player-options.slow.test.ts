import { readFile } from "node:fs/promises";
import { insertRow } from "@kinora/db/testing-rows.ts";
import { DEFAULT_PLAYER_SETTINGS, type PlayerSettings } from "@kinora/domain/players/settings.ts";
import { makeDemoAd } from "@kinora/server/ads/demo/demo-clip.ts";
import { newHash } from "@kinora/server/platform/secrets/hash.ts";
import type { Page } from "@playwright/test";
import { sql } from "kysely";
import type { EdgeVideo } from "./playback-edge.ts";
import { adOptions } from "./player-options-ads.ts";
import { controlOptions } from "./player-options-controls.ts";
import { lookOptions } from "./player-options-look.ts";
import { playbackOptions } from "./player-options-playback.ts";
import { privacyOptions } from "./player-options-privacy.ts";
import { styleOf, type Option, type Settings, type Stage } from "./player-sights.ts";
import { expect, test } from "./product.ts";
import { sharedEdge } from "./shared.ts";

const edge = sharedEdge();
let video: EdgeVideo;
/** A player without options, and one with the option under test. */
let still: { usual: Page; changed: Page };

test.beforeAll(async ({ browser }) => {
  await makeDemoAd.run(edge.services);
  video = await edge.addVideo();
  await edge.services.db
    .insertInto("video_parts")
    .values({
      project_id: edge.owner.project_id,
      video_id: video.id,
      day: sql`now()::date`,
      parts: Array.from({ length: 100 }, (_, at) => at),
    })
    .execute();
  const context = await browser.newContext();
  still = { usual: await context.newPage(), changed: await context.newPage() };
  await openWith(still.usual, {});
});
test.afterAll(() => still?.usual.context().close());

async function openWith(page: Page, settings: Settings): Promise<void> {
  const stored = JSON.stringify(settings);
  const hash = newHash();
  await insertRow(edge.services, "players", {
    ...edge.owner,
    hash,
    title: "A player",
    settings: stored,
    draft: stored,
  });
  await page.goto(`${edge.url}/embed/${video.hash}?player=${hash}`);
}

const changeOf = async ({ change }: Option, stage: Stage): Promise<Settings> =>
  typeof change === "function" ? change(stage) : change;

/** Another test that shows what an option changes. */
type Elsewhere = string;

const FRAME: Elsewhere = "the frame of a player has the shape or the size that its settings give the codes";

/** Every option of a player, with what it changes of what a viewer sees: without a line here a new one does not compile. */
const OPTIONS: Record<keyof PlayerSettings, Option | Elsewhere> = {
  ...playbackOptions,
  ...controlOptions,
  ...lookOptions,
  ...adOptions,
  ...privacyOptions,
  aspect: FRAME,
  fixed_size: FRAME,
  frame_width: FRAME,
  frame_height: FRAME,
  api: "a page of another origin steers the player by the client of player.js, unless that is off",
  custom_css: {
    change: { custom_css: ".kinora-title-text { text-transform: uppercase }" },
    see: styleOf(".kinora-title-text", "text-transform"),
    usual: "none",
    changed: "uppercase",
    still: true,
  },
};

for (const name of Object.keys(DEFAULT_PLAYER_SETTINGS) as (keyof PlayerSettings)[]) {
  const title = `what one sees changes with the option ${name}`;
  const option = OPTIONS[name];
  if (typeof option === "string")
    test(title, async () => {
      // It needs a page around the player.
      expect(await readFile(new URL("players-on-pages.slow.test.ts", import.meta.url), "utf8")).toContain(
        `test("${option}"`,
      );
    });
  else if (option.still)
    test(title, async () => {
      const stage = { edge, video };
      expect(await option.see(still.usual, stage)).toEqual(option.usual);
      await openWith(still.changed, await changeOf(option, stage));
      expect(await option.see(still.changed, stage)).toEqual(option.changed);
    });
  else
    test(title, async ({ page }) => {
      const stage = { edge, video };
      const settings = (await option.base?.(stage)) ?? {};
      await openWith(page, settings);
      expect(await option.see(page, stage)).toEqual(option.usual);
      await openWith(page, { ...settings, ...(await changeOf(option, stage)) });
      expect(await option.see(page, stage)).toEqual(option.changed);
    });
}
