import type { EmbedAds } from "../ads/embed-ads.ts";
import type { PlaylistLayout } from "../playlists/playlists.ts";
import type { EmbedPlayer, EmbedTranscript } from "./embed-page.ts";

/** A video in the list of a playlist's page. */
export interface PlaylistEntry {
  hash: string;
  title: string;
  /** Seconds; null until known. */
  duration_seconds: number | null;
  /** A small picture, relative to the edge. */
  picture: string | null;
}

/** What a player needs to play a video of a playlist. Addresses are relative to the edge. */
export interface PlaylistVideo {
  hash: string;
  title: string;
  master: string;
  poster: string | null;
  storyboard: string | null;
  /** WebVTT of the chapters. */
  chapters: string | null;
  /** Its captions as files, for a transcript. */
  transcripts: EmbedTranscript[];
  /** Seconds; null until known. */
  duration_seconds: number | null;
  ads: EmbedAds | null;
}

/** What the server writes into the embed page of a playlist. */
export interface PlaylistPage {
  hash: string;
  name: string;
  layout: PlaylistLayout;
  autoplay_next: boolean;
  loop: boolean;
  shuffle: boolean;
  /** Of a channel: when its first video begins, in milliseconds since 1970; null for other playlists. */
  starts_at_ms: number | null;
  /** What viewers get now, in order. */
  entries: PlaylistEntry[];
  player: EmbedPlayer;
  /** Whether some of its videos may have ads: what plays them is loaded then. */
  ads: boolean;
  /** The folder of what a player needs of each video, ending with a slash: `{folder}{hash}.json`. */
  videos: string;
  /** What the requests for its videos carry as `token`; null where nothing restricts the page. */
  pass: string | null;
  /** A member of the project looks at it: neither ads nor plays are reported. */
  is_preview: boolean;
  /** URL of the page around it, which restrictions of its videos are about; null without one. */
  framed_by: string | null;
  /** Whether viewers are distinguished from others only where they consent. */
  consent: boolean;
  /** When the page was made, signed: what its player reports of a view comes with it. */
  stamp: string;
  /** Origin of the console, the one page that may always steer the player. */
  console: string;
}
