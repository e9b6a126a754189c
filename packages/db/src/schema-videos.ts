import type { CaptionsKind } from "@kinora/domain/captions.ts";
import type { CategoryColour } from "@kinora/domain/categoryColours.ts";
import type { Chapter } from "@kinora/domain/chapters.ts";
import type { BulkAction, BulkState } from "@kinora/domain/library.ts";
import type { LadderPreset } from "@kinora/domain/projectLadder.ts";
import type { UploadResult, UploadSource } from "@kinora/domain/uploads.ts";
import type { VideoFailure, VideoList, VideoStatus } from "@kinora/domain/videos.ts";
import type { ColumnType, Generated, GeneratedAlways, JSONColumnType } from "kysely";
import type { Json, OptionalTimestamp, Timestamp } from "./columns.ts";

export interface CategoriesTable {
  id: GeneratedAlways<number>;
  project_id: number;
  account_id: number;
  name: string;
  slug: string;
  colour: Generated<CategoryColour>;
  active: Generated<boolean>;
  position: Generated<number>;
  /** Videos that have it, kept by a trigger. */
  videos: GeneratedAlways<number>;
  /** Set when it is on its way out: hidden, while its videos get the successor or none. */
  leaving_at: OptionalTimestamp;
  successor_id: number | null;
  created_at: Timestamp;
}

export interface TagsTable {
  id: GeneratedAlways<number>;
  project_id: number;
  account_id: number;
  name: string;
  /** Videos that have it, kept by a trigger. */
  videos: GeneratedAlways<number>;
  created_by: number | null;
  leaving_at: OptionalTimestamp;
  successor_id: number | null;
  created_at: Timestamp;
}

export interface LadderRunsTable {
  id: GeneratedAlways<number>;
  project_id: number;
  account_id: number;
  state: Generated<"running" | "complete" | "cancelled">;
  total: number;
  done: Generated<number>;
  failed: Generated<number>;
  skipped: Generated<number>;
  last_video_id: Generated<number>;
  until_video_id: number;
  actor: JSONColumnType<Record<string, unknown>>;
  created_at: Timestamp;
  finished_at: OptionalTimestamp;
}

export interface VideosTable {
  id: GeneratedAlways<number>;
  project_id: number;
  account_id: number;
  hash: string;
  title: string;
  description: Generated<string>;
  status: VideoStatus;
  list: GeneratedAlways<VideoList>;
  failure: Json<VideoFailure | null>;
  published: Generated<boolean>;
  published_at: OptionalTimestamp;
  category_id: number | null;
  /** The upload the source came from. */
  file_id: string | null;
  file_name: Generated<string>;
  source_key: string | null;
  source_sha256: Buffer | null;
  source_bytes: number | null;
  version: Generated<number>;
  playable: Generated<boolean>;
  duration_seconds: number | null;
  width: number | null;
  height: number | null;
  /** Storage keys of the posters by label ("720p"). */
  images: Json<Record<string, string>>;
  storyboard: Generated<boolean>;
  stored_bytes: Generated<number>;
  user_id: number | null;
  created_at: Timestamp;
  updated_at: Timestamp;
  completed_at: OptionalTimestamp;
  deleted_at: OptionalTimestamp;
  reference_id: string | null;
  language: string | null;
  metadata: Json<{ key: string; value: string }[]>;
  chapters: Json<Chapter[]>;
  publish_at: OptionalTimestamp;
  unpublish_at: OptionalTimestamp;
  publish_when_ready: Generated<boolean>;
  /** The number of the poster made by hand that is shown; 0: the one taken from the source. */
  poster: Generated<number>;
  poster_work: Json<PosterWork | null>;
  /** Captions and posters made by hand. */
  extra_bytes: Generated<number>;
  /** In which list it stands; `gone` is deleted without a way back. */
  shelf: GeneratedAlways<"completed" | "inprogress" | "failed" | "trash" | "gone">;
  /** What orders titles: lower case, the first 64 characters. */
  title_key: GeneratedAlways<string>;
  /** What a search looks at, in lower case: title, description and file name, a line each. */
  words: GeneratedAlways<string>;
  /** 0: none. */
  category_key: GeneratedAlways<number>;
  /** A copy of its tags, kept by a trigger. */
  tag_ids: GeneratedAlways<string[]>;
  /** The labels of its finished renditions as `,360p,720p,`, kept by a trigger. */
  rendition_labels: GeneratedAlways<string>;
  tagged: GeneratedAlways<boolean>;
  /** Whether it has captions, kept by a trigger. */
  captioned: GeneratedAlways<boolean>;
  /** Lists and embeds show it moving under the pointer. */
  animated_preview: Generated<boolean>;
  /** The rungs it is made with; null: its project's. */
  ladder_preset: LadderPreset | null;
  /** Its source is what a livestream sent. */
  recorded: Generated<boolean>;
  /** Its source has the project's watermark on every picture already. */
  watermarked: Generated<boolean>;
}

/** A poster being made by hand; kept with its reason when it failed. */
export interface PosterWork {
  number: number;
  state: "working" | "failed";
  message?: string;
}

