import type { LadderPreset } from "@kinora/domain/transcoding/ladder-presets.ts";
import type { FurtherCodec, HdrRange } from "@kinora/domain/transcoding/picture-codecs.ts";
import type { ProgressiveHead } from "@kinora/domain/uploads/progressive.ts";
import type { SourceFile, UploadResult, UploadSource } from "@kinora/domain/uploads/uploads.ts";
import type { AudioTrackKind, AudioTrackState } from "@kinora/domain/videos/audio-tracks.ts";
import type { CaptionsKind } from "@kinora/domain/videos/captions.ts";
import type { CategoryColour } from "@kinora/domain/videos/category-colours.ts";
import type { Chapter } from "@kinora/domain/videos/chapters.ts";
import type { BulkAction, BulkState } from "@kinora/domain/videos/library.ts";
import type { SourceCheckState } from "@kinora/domain/videos/source-check.ts";
import type { Takedown } from "@kinora/domain/videos/takedown.ts";
import type { VideoFailure, VideoList, VideoStatus } from "@kinora/domain/videos/videos.ts";
import type { ColumnType, Generated, GeneratedAlways, JSONColumnType } from "kysely";
import type { GivenTimestamp, Json, OptionalTimestamp, Timestamp } from "./columns.ts";

export interface CategoriesTable {
  id: GeneratedAlways<number>;
  project_id: number;
  account_id: number;
  name: string;
  slug: string;
  colour: Generated<CategoryColour>;
  active: Generated<boolean>;
  position: Generated<number>;
  /** Number of videos, maintained by a trigger. */
  videos: GeneratedAlways<number>;
  /** Set while it is being removed: hidden, while its videos move to the successor or none. */
  leaving_at: OptionalTimestamp;
  successor_id: number | null;
  created_at: Timestamp;
}

export interface TagsTable {
  id: GeneratedAlways<number>;
  project_id: number;
  account_id: number;
  name: string;
  /** Number of videos, maintained by a trigger. */
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
  /** Counts the changes of its meta data. */
  details_version: Generated<number>;
  failure: Json<VideoFailure | null>;
  published: Generated<boolean>;
  published_at: OptionalTimestamp;
  category_id: number | null;
  /** The upload of the source. */
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
  /** Its source is a sound without a picture. */
  sound_only: Generated<boolean>;
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
  /** They are those of the video's source: another source replaces them. */
  chapters_from_source: Generated<boolean>;
  publish_at: OptionalTimestamp;
  unpublish_at: OptionalTimestamp;
  publish_when_ready: Generated<boolean>;
  /** The number of the custom poster in use; 0: the automatic one. */
  poster: Generated<number>;
  poster_work: Json<PosterWork | null>;
  /** Captions and custom posters. */
  extra_bytes: Generated<number>;
  /** The list that contains it; `gone` is permanently deleted. */
  shelf: GeneratedAlways<"completed" | "inprogress" | "failed" | "trash" | "gone">;
  /** Sort key of the title: lower case, the first 64 characters. */
  title_key: GeneratedAlways<string>;
  /** Lower-case text for search: title, description and file name, one per line. */
  words: GeneratedAlways<string>;
  /** 0: none. */
  category_key: GeneratedAlways<number>;
  /** Lists and embeds play an animated preview on hover. */
  animated_preview: Generated<boolean>;
  /** The preset of its rungs; null: its project's ladder. */
  ladder_preset: LadderPreset | null;
  /** Its source was recorded from a livestream. */
  recorded: Generated<boolean>;
  /** Its source already includes the project's watermark. */
  watermarked: Generated<boolean>;
  /** Set while the operator has taken it down. */
  takedown: Json<Takedown | null>;
}

/** A custom poster in progress; kept with its reason when it failed. */
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
  /** Its text is that of a track of the video's source: another source replaces it. */
  from_source: Generated<boolean>;
  /** The revision whose words are in `spoken_passages`; 0 while none are. */
  spoken_revision: Generated<number>;
  /** Made by machine, and not changed by a person since. */
  automatic: Generated<boolean>;
  /** Viewers get it. */
  published: Generated<boolean>;
  created_by: number | null;
  created_at: Timestamp;
  updated_at: Timestamp;
  /** Who saved the file; null for the platform. */
  saved_by: Generated<number | null>;
  saved_at: Timestamp;
}

