import type { EmbedAds } from "@kinora/domain/ads/embed-ads.ts";
import type { EmbedPage } from "@kinora/domain/playback/embed-page.ts";
import type { PlayerSettings } from "@kinora/domain/players/settings.ts";
import { connectToPage } from "@kinora/player/messages.ts";
import type { Player, PlayerOptions } from "@kinora/player/options.ts";
import { servePlayerJs } from "@kinora/player/playerjs.ts";
import { readPlayerOptions } from "./player-options.ts";

/** What every player of an embed page has: the settings of its project's player, changed by the page's own address. */
export function pagePlayerOptions(
  page: EmbedPage,
): Pick<
  PlayerOptions,
  | "title"
  | "description"
  | "settings"
  | "item"
  | "sharePage"
  | "pictures"
  | "download"
  | "autoplay"
  | "muted"
  | "loop"
  | "startSeconds"
> {
  const { player } = page;
  const asked = readPlayerOptions(location.search);
  return {
    title: page.title,
    description: page.description,
    settings: player.settings,
    item: page.hash,
    sharePage: new URL(`/v/${page.hash}`, location.href).href,
    pictures: (number) => `/players/${player.hash}/${number}.png`,
    ...(page.download ? { download: page.download } : {}),
    ...asked,
  };
}

/** Lets the page around steer a player, if its settings allow that; the console always may. Returns a function that stops it. */
export function steerFromOutside(player: Player, page: Pick<EmbedPage, "hash" | "console">): () => void {
  const isOn = () => player.settings.api;
  const stops = [
    connectToPage(player, page.hash, { anyPage: isOn, always: page.console }),
    servePlayerJs(player, isOn),
  ];
  return () => {
    for (const stop of stops) stop();
  };
}

/** A draft that the console shows in the frame of an embed page. */
interface DraftMessage {
  kinora: 1;
  command: "configure";
  settings: Partial<PlayerSettings>;
  /** Changes that only a new player shows, as how it starts, are shown by making one. */
  restart: boolean;
}

/** Ads that the console plays in the frame of an embed page. */
interface AdsMessage {
  kinora: 1;
  command: "play_ads";
  ads: EmbedAds;
}

/**
 * Shows drafts that the console sends, and plays its ads: no other page can change how a player looks or what it plays. Ads of the
 * console are not reported. Returns a function that stops it.
 */
export function showDrafts(
  page: EmbedPage,
  current: () => Player | null,
  restart: (page: EmbedPage) => void,
): () => void {
  const onMessage = (event: MessageEvent<unknown>) => {
    if (event.source !== window.parent || event.origin !== page.console) return;
    const draft = readDraft(event.data);
    if (!draft) return;
    if (draft.command === "play_ads") restart({ ...page, ads: { ...draft.ads, report: null } });
    else if (draft.restart) restart({ ...page, player: { ...page.player, settings: draft.settings } });
    else current()?.configure(draft.settings);
  };
  window.addEventListener("message", onMessage);
  return () => window.removeEventListener("message", onMessage);
}

function readDraft(data: unknown): DraftMessage | AdsMessage | null {
  if (typeof data !== "object" || data === null) return null;
  const { kinora, command, settings, restart, ads } = data as Partial<
    Record<keyof DraftMessage | keyof AdsMessage, unknown>
  >;
  if (kinora !== 1) return null;
  if (command === "play_ads" && typeof ads === "object" && ads !== null)
    return { kinora, command, ads: ads as EmbedAds };
  if (command !== "configure" || typeof settings !== "object" || settings === null) return null;
  return { kinora, command, settings, restart: restart === true };
}
