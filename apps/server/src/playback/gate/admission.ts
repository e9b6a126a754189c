import type { Reason } from "@kinora/domain/restrictions/reasons.ts";
import type { ViewerPass } from "./viewer-pass.ts";

/** What is to be played, and under which profile. */
export interface GatedItem {
  kind: "video" | "stream" | "playlist";
  id: number;
  hash: string;
  projectId: number;
  profileId: number;
  durationSeconds: number | null;
}

/** What a first request says of itself; everything else is read from its headers. */
export interface AccessRequest {
  /** A signed playback token. */
  token: string | null;
  /** URL of the page, or null without one. */
  page: string | null;
  /** What was typed as the password. */
  password?: string;
}

/** The answer to a request for a restricted item. */
export type Admission =
  /** The profile refuses nobody: no pass is needed. */
  | { kind: "open" }
  | { kind: "admitted"; pass: string; frameAncestors: string | null; signed: boolean }
  /** `picture` is the public name of the profile's picture; `ticket` opens the password form. */
  | { kind: "refused"; reason: Reason; message: string; picture: string | null; ticket: string | null };

/** A playlist whose page is to be shown; where no profile applies to it, `profileId` is null. */
export interface GatedPlaylist {
  id: number;
  hash: string;
  projectId: number;
  profileId: number | null;
}

/** On which page a video of a playlist is to be played. */
export interface Listed {
  /** Public id of the playlist, if it lists the video. */
  playlist: string | null;
  /** What the playlist's page was admitted with; null where it carries no pass. */
  held: ViewerPass | null;
  /** URL of the page around the playlist's, where there is no pass that knows it. */
  page: string | null;
}

/** What a profile answers to a request before anything of it plays. */
export type BareAnswer = "everyone" | "passed" | "refused";