/** A file of captions that was replaced. */
export interface CaptionsVersionsTable {
  captions_id: number;
  /** The `revision` it was. */
  version: number;
  cues: number;
  size_bytes: number;
  saved_by: number | null;
  saved_at: GivenTimestamp;
}

/** Some 400 letters of what captions say. */
export interface SpokenPassagesTable {
  captions_id: number;
  /** From 1 on, in the order of the captions. */
  number: number;
  project_id: number;
  video_id: number;
  text: string;
  /** The text as searches compare it. */
  words: GeneratedAlways<string>;
  /** Where in the text each caption begins. */
  offsets: number[];
  /** The millisecond of the video at which it does. */
  starts_ms: number[];
}

/** What was encoded of an uploaded audio track, which stays when that is deleted: what bills are made from. */
export interface AudioTrackRecordsTable {
  track_id: number;
  video_id: number;
  project_id: number;
  account_id: number;
  finished_at: GivenTimestamp;
  seconds: number;
}

/** A track of sound that viewers choose: one of the video's source, or one that was uploaded. */
export interface AudioTracksTable {
  id: GeneratedAlways<number>;
  video_id: number;
  project_id: number;
  account_id: number;
  /** Its rendition in each version of the source; null: it was uploaded. */
  label: string | null;
  /** The upload of that source. */
  file_id: string | null;
  /** Null: as the source calls it. */
  name: string | null;
  /** BCP 47. */
  language: string | null;
  kind: Generated<AudioTrackKind>;
  by_default: Generated<boolean>;
  /** A track of the source that a person deleted. */
  deleted: Generated<boolean>;
  /** Integrated, in LUFS (EBU R 128); null until it is measured, and of silence. */
  loudness: number | null;
  /** Of the encoding of an uploaded one; `complete` of one of the source. */
  state: Generated<AudioTrackState>;
  attempts: Generated<number>;
  failure: Json<VideoFailure | null>;
  /** Storage key of the uploaded file, until it is encoded. */
  upload_key: string | null;
  /** Of that file. */
  upload_bytes: Generated<number>;
  file_name: string | null;
  /** Length of the uploaded sound. */
  upload_seconds: number | null;
  /** The version of the video along whose segments it is cut. */
  version: number | null;
  /** RFC 6381; null until its first segment. */
  codecs: string | null;
  /** Segments that it will have, of all its renditions. */
  segment_count: Generated<number>;
  /** Of its finished segments, in order. */
  segment_bytes: Generated<number[]>;
  segment_seconds: Generated<number[]>;
  /** The same at the low bitrate; empty where it has none. */
  low_segment_bytes: Generated<number[]>;
  low_segment_seconds: Generated<number[]>;
  /** The same in surround sound; empty where it has none. */
  surround_segment_bytes: Generated<number[]>;
  surround_segment_seconds: Generated<number[]>;
  created_by: number | null;
  created_at: Timestamp;
  updated_at: Timestamp;
}

/** A file that replaces a video's source once its renditions are complete. */
export interface Replacement {
  upload_id: string;
  key: string;
  file_name: string;
  size_bytes: number;
}

/** Renditions that a transcode reuses from an older version of its video. */
export interface RenditionReuse {
  version: number;
  /** Of completed renditions, including audio. */
  labels: string[];
  /** Of the rungs it encodes. */
  wanted: string[];
}

