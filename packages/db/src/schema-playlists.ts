import type { PlaylistLayout, PlaylistType } from "@kinora/domain/playlists/playlists.ts";
import type { Podcast } from "@kinora/domain/playlists/podcast.ts";
import type { SmartRules } from "@kinora/domain/playlists/smart-rules.ts";
import type { Generated, GeneratedAlways } from "kysely";
import type { Json, OptionalTimestamp, Timestamp } from "./columns.ts";

export interface PlaylistsTable {
  id: GeneratedAlways<number>;
  project_id: number;
  account_id: number;
  hash: string;
  name: string;
  description: Generated<string>;
  type: PlaylistType;
  published: Generated<boolean>;
  autoplay_next: Generated<boolean>;
  loop: Generated<boolean>;
  shuffle: Generated<boolean>;
  layout: Generated<PlaylistLayout>;
  /** Whether it has a public RSS feed. */
  feed: Generated<boolean>;
  podcast: Json<Podcast>;
  /** When the first video of a channel begins; null for other playlists. */
  start_at: OptionalTimestamp;
  /** Of a smart playlist; null for others. */
  rules: Json<SmartRules | null>;
  /** Counts its changes. */
  version: Generated<number>;
  created_by: number | null;
  created_at: Timestamp;
  updated_at: Timestamp;
}

export interface PlaylistItemsTable {
  playlist_id: number;
  project_id: number;
  video_id: number;
  /** From 0, without gaps. */
  position: number;
  created_at: Timestamp;
}
