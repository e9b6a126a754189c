import type { RestrictionPolicy } from "@kinora/domain/restrictions/policy.ts";
import type { Generated, GeneratedAlways, JSONColumnType } from "kysely";
import type { GivenTimestamp, OptionalTimestamp, Timestamp } from "./columns.ts";

export interface RestrictionProfilesTable {
  id: GeneratedAlways<number>;
  project_id: number;
  account_id: number;
  name: string;
  policy: JSONColumnType<RestrictionPolicy>;
  /** Replaces the usual sentence where playback is refused; empty: the usual one. */
  message: Generated<string>;
  password_hash: string | null;
  password_version: Generated<number>;
  is_default: Generated<boolean>;
  version: Generated<number>;
  created_at: Timestamp;
  updated_at: Timestamp;
}

/** The picture that refused viewers see. */
export interface RestrictionPicturesTable {
  profile_id: number;
  project_id: number;
  /** Its public name, new with each picture. */
  hash: string;
  /** Pixels. */
  width: number;
  height: number;
  /** JPEG. */
  picture: Buffer;
  created_at: Timestamp;
}

/** Exactly one of the four ids is set. */
export interface RestrictionAssignmentsTable {
  id: GeneratedAlways<number>;
  project_id: number;
  profile_id: number;
  video_id: number | null;
  stream_id: number | null;
  category_id: number | null;
  playlist_id: number | null;
}

export type SigningAlgorithm = "HS256" | "EdDSA";

export interface SigningKeysTable {
  id: GeneratedAlways<number>;
  project_id: number;
  account_id: number;
  kid: string;
  algorithm: SigningAlgorithm;
  /** Sealed. */
  secret: Buffer | null;
  /** SPKI in PEM. */
  public_key: string | null;
  created_by: number | null;
  created_at: Timestamp;
  last_used_at: OptionalTimestamp;
  expires_at: OptionalTimestamp;
  revoked_at: OptionalTimestamp;
}

export interface PlaybackSessionsTable {
  id: string;
  token_key: string;
  seen_at: Timestamp;
}

/** What the edge records of a viewer. */
interface ViewerRecord {
  id: GeneratedAlways<number>;
  project_id: number;
  item_kind: "video" | "stream" | "playlist";
  item_id: number;
  /** Host and path. */
  page: string | null;
  country: string | null;
  /** Without its last part. */
  address: string;
  agent: string;
  at: Timestamp;
}

export interface PlaybackDenialsTable extends ViewerRecord {
  profile_id: number | null;
  reason: string;
  requests: Generated<number>;
}

export interface PlaybackDenialEventsTable {
  project_id: number;
  item_kind: "video" | "stream" | "playlist";
  item_id: number;
  reason: string;
  emitted_at: GivenTimestamp;
}

export interface RecentLoadsTable extends ViewerRecord {
  signed: boolean;
}

export interface EmbedPlacesTable {
  project_id: number;
  item_kind: "video" | "stream" | "player" | "playlist";
  item_id: number;
  host: string;
  path: string;
  loads: Generated<number>;
  plays: Generated<number>;
  /** Of a player or playlist: what was last loaded there; null until a video is. */
  seen_kind: "video" | "stream" | null;
  seen_id: number | null;
  first_seen_at: Timestamp;
  last_seen_at: Timestamp;
}
