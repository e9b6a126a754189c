import { setTimeout as answerLater } from "node:timers/promises";
import { insertRow } from "@kinora/db/testing-rows.ts";
import { defaultAdSettings, defaultAdSource, type AdBreak, type AdSettings } from "@kinora/domain/ads/ad-settings.ts";
import { newHash } from "@kinora/server/platform/secrets/hash.ts";
import { shownFirst, skipButton, type Group, type See, type Settings, type Stage } from "./player-sights.ts";
import { expect } from "./product.ts";

const tag = ({ edge }: Stage, file: string) => `${edge.url}/demo/vast/${file}`;
const ownTag =
  (file: string, more: Settings = {}) =>
  (stage: Stage) => ({ ads_enabled: true, ad_tag: tag(stage, file), ...more });

async function aSchedule({ edge }: Stage, settings: Partial<AdSettings>): Promise<number> {
  const row = {
    ...edge.owner,
    name: newHash(),
    settings: JSON.stringify({ ...defaultAdSettings, ...settings }),
  };
  const { id } = await insertRow(edge.services, "ad_schedules", row);
  return id;
}

/** An ad server that answers after some seconds. */
const withSlowAds =
  (seconds: number, see: See): See =>
  async (page, stage) => {
    await page.route("**/slow.xml", async (route) => {
      const answer = await page.request.get(tag(stage, "linear.xml"));
      await answerLater(seconds * 1_000);
      // A player that waits no longer has taken its request back.
      await route.fulfill({ response: answer }).catch(() => undefined);
    });
    return see(page, stage);
  };

const shown: See = (page) => shownFirst(page);

/** Whose ads are played, how long they are waited for, and whether they can be skipped. */
export const adOptions = {
  ads_off: {
    base: ownTag("linear.xml"),
    change: { ads_off: true },
    see: shown,
    usual: "ad",
    changed: "video",
  },
  ad_schedule_id: {
    base: () => ({}),
    change: async (stage) => ({
      ad_schedule_id: await aSchedule(stage, {
        mode: "single",
        single: { ...defaultAdSource, tags: [tag(stage, "linear.xml")] },
      }),
    }),
    see: shown,
    usual: "video",
    changed: "ad",
  },
  ads_enabled: {
    base: ownTag("linear.xml", { ads_enabled: false }),
    change: { ads_enabled: true },
    see: shown,
    usual: "video",
    changed: "ad",
  },
  ad_tag: {
    base: ownTag("empty.xml"),
    change: async (stage) => ({ ad_tag: tag(stage, "linear.xml") }),
    see: shown,
    usual: "video",
    changed: "ad",
  },
  ad_fallback_tags: {
    base: ownTag("empty.xml"),
    change: async (stage) => ({ ad_fallback_tags: [tag(stage, "linear.xml")] }),
    see: shown,
    usual: "video",
    changed: "ad",
  },
  ads_timeout_seconds: {
    base: async (stage) => {
      const slow: AdBreak = { ...defaultAdSource, tags: [tag(stage, "slow.xml")], position: "time", at: 1 };
      return { ad_schedule_id: await aSchedule(stage, { mode: "schedule", breaks: [slow], ads_timeout_ms: 1_000 }) };
    },
    change: { ads_timeout_seconds: 60 },
    see: withSlowAds(2, (page) => shownFirst(page, 1.6)),
    usual: "video",
    changed: "ad",
  },
  ads_preroll_timeout_seconds: {
    base: ownTag("slow.xml", { ads_preroll_timeout_seconds: 1 }),
    change: { ads_preroll_timeout_seconds: 60 },
    see: withSlowAds(2, shown),
    usual: "video",
    changed: "ad",
  },
  ads_skip: {
    base: ownTag("skippable.xml"),
    change: { ads_skip: "never" },
    async see(page) {
      await shownFirst(page);
      return skipButton(page).isVisible();
    },
    usual: true,
    changed: false,
  },
  ads_skip_seconds: {
    base: ownTag("linear.xml", { ads_skip: "after" }),
    change: { ads_skip_seconds: 0 },
    async see(page) {
      await shownFirst(page);
      return skipButton(page).textContent();
    },
    usual: expect.stringMatching(/^Skip in /),
    changed: "Skip ad",
  },
} satisfies Group;