export interface UploadsTable {
  id: string;
  project_id: number;
  account_id: number;
  video_id: number;
  user_id: number | null;
  api_key_id: number | null;
  upload_token_id: Generated<number | null>;
  file_name: string;
  size_bytes: number;
  /** The file replaces its video's source. */
  replaces: Generated<boolean>;
  /** The track of its video whose file it is. */
  audio_track_id: Generated<number | null>;
  offset_bytes: Generated<number>;
  state: Generated<"uploading" | "complete" | "cancelled" | "failed" | "expired">;
  sha256: Buffer | null;
  source: Generated<UploadSource>;
  /** Result of the upload, including whether its video became playable; maintained by triggers. */
  result: GeneratedAlways<UploadResult>;
  /** Lower-case text for search. */
  words: GeneratedAlways<string>;
  /** The source URL of an import. */
  source_url: string | null;
  /** A file on the server's machine that its operator imports, or one of the bucket or the archive of an import. */
  source_file: Json<SourceFile | null>;
  /** A request header of an import; its value is encrypted and deleted when no longer needed. */
  fetch_header_name: string | null;
  fetch_header_sealed: Buffer | null;
  /** SHA-256 of the first and last MiB, in hex, as the sender computed it. */
  fingerprint: string | null;
  /** Complete request bodies. */
  chunks: Generated<number>;
  /** Connections that were lost or paused, and retried fetches. */
  interruptions: Generated<number>;
  created_at: Timestamp;
  updated_at: Timestamp;
  finished_at: OptionalTimestamp;
  expires_at: ColumnType<Date, Date, Date>;
  /** `traceparent` (W3C Trace Context) of the request that created it; null where that was not traced. */
  trace_parent: Generated<string | null>;
  /** How browsers play it while it arrives; null where they cannot, or too little has arrived. */
  progressive: Json<ProgressiveHead | null>;
}

export interface BulkJobsTable {
  id: GeneratedAlways<number>;
  project_id: number;
  account_id: number;
  action: BulkAction;
  options: ColumnType<{ category_id?: number | null; tag_ids?: number[] }, string | undefined, string>;
  ids: number[] | null;
  /** The list and its filters, as the contract's selection. */
  filter: Json<Record<string, unknown> | null>;
  state: Generated<BulkState>;
  /** Null: above the limit of counting. */
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
  /** Seconds of source in the whole plan; the queue's waiting time is computed from it. */
  media_seconds: Generated<number>;
  /** 0–1. */
  progress: Generated<number>;
  queued_at: Timestamp;
  started_at: OptionalTimestamp;
  replacement: Json<Replacement | null>;
  reuse: Json<RenditionReuse | null>;
  /** The last output lines of the failed tool. */
  log: Generated<string[]>;
  playable_at: OptionalTimestamp;
  finished_at: OptionalTimestamp;
  /** Of processor time of the media tools, all runs together; null where none was measured. */
  cpu_seconds: Generated<number | null>;
  /** `traceparent` of what made its video playable; null where that was not traced. */
  trace_parent: Generated<string | null>;
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
  /** Of the picture; null for H.264 and of sounds. */
  further_codec: FurtherCodec | null;
  /** The curve of its HDR; null for SDR and of sounds. */
  hdr: HdrRange | null;
  /** RFC 6381, e.g. `avc1.64001f`. */
  codecs: string | null;
  frame_rate: number | null;
  /** Bits per second. */
  bitrate_average: number | null;
  bitrate_peak: number | null;
  size_bytes: Generated<number>;
  /** Of its MP4 with the sound; null without one and for those of earlier releases. */
  download_bytes: number | null;
  segments: Generated<number>;
  duration_seconds: Generated<number>;
  state: Generated<"queued" | "processing" | "complete" | "failed">;
  /** The source's video track, copied without encoding. */
  copied: Generated<boolean>;
  /** Segments are aligned with the other renditions of its version; copied ones may not be. */
  on_grid: Generated<boolean>;
  /** Structural similarity of a sample to the source, 0–1; null until measured. */
  ssim: number | null;
  /** Wall time of the encoder, shared by renditions encoded together; null for copied ones. */
  encode_seconds: number | null;
  /** Bandwidth of its I-frame playlist in bits per second; null without one. */
  key_frame_bitrate: number | null;
  /** Captions within its pictures, as playlists name them (`CC1`); null while nothing was found and it is not complete, and of earlier releases. */
  closed_captions: string[] | null;
  language: string | null;
  /** What its source calls a sound; null where it says nothing, and of pictures. */
  title: string | null;
  /** A sound that describes the picture, too. */
  describes_pictures: Generated<boolean>;
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

/** The last comparison of a video's original with its checksum. */
export interface SourceChecksTable {
  video_id: number;
  state: Generated<SourceCheckState>;
  checked_bytes: Generated<number>;
  total_bytes: number;
  requested_at: ColumnType<Date, Date, Date>;
  finished_at: OptionalTimestamp;
}
