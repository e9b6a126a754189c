import { randomBytes } from "node:crypto";
import { readFile } from "node:fs/promises";
import { setTimeout as answerLater } from "node:timers/promises";
import { defaultAdSettings, defaultAdSource, type AdBreak, type AdSettings } from "@kinora/domain/ads/ad-settings.ts";
import { DEFAULT_PLAYER_SETTINGS, type PlayerSettings } from "@kinora/domain/players/settings.ts";
import { makeDemoAd } from "@kinora/server/ads/demo/demo-clip.ts";
import { newHash } from "@kinora/server/platform/secrets/hash.ts";
import type { Page } from "@playwright/test";
import { sql } from "kysely";
import { startPlaybackEdge, type EdgeVideo, type PlaybackEdge } from "./playback-edge.ts";
import {
  atTheEnd,
  colour,
  content,
  control,
  ending,
  isOffered,
  isThere,
  picture,
  placeOf,
  play,
  shownFirst,
  skipButton,
  styleOf,
  type Option,
  type See,
  type Settings,
} from "./player-sights.ts";
import { expect, test } from "./product.ts";

let edge: PlaybackEdge;
let video: EdgeVideo;

test.beforeAll(async () => {
  edge = await startPlaybackEdge();
  await makeDemoAd.run(edge.services);
  video = await edge.addVideo();
  const { project_id } = await ownerOf();
  await edge.services.db
    .insertInto("video_parts")
    .values({
      project_id,
      video_id: video.id,
      day: sql`now()::date`,
      parts: Array.from({ length: 100 }, (_, at) => at),
    })
    .execute();
});
test.afterAll(async () => {
  await edge?.close();
});

const ownerOf = () =>
  edge.services.db
    .selectFrom("videos")
    .select(["project_id", "account_id"])
    .where("id", "=", video.id)
    .executeTakeFirstOrThrow();

async function openWith(page: Page, settings: Settings): Promise<void> {
  const stored = JSON.stringify(settings);
  const hash = newHash();
  await edge.services.db
    .insertInto("players")
    .values({ ...(await ownerOf()), hash, title: "A player", settings: stored, draft: stored })
    .execute();
  await page.goto(`${edge.url}/embed/${video.hash}?player=${hash}`);
}

const tag = (file: string) => `${edge.url}/demo/vast/${file}`;
const ownTag =
  (file: string, more: Settings = {}) =>
  () => ({ ads_enabled: true, ad_tag: tag(file), ...more });

async function aSchedule(settings: Partial<AdSettings>): Promise<number> {
  const row = {
    ...(await ownerOf()),
    name: newHash(),
    settings: JSON.stringify({ ...defaultAdSettings, ...settings }),
  };
  const { id } = await edge.services.db
    .insertInto("ad_schedules")
    .values(row)
    .returning("id")
    .executeTakeFirstOrThrow();
  return id;
}

/** An ad server that answers after some seconds. */
const withSlowAds =
  (seconds: number, see: See): See =>
  async (page) => {
    await page.route("**/slow.xml", async (route) => {
      const answer = await page.request.get(tag("linear.xml"));
      await answerLater(seconds * 1_000);
      // A player that waits no longer has taken its request back.
      await route.fulfill({ response: answer }).catch(() => undefined);
    });
    return see(page);
  };

/** Another test that shows what an option changes. */
type Elsewhere = string;

