import type { EmbedPage } from "@kinora/domain/playback/embed-page.ts";
import { readPlayOptions } from "@kinora/domain/playback/play-options.ts";
import { connectToPage } from "@kinora/player/messages.ts";
import type { Player, PlayerOptions } from "@kinora/player/options.ts";
import { servePlayerJs } from "@kinora/player/playerjs.ts";
import { openedAs } from "./address.ts";

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
  const asked = readPlayOptions(new URLSearchParams(location.search));
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
export function steerFromOutside(
  player: Player,
  page: Pick<EmbedPage, "hash" | "console"> & { live?: boolean },
): () => void {
  const isOn = () => player.settings.api;
  const stops = [
    connectToPage(player, page.hash, { anyPage: isOn, always: page.console }),
    servePlayerJs(player, isOn, openedAs),
    measureForConsole(player, page),
  ];
  return () => {
    for (const stop of stops) stop();
  };
}

/** Tells the console how a player plays once it asks for that; what measures is loaded then. Returns a function that stops it. */
function measureForConsole(player: Player, page: { console: string; live?: boolean }): () => void {
  const stop = new AbortController();
  let asked = false;
  const onMessage = ({ data, source, origin }: MessageEvent<unknown>) => {
    if (asked || source !== window.parent || origin !== page.console || !isMeasure(data)) return;
    asked = true;
    void import("./tell-figures.ts").then(({ tellFigures }) => {
      if (stop.signal.aborted) return;
      stop.signal.addEventListener("abort", tellFigures(player, page.console, page.live ?? false));
    });
  };
  window.addEventListener("message", onMessage, { signal: stop.signal });
  return () => stop.abort();
}

const isMeasure = (data: unknown): boolean =>
  typeof data === "object" &&
  data !== null &&
  Reflect.get(data, "kinora") === 1 &&
  Reflect.get(data, "command") === "measure";

/**
 * Shows drafts that the console sends, and plays its ads and sources: no other page can change how a player looks or what it plays.
 * What reads them is loaded with the first. Returns a function that stops it.
 */
export function showDrafts(
  page: EmbedPage,
  current: () => Player | null,
  restart: (page: EmbedPage) => void,
): () => void {
  const stop = new AbortController();
  let preview: Promise<(message: unknown) => void> | undefined;
  const onMessage = ({ data, source, origin }: MessageEvent<unknown>) => {
    if (source !== window.parent || origin !== page.console) return;
    preview ??= import("./previews.ts").then(({ previewOf }) => previewOf(page, current, restart));
    void preview.then((show) => stop.signal.aborted || show(data));
  };
  window.addEventListener("message", onMessage, { signal: stop.signal });
  return () => stop.abort();
}