export interface CaptionsTable {
  id: GeneratedAlways<number>;
  video_id: number;
  project_id: number;
  account_id: number;
  language: string;
  label: string;
  kind: CaptionsKind;
  by_default: Generated<boolean>;
  format: "vtt" | "srt";
  revision: Generated<number>;
  size_bytes: number;
  cues: number;
  created_by: number | null;
  created_at: Timestamp;
  updated_at: Timestamp;
}

/** A file that takes the place of a video's source once its renditions are complete. */
export interface Replacement {
  upload_id: string;
  key: string;
  file_name: string;
  size_bytes: number;
}

/** What a transcode takes over from an older version of its video instead of making it anew. */
export interface RenditionReuse {
  version: number;
  /** Of finished renditions, the sound included. */
  labels: string[];
  /** Of the rungs it makes. */
  wanted: string[];
}

export interface UploadsTable {
  id: string;
  project_id: number;
  account_id: number;
  video_id: number;
  user_id: number | null;
  api_key_id: number | null;
  file_name: string;
  size_bytes: number;
  /** The file takes the place of its video's source. */
  replaces: Generated<boolean>;
  offset_bytes: Generated<number>;
  state: Generated<"uploading" | "complete" | "cancelled" | "failed" | "expired">;
  sha256: Buffer | null;
  source: Generated<UploadSource>;
  /** How it went, its video's way to playable included; kept by triggers. */
  result: GeneratedAlways<UploadResult>;
  /** What a search looks at, in lower case. */
  words: GeneratedAlways<string>;
  /** Where an import comes from. */
  source_url: string | null;
  /** A header an import is asked for with; its value is sealed, and kept only as long as it is needed. */
  fetch_header_name: string | null;
  fetch_header_sealed: Buffer | null;
  /** SHA-256 of the first and last MiB, in hex, as the sender computed it. */
  fingerprint: string | null;
  /** Bodies that came whole. */
  chunks: Generated<number>;
  /** Connections that broke off or were paused, and fetches that had to be tried again. */
  interruptions: Generated<number>;
  created_at: Timestamp;
  updated_at: Timestamp;
  finished_at: OptionalTimestamp;
  expires_at: ColumnType<Date, Date, Date>;
}

export interface BulkJobsTable {
  id: GeneratedAlways<number>;
  project_id: number;
  account_id: number;
  action: BulkAction;
  options: ColumnType<{ category_id?: number | null; tag_ids?: number[] }, string | undefined, string>;
  ids: number[] | null;
  /** The list and what narrows it, as the contract's selection. */
  filter: Json<Record<string, unknown> | null>;
  state: Generated<BulkState>;
  /** Null: more than are counted. */
  total: number | null;
  done: Generated<number>;
  failed: Generated<number>;
  last_video_id: Generated<number>;
  until_video_id: number;
  message: string | null;
  user_id: number | null;
  api_key_id: number | null;
  created_at: Timestamp;
  finished_at: OptionalTimestamp;
}

export interface TranscodesTable {
  id: GeneratedAlways<number>;
  video_id: number;
  project_id: number;
  account_id: number;
  version: number;
  state: Generated<"queued" | "running" | "complete" | "failed" | "cancelled">;
  plan: ColumnType<unknown, string | null | undefined, string | null>;
  attempts: Generated<number>;
  priority: Generated<number>;
  failure: Json<VideoFailure | null>;
  /** Seconds of source the whole plan covers; what the queue's waiting time is computed from. */
  media_seconds: Generated<number>;
  /** 0–1. */
  progress: Generated<number>;
  queued_at: Timestamp;
  started_at: OptionalTimestamp;
  replacement: Json<Replacement | null>;
  reuse: Json<RenditionReuse | null>;
  /** The last lines the tool said before it failed. */
  log: Generated<string[]>;
  playable_at: OptionalTimestamp;
  finished_at: OptionalTimestamp;
}

export interface RenditionsTable {
  id: GeneratedAlways<number>;
  transcode_id: number;
  video_id: number;
  account_id: number;
  version: number;
  kind: "video" | "audio" | "source";
  label: string;
  width: number | null;
  height: number | null;
  /** RFC 6381, e.g. `avc1.64001f`. */
  codecs: string | null;
  frame_rate: number | null;
  /** Bits per second. */
  bitrate_average: number | null;
  bitrate_peak: number | null;
  size_bytes: Generated<number>;
  segments: Generated<number>;
  duration_seconds: Generated<number>;
  state: Generated<"queued" | "processing" | "complete" | "failed">;
  /** The source's own picture, not encoded. */
  copied: Generated<boolean>;
  /** Cut at the same moments as the others of its version; what is copied may not be. */
  on_grid: Generated<boolean>;
  /** How like its source a sample of it is, 0–1 (structural similarity); null until measured. */
  ssim: number | null;
  /** Wall time of the encoder; renditions encoded together share it. Null for what was never encoded. */
  encode_seconds: number | null;
  /** Of its I-frame playlist, in bits per second; null without one. Its language (BCP 47) is that of sound whose source says it. */
  key_frame_bitrate: number | null;
  language: string | null;
}

export interface RenditionChunksTable {
  rendition_id: number;
  chunk: number;
  first_segment: number;
  sizes: Generated<number[]>;
  durations: Generated<number[]>;
  complete: Generated<boolean>;
}

export interface TranscodeChunksTable {
  transcode_id: number;
  chunk: number;
  state: Generated<"waiting" | "sent" | "complete">;
  frames: Generated<number>;
}
