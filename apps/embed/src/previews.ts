import { adsOfDraft, type EmbedAds } from "@kinora/domain/ads/embed-ads.ts";
import type { EmbedPage } from "@kinora/domain/playback/embed-page.ts";
import type { PlayerSettings } from "@kinora/domain/players/settings.ts";
import type { Player } from "@kinora/player/options.ts";
import "./previews.css";

/** A draft of a player. */
interface DraftMessage {
  command: "configure";
  settings: Partial<PlayerSettings>;
  /** Changes that only a new player shows, as how it starts, are shown by making one. */
  restart: boolean;
}

interface AdsMessage {
  command: "play_ads";
  ads: EmbedAds;
}

/** Another source; the page's content security policy says from where it may come. */
interface SourceMessage {
  command: "play_source";
  source: string;
  live: boolean;
}

/** What shows the console's messages in an embed page; others are ignored. Ads of the console are not reported. */
export function previewOf(
  page: EmbedPage,
  current: () => Player | null,
  restart: (page: EmbedPage) => void,
): (message: unknown) => void {
  // What is sent later does not undo what was sent before.
  let shown = page;
  const begin = (change: Partial<EmbedPage>) => restart((shown = { ...shown, ...change }));
  return (message) => {
    const draft = readDraft(message);
    if (!draft) return;
    if (draft.command === "play_ads") begin({ ads: { ...draft.ads, report: null } });
    else if (draft.command === "play_source") begin(ofSource(page, draft));
    else {
      document.documentElement.dataset["draft"] = "";
      if (draft.restart) begin(withDraft(page, draft.settings));
      else current()?.configure(draft.settings);
    }
  };
}

/** A page with the draft of its player, and with the ads of that draft where the page says what decides about them. */
const withDraft = ({ player, ad_facts: facts }: EmbedPage, settings: Partial<PlayerSettings>): Partial<EmbedPage> => ({
  player: { ...player, settings },
  ...(facts ? { ads: adsOfDraft(facts, settings) } : {}),
});

/** What else a page says of its video is not true of another source. */
const ofSource = ({ now }: EmbedPage, { source, live }: SourceMessage): Partial<EmbedPage> => ({
  master: source,
  live,
  title: "",
  description: "",
  poster: null,
  storyboard: null,
  moving_preview: false,
  chapters: null,
  transcripts: [],
  duration_seconds: null,
  download: null,
  now: { ...now, settled: true },
});

function readDraft(data: unknown): DraftMessage | AdsMessage | SourceMessage | null {
  if (typeof data !== "object" || data === null) return null;
  const { kinora, command, settings, restart, ads, source, live } = data as Partial<
    Record<keyof DraftMessage | keyof AdsMessage | keyof SourceMessage | "kinora", unknown>
  >;
  if (kinora !== 1) return null;
  if (command === "play_source" && typeof source === "string") return { command, source, live: live === true };
  if (command === "play_ads" && typeof ads === "object" && ads !== null) return { command, ads: ads as EmbedAds };
  if (command !== "configure" || typeof settings !== "object" || settings === null) return null;
  return { command, settings, restart: restart === true };
}
