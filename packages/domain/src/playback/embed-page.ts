import type { AdFacts, EmbedAds } from "../ads/embed-ads.ts";
import type { EmbedAnalytics } from "../analytics/providers.ts";
import type { PlayerSettings } from "../players/settings.ts";

/** What an embed page has to show; a livestream is `offline` while nobody publishes and `starting` until its first segments are there. */
export type Availability =
  | "playable"
  | "processing"
  | "failed"
  | "missing"
  | "offline"
  | "starting"
  | "refused"
  | "taken_down"
  | "suspended";

/** An ad break of a livestream. */
export interface AdCue {
  /** Greater than that of every break before it. */
  number: number;
  /** How long it still lasts. */
  seconds: number;
}

/** What `{edge}/embed/{hash}/status.json` answers; an embed page asks again while something may still change. */
export interface EmbedStatus {
  availability: Availability;
  /** 0–100 of the conversion while it is processing. */
  progress: number;
  /** Labels of what the master playlist lists, lowest first. */
  renditions: string[];
  /** Nothing better will come automatically. */
  settled: boolean;
  /** The uploaded file, which plays while it arrives, until there are renditions; `type` says its codecs. */
  arriving?: { source: string; type: string };
  /** When a livestream is announced to begin, ISO 8601. */
  start_at?: string | null;
  /** What a livestream shows while it is not on air, and what refused viewers see. */
  picture?: string | null;
  /** Whether a livestream's picture fades where one source follows another. */
  fades?: boolean;
  /** Where a livestream can be watched over WebRTC now (draft-ietf-wish-whep); left out where it cannot. */
  whep?: string;
  /** The ad break that the operator of a livestream asked for, while it lasts. */
  ad_break?: AdCue | null;
  /** Why playback is refused or the video was taken down, for the viewer. */
  message?: string;
}

/** What the server writes into an embed page for its player. Addresses are relative to the edge. */
export interface EmbedPage {
  hash: string;
  title: string;
  master: string;
  status: string;
  poster: string | null;
  storyboard: string | null;
  /** Its pictures are shown one after the other under the pointer, until the video is played. */
  moving_preview: boolean;
  /** WebVTT of the chapters. */
  chapters: string | null;
  /** Its captions as files, for a transcript; left out where it has none. */
  transcripts?: EmbedTranscript[];
  /** How often each part of equal length was watched, in percent of the one that was watched most; only where the player shows it. */
  watched?: number[];
  /** Seconds; null until known. */
  duration_seconds: number | null;
  /** A livestream: it comes and goes while the page is open. */
  live: boolean;
  ads: EmbedAds | null;
  /** In a preview of the player editor: what decides with its draft about the ads. */
  ad_facts?: AdFacts;
  /** Where views are reported to. */
  analytics: EmbedAnalytics | null;
  /** When the page was made, signed: what its player reports of a view comes with it. */
  stamp: string;
  now: EmbedStatus;
  description: string;
  /** A file that may be downloaded, when the player offers it. */
  download: string | null;
  player: EmbedPlayer;
  /** Origin of the console: the only page that may show a draft of the player. */
  console: string;
}

/** Captions of a video as the file a transcript is read from. */
export interface EmbedTranscript {
  /** BCP 47. */
  language: string;
  label: string;
  /** The address of its WebVTT. */
  file: string;
}

/** The player of an embed page: only settings that differ from their defaults. */
export interface EmbedPlayer {
  /** Empty for the default player of a project. */
  hash: string;
  settings: Partial<PlayerSettings>;
}

/** The element that carries an `EmbedPage` as JSON in `data-page`, and where the player goes. */
export const EMBED_ELEMENT_ID = "kinora";

/** The sentences in place of a player, on the page as sent and on the page as it changes. */
export const EMBED_NOTICES: Record<Exclude<Availability, "playable">, { title: string; text: string }> = {
  processing: { title: "This video is being prepared", text: "It will play here as soon as it is ready." },
  failed: { title: "This video could not be prepared", text: "Its owner can see the reason and try again." },
  offline: { title: "Stream is not active", text: "It will play here as soon as it begins." },
  starting: { title: "Stream is processing", text: "It will play here in a moment." },
  refused: { title: "This video can't be played here", text: "Ask the owner of the page where it plays." },
  taken_down: { title: "This video was taken down", text: "The operator of this site removed it." },
  suspended: { title: "This can't be played now", text: "The account or project it belongs to is suspended." },
  missing: { title: "This video is not available", text: "It may be private, removed, or the address may be wrong." },
};
