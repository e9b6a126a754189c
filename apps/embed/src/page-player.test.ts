// @vitest-environment jsdom
import { defaultAdSettings, defaultVideoAds } from "@kinora/domain/ads/ad-settings.ts";
import { adsOfTag } from "@kinora/domain/ads/embed-ads.ts";
import type { EmbedPage } from "@kinora/domain/playback/embed-page.ts";
import type { Player } from "@kinora/player/options.ts";
import { expect, onTestFinished, test, vi } from "vitest";
import { showDrafts } from "./page-player.ts";

const CONSOLE = "https://console.example.com";
const page = {
  hash: "8f3a21",
  ads: null,
  analytics: null,
  console: CONSOLE,
  player: { hash: "", settings: { loop: true } },
} as EmbedPage;

/** A page that shows drafts; `send` posts a message to it. */
function aPage() {
  const configure = vi.fn();
  const restart = vi.fn<(page: EmbedPage) => void>();
  onTestFinished(showDrafts(page, () => ({ configure }) as unknown as Player, restart));
  const send = (data: unknown, origin = CONSOLE, source: MessageEventSource | null = window.parent) =>
    window.dispatchEvent(new MessageEvent("message", { data, origin, source }));
  return { configure, restart, send };
}

test("the console plays ads in a page, which are never reported", async () => {
  const { restart, send } = aPage();
  const ads = { ...adsOfTag(defaultAdSettings, "https://ads.example.com/vast", false), report: "/embed/8f3a21/ads" };
  send({ kinora: 1, command: "play_ads", ads });
  await vi.waitFor(() => expect(restart).toHaveBeenCalled());
  expect(restart).toHaveBeenCalledExactlyOnceWith({ ...page, ads: { ...ads, report: null } });
});

test("the console shows a draft of a player, with another one where it must begin again", async () => {
  const { configure, restart, send } = aPage();
  send({ kinora: 1, command: "configure", settings: { radius: 24 }, restart: false });
  await vi.waitFor(() => expect(configure).toHaveBeenCalled());
  expect(configure).toHaveBeenCalledExactlyOnceWith({ radius: 24 });
  send({ kinora: 1, command: "configure", settings: { loop: false }, restart: true });
  await vi.waitFor(() => expect(restart.mock.lastCall?.[0].player).toEqual({ hash: "", settings: { loop: false } }));
});

test("a draft plays the ads that it has in the video, not those of the published player", async () => {
  const restart = vi.fn<(page: EmbedPage) => void>();
  const content = { hash: page.hash, project: "efgh", categoryId: null, tagIds: [] };
  const facts = { settings: defaultAdSettings, own: defaultVideoAds, content };
  onTestFinished(showDrafts({ ...page, ad_facts: facts }, () => null, restart));
  const tag = "https://ads.example.com/draft";
  const send = (settings: object) =>
    window.dispatchEvent(
      new MessageEvent("message", {
        data: { kinora: 1, command: "configure", settings, restart: true },
        origin: CONSOLE,
        source: window.parent,
      }),
    );
  send({ ads_enabled: true, ad_tag: tag, ads_skip: "never" });
  await vi.waitFor(() =>
    expect(restart.mock.lastCall?.[0].ads).toMatchObject({ breaks: [{ tags: [tag] }], skip: "never", report: null }),
  );
  send({ ads_enabled: true, ad_tag: "https:/" });
  await vi.waitFor(() => expect(restart.mock.lastCall?.[0].ads).toBeNull());
});

test("the console plays another source in place of the video's, with nothing that the page says of the video", async () => {
  const { restart, send } = aPage();
  send({ kinora: 1, command: "play_source", source: "https://other.example/a.m3u8", live: true });
  const changed = { master: "https://other.example/a.m3u8", live: true, poster: null, chapters: null, transcripts: [] };
  await vi.waitFor(() => expect(restart.mock.lastCall?.[0]).toMatchObject(changed));
  send({ kinora: 1, command: "configure", settings: { loop: false }, restart: true });
  await vi.waitFor(() =>
    expect(restart.mock.lastCall?.[0]).toMatchObject({ master: changed.master, player: { settings: { loop: false } } }),
  );
});

test("no other page, and no other frame, changes what a player shows or plays", async () => {
  const { configure, restart, send } = aPage();
  const frame = document.body.appendChild(document.createElement("iframe"));
  onTestFinished(() => frame.remove());
  for (const message of [
    { kinora: 1, command: "play_ads", ads: {} },
    { kinora: 1, command: "configure", settings: {}, restart: false },
    { kinora: 1, command: "play_source", source: "https://other.example/a.m3u8", live: false },
  ]) {
    send(message, "https://elsewhere.example");
    send(message, CONSOLE, frame.contentWindow);
  }
  for (const nonsense of [null, 7, { kinora: 2, command: "play_ads", ads: {} }, { kinora: 1, command: "play_ads" }])
    send(nonsense);
  // Messages are shown in their order: what came before this one would have been shown by then.
  send({ kinora: 1, command: "configure", settings: { radius: 24 }, restart: false });
  await vi.waitFor(() => expect(configure).toHaveBeenCalled());
  expect(configure).toHaveBeenCalledExactlyOnceWith({ radius: 24 });
  expect(restart).not.toHaveBeenCalled();
});
