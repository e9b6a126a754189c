import type { AdFacts, EmbedAds } from "@kinora/domain/ads/embed-ads.ts";
import type { EmbedAnalytics } from "@kinora/domain/analytics/providers.ts";
import type { EmbedPlayer } from "@kinora/domain/playback/embed-page.ts";
import type { FastifyReply } from "fastify";
import type { Audience } from "./audience.ts";
import type { PageFiles } from "./built-files.ts";
import type { EmbedPlayers } from "./embed-players.ts";
import type { EmbedSightings } from "./embed-sightings.ts";
import { readToken } from "./gate/asked-pass.ts";
import type { Gate } from "./gate/gate.ts";
import type { PlaybackRecords } from "./gate/records.ts";
import { HASH } from "./paths.ts";
import type { PlaybackRules } from "./playback-rules.ts";
import type { PlaybackStreams } from "./playback-streams.ts";
import type { PlaybackVideo } from "./playback-video.ts";
import type { PlayerSightings } from "./player-sightings.ts";
import type { PlaybackPlaylists } from "./playlist-pages/find-playlist.ts";
import type { ShareProject } from "./share-project.ts";
import type { ShareTranscript } from "./share-transcript.ts";
import type { StampedItem } from "./view-stamp.ts";

/** A page of a video, livestream or playlist. */
export interface VideoRoute {
  Params: { hash: string };
  Querystring: { token?: string | string[]; player?: string | string[]; ads?: string | string[] };
}

export const PUBLIC_ID = new RegExp(`^${HASH}$`);
const PAGE_SECONDS = 2;

/** Embed pages in sandboxed frames have no origin (`null`), and those on cross-origin isolated pages send a preflight request. */
export const READABLE_EVERYWHERE = {
  "access-control-allow-origin": "*",
  "cross-origin-resource-policy": "cross-origin",
};

/** What the pages need besides the framework. */
export interface PageParts {
  rules: PlaybackRules;
  streams: PlaybackStreams;
  players: EmbedPlayers;
  /** The ads of a video or livestream by its public ID. Never throws. */
  adsOf: (hash: string, player: EmbedPlayer["settings"]) => Promise<EmbedAds | null>;
  /** What decides about those ads, for a preview that shows a draft of a player. Never throws. */
  adFactsOf: (hash: string) => Promise<AdFacts | null>;
  /** Whether videos of a project's playlists may have ads. Never throws. */
  adsOfPlaylist: (projectId: number, player: EmbedPlayer["settings"]) => Promise<boolean>;
  /** Where the pages of a project report views to. Never throws. */
  analyticsOf: (projectId: number) => Promise<EmbedAnalytics | null>;
  /** Which parts of a video are watched most, for players that show it. Never throws. */
  watchedPartsOf: (video: { id: number; projectId: number }) => Promise<number[] | null>;
  /** What is said in a video, for its share page. Never throws. */
  transcriptOf: (video: Pick<PlaybackVideo, "id" | "captions">) => Promise<ShareTranscript | null>;
  playlists: PlaybackPlaylists;
  gate: Gate;
  records: PlaybackRecords;
  /** Whose a video is. */
  projectOf(projectId: number): Promise<ShareProject | null>;
  files: PageFiles;
  audience: Audience;
  sightings: EmbedSightings;
  playerSightings: PlayerSightings;
  /** Signs what a page shows and the moment in which it is made. Each page has its own: no cache keeps one. */
  stamp(item: StampedItem): string;
  edgeUrl: string;
  consoleUrl: string;
}

/** Sends a page. Pages that everyone gets alike (`isPublic`) are cached for 2 s. */
export function sendPage(reply: FastifyReply, policy: string, isPublic: boolean, html: string): FastifyReply {
  return reply
    .headers({
      "content-type": "text/html; charset=utf-8",
      "content-security-policy": policy,
      "cache-control": isPublic ? `public, max-age=${PAGE_SECONDS}` : "private, no-store",
    })
    .send(html);
}

export const readCredentials = ({ token }: VideoRoute["Querystring"]) => ({ token: readToken(token) });

/** The player that an address names; null for none and for what is no public id. */
export const readPlayer = (value: string | string[] | undefined) =>
  typeof value === "string" && PUBLIC_ID.test(value) ? value : null;