/** Every option of a player, with what it changes of what a viewer sees: without a line here a new one does not compile. */
const OPTIONS: Record<keyof PlayerSettings, Option | Elsewhere> = {
  autostart: {
    base: () => ({ mute_start: true }),
    change: { autostart: "on" },
    see: (page) =>
      page
        .locator(".kinora-player")
        .evaluate((player) => player.hasAttribute("data-starting") || player.querySelector("video")?.paused === false),
    usual: false,
    changed: true,
  },
  mute_start: {
    change: { mute_start: true },
    async see(page) {
      await play(page);
      return content(page).evaluate((each: HTMLVideoElement) => each.muted);
    },
    usual: false,
    changed: true,
  },
  loop: {
    change: { loop: true },
    async see(page) {
      await play(page);
      await content(page).evaluate((each: HTMLVideoElement) => (each.currentTime = each.duration - 0.3));
      const state = () =>
        content(page).evaluate((each: HTMLVideoElement) => {
          if (each.ended) return "ended";
          return each.currentTime < 5 ? "again" : "playing";
        });
      await expect.poll(state).not.toBe("playing");
      return state();
    },
    usual: "ended",
    changed: "again",
  },
  start_quality: {
    change: { start_quality: 720 },
    async see(page) {
      const first = page.waitForRequest(/\/\d+p\/\d+\.m4s/);
      await play(page);
      return /\/(\d+p)\//.exec((await first).url())?.[1];
    },
    usual: "360p",
    changed: "720p",
  },
  quality_cap: {
    change: { quality_cap: 360 },
    async see(page) {
      await play(page);
      return content(page).evaluate((each) =>
        [...(Reflect.get(each, "videoRenditions") as Iterable<{ height: number }>)].map(({ height }) => height),
      );
    },
    usual: [360, 720],
    changed: [360],
  },
  preload: {
    change: { preload: "auto" },
    async see(page) {
      const preload = await content(page).evaluate((each: HTMLVideoElement) => each.preload);
      const isLoaded = () => content(page).evaluate((each: HTMLVideoElement) => each.readyState > 0);
      if (preload !== "none") await expect.poll(isLoaded).toBe(true);
      return isLoaded();
    },
    usual: false,
    changed: true,
  },
  resume: {
    change: { resume: true },
    async see(page) {
      await page.evaluate((key) => localStorage.setItem(key, "6"), `kinora:position:${video.hash}`);
      await page.reload();
      await play(page);
      return (await placeOf(page)) >= 6;
    },
    usual: false,
    changed: true,
  },
  playback_rates: {
    change: { playback_rates: [1, 3] },
    see: (page) => page.locator("media-playback-rate-menu").getAttribute("rates"),
    usual: "0.5 0.75 1 1.25 1.5 2",
    changed: "1 3",
  },
  keyboard: {
    change: { keyboard: false },
    async see(page) {
      await play(page);
      await page.keyboard.press("k");
      return content(page).evaluate((each: HTMLVideoElement) => each.paused);
    },
    usual: true,
    changed: false,
  },
  end_action: {
    change: { end_action: "poster" },
    see: atTheEnd((page) => page.locator(".kinora-ending").count()),
    usual: 0,
    changed: 1,
  },
  end_link_url: {
    base: () => ({ end_action: "link", end_link_url: "https://example.com/one" }),
    change: { end_link_url: "https://example.com/other" },
    see: atTheEnd((page) => ending(page).getAttribute("href")),
    usual: "https://example.com/one",
    changed: "https://example.com/other",
  },
  end_link_label: {
    base: () => ({ end_action: "link", end_link_url: "https://example.com/one" }),
    change: { end_link_label: "The next part" },
    see: atTheEnd((page) => ending(page).textContent()),
    usual: "example.com",
    changed: "The next part",
  },

  controls: control("controls", "media-control-bar"),
  play_button: control("play_button", "media-control-bar media-play-button"),
  progress: control("progress", "media-time-range"),
  thumbnails: {
    change: { thumbnails: false },
    see: styleOf(".kinora-player", "--media-preview-thumbnail-max-width"),
    usual: expect.not.stringMatching(/^0$/),
    changed: "0",
  },
  most_watched: {
    change: { most_watched: true },
    async see(page) {
      await play(page);
      return page.getByRole("img", { name: "Most watched parts" }).isVisible();
    },
    usual: false,
    changed: true,
  },
  time: control("time", "media-time-display"),
  volume: control("volume", "media-mute-button"),
  quality_selector: control("quality_selector", ".kinora-quality-item", isOffered),
  playback_rate: control("playback_rate", ".kinora-rate-item", isOffered),
  captions: control("captions", "media-captions-button", isOffered),
  picture_in_picture: control("picture_in_picture", "media-pip-button", isOffered),
  fullscreen: control("fullscreen", "media-fullscreen-button"),
  share: control("share", ".kinora-share-button"),
  download: control("download", ".kinora-download"),
  chromecast: control("chromecast", "media-cast-button", isOffered),
  airplay: control("airplay", "media-airplay-button", isOffered),
  live_controls: {
    change: { live_controls: false },
    async see(page) {
      const { search } = new URL(page.url());
      const stream = { ...(await ownerOf()), hash: newHash(), name: "A show", on_air: "live" } as const;
      const keys = { key_hash: randomBytes(32), key_sealed: randomBytes(32) };
      await edge.services.db
        .insertInto("streams")
        .values({ ...stream, ...keys, ingest: "receiving" })
        .execute();
      await page.goto(`${edge.url}/embed/${stream.hash}${search}`);
      return isThere("media-live-button")(page);
    },
    usual: true,
    changed: false,
  },
  hide_after_seconds: {
    change: { hide_after_seconds: 0 },
    see: (page) => page.locator("media-controller").getAttribute("autohide"),
    usual: "2",
    changed: "-1",
  },

  primary_colour: colour("primary_colour", "--media-range-bar-color"),
  background_colour: colour("background_colour", "--kinora-ground"),
  text_colour: colour("text_colour", "--media-text-color"),
  track_colour: colour("track_colour", "--media-range-track-background"),
  radius: {
    change: { radius: 20 },
    see: styleOf(".kinora-player", "border-top-left-radius"),
    usual: "0px",
    changed: "20px",
  },
  big_play: { change: { big_play: "none" }, see: styleOf(".kinora-start", "opacity"), usual: "1", changed: "0" },
  control_bar: {
    change: { control_bar: "solid" },
    see: styleOf(".kinora-shade", "display"),
    usual: "block",
    changed: "none",
  },
  poster_fit: {
    change: { poster_fit: "cover" },
    see: styleOf("video[slot=media]", "object-fit"),
    usual: "contain",
    changed: "cover",
  },
  title_overlay: control("title_overlay", ".kinora-title-text"),
  description_overlay: control("description_overlay", ".kinora-description"),
  logo: picture("logo"),
  watermark: picture("watermark"),

  ads_off: {
    base: ownTag("linear.xml"),
    change: { ads_off: true },
    see: shownFirst,
    usual: "ad",
    changed: "video",
  },
  ad_schedule_id: {
    base: () => ({}),
    change: async () => ({
      ad_schedule_id: await aSchedule({ mode: "single", single: { ...defaultAdSource, tags: [tag("linear.xml")] } }),
    }),
    see: shownFirst,
    usual: "video",
    changed: "ad",
  },
  ads_enabled: {
    base: ownTag("linear.xml", { ads_enabled: false }),
    change: { ads_enabled: true },
    see: shownFirst,
    usual: "video",
    changed: "ad",
  },
  ad_tag: {
    base: ownTag("empty.xml"),
    change: async () => ({ ad_tag: tag("linear.xml") }),
    see: shownFirst,
    usual: "video",
    changed: "ad",
  },
  ad_fallback_tags: {
    base: ownTag("empty.xml"),
    change: async () => ({ ad_fallback_tags: [tag("linear.xml")] }),
    see: shownFirst,
    usual: "video",
    changed: "ad",
  },
  ads_timeout_seconds: {
    base: async () => {
      const slow: AdBreak = { ...defaultAdSource, tags: [tag("slow.xml")], position: "time", at: 1 };
      return { ad_schedule_id: await aSchedule({ mode: "schedule", breaks: [slow], ads_timeout_ms: 1_000 }) };
    },
    change: { ads_timeout_seconds: 60 },
    see: withSlowAds(2, (page) => shownFirst(page, 1.6)),
    usual: "video",
    changed: "ad",
  },
  ads_preroll_timeout_seconds: {
    base: ownTag("slow.xml", { ads_preroll_timeout_seconds: 1 }),
    change: { ads_preroll_timeout_seconds: 60 },
    see: withSlowAds(2, shownFirst),
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

  api: "a page of another origin steers the player by the client of player.js, unless that is off",
  context_menu: {
    change: { context_menu: false },
    see: (page) =>
      page
        .locator(".kinora-player")
        .evaluate((player) => player.dispatchEvent(new MouseEvent("contextmenu", { bubbles: true, cancelable: true }))),
    usual: true,
    changed: false,
  },
  custom_css: {
    change: { custom_css: ".kinora-title-text { text-transform: uppercase }" },
    see: styleOf(".kinora-title-text", "text-transform"),
    usual: "none",
    changed: "uppercase",
  },
};

const noSettings = (): Settings | Promise<Settings> => ({});

for (const name of Object.keys(DEFAULT_PLAYER_SETTINGS) as (keyof PlayerSettings)[])
  test(`what one sees changes with the option ${name}`, async ({ page }) => {
    const option = OPTIONS[name];
    if (typeof option === "string") {
      // It needs a page around the player.
      expect(await readFile(new URL("players.test.ts", import.meta.url), "utf8")).toContain(`test("${option}"`);
      return;
    }
    const { base = noSettings, change, see, usual, changed } = option;
    const settings = await base();
    await openWith(page, settings);
    expect(await see(page)).toEqual(usual);
    await openWith(page, { ...settings, ...(typeof change === "function" ? await change() : change) });
    expect(await see(page)).toEqual(changed);
  });
