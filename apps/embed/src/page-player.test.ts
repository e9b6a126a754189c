// @vitest-environment jsdom
import { defaultAdSettings } from "@kinora/domain/ads/ad-settings.ts";
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

test("the console plays ads in a page, which are never reported", () => {
  const { restart, send } = aPage();
  const ads = { ...adsOfTag(defaultAdSettings, "https://ads.example.com/vast", false), report: "/embed/8f3a21/ads" };
  send({ kinora: 1, command: "play_ads", ads });
  expect(restart).toHaveBeenCalledExactlyOnceWith({ ...page, ads: { ...ads, report: null } });
});

test("the console shows a draft of a player, with another one where it must begin again", () => {
  const { configure, restart, send } = aPage();
  send({ kinora: 1, command: "configure", settings: { radius: 24 }, restart: false });
  expect(configure).toHaveBeenCalledExactlyOnceWith({ radius: 24 });
  send({ kinora: 1, command: "configure", settings: { loop: false }, restart: true });
  expect(restart.mock.lastCall?.[0].player).toEqual({ hash: "", settings: { loop: false } });
});

test("no other page, and no other frame, changes what a player shows or plays", () => {
  const { configure, restart, send } = aPage();
  const frame = document.body.appendChild(document.createElement("iframe"));
  onTestFinished(() => frame.remove());
  for (const message of [
    { kinora: 1, command: "play_ads", ads: {} },
    { kinora: 1, command: "configure", settings: {}, restart: false },
  ]) {
    send(message, "https://elsewhere.example");
    send(message, CONSOLE, frame.contentWindow);
  }
  for (const nonsense of [null, 7, { kinora: 2, command: "play_ads", ads: {} }, { kinora: 1, command: "play_ads" }])
    send(nonsense);
  expect(configure).not.toHaveBeenCalled();
  expect(restart).not.toHaveBeenCalled();
});
