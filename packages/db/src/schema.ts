import type { CaptionsKind } from "@kinora/domain/captions.ts";
import type { CategoryColour } from "@kinora/domain/categoryColours.ts";
import type { Chapter } from "@kinora/domain/chapters.ts";
import type { BulkAction, BulkState } from "@kinora/domain/library.ts";
import type { ProjectLadder } from "@kinora/domain/projectLadder.ts";
import type { Privacy } from "@kinora/domain/projects.ts";
import type { UploadSource } from "@kinora/domain/uploads.ts";
import type { VideoFailure, VideoList, VideoStatus } from "@kinora/domain/videos.ts";
import type { ColumnType, Generated, GeneratedAlways, JSONColumnType } from "kysely";

type Timestamp = ColumnType<Date, Date | string | undefined, Date | string>;
type OptionalTimestamp = ColumnType<Date | null, Date | string | null | undefined, Date | string | null>;
/** Written as text, read as what it says; null where the column may be empty. */
type Json<T extends object | null> = ColumnType<T, string | null | undefined, string | null>;

/** The tables as SQL names them; rows keep their column names in TypeScript. */
export interface Schema {
  users: UsersTable;
  accounts: AccountsTable;
  account_owners: { account_id: number; user_id: number; created_at: Timestamp };
  roles: RolesTable;
  projects: ProjectsTable;
  project_members: { project_id: number; account_id: number; user_id: number; role_id: number; created_at: Timestamp };
  api_keys: ApiKeysTable;
  login_credentials: { user_id: number; password_hash: string; changed_at: Timestamp };
  login_sessions: LoginSessionsTable;
  api_sessions: ApiSessionsTable;
  login_tokens: LoginTokensTable;
  login_attempts: { id: GeneratedAlways<number>; email: string; ip: string; result: string; created_at: Timestamp };
  oidc_payloads: OidcPayloadsTable;
  development_mails: {
    id: GeneratedAlways<number>;
    recipient: string;
    subject: string;
    body: string;
    created_at: Timestamp;
  };
  settings: { name: string; value: ColumnType<unknown, string, string> };
  categories: CategoriesTable;
  tags: TagsTable;
  videos: VideosTable;
  video_tags: { video_id: number; tag_id: number; project_id: number };
  video_buckets: { project_id: number; list: VideoList; width_bits: number; bucket: number; rows: number };
  uploads: UploadsTable;
  transcodes: TranscodesTable;
  renditions: RenditionsTable;
  rendition_chunks: RenditionChunksTable;
  transcode_chunks: TranscodeChunksTable;
  media_speeds: { host: string; work: string; speed: number; samples: number; updated_at: Timestamp };
  events: EventsTable;
  audit_log: AuditLogTable;
  account_storage: { account_id: number; bytes: number };
  project_storage: { project_id: number; bytes: number };
  project_ladders: {
    project_id: number;
    account_id: number;
    ladder: JSONColumnType<ProjectLadder>;
    updated_at: Timestamp;
  };
  ladder_runs: LadderRunsTable;
  captions: CaptionsTable;
  ladder_run_transcodes: { transcode_id: number; run_id: number };
  bulk_jobs: BulkJobsTable;
  bulk_failures: { job_id: number; video_id: number; title: string; code: string; message: string };
  user_preferences: { user_id: number; name: string; value: ColumnType<string[], string, string> };
  workers: { id: GeneratedAlways<number>; host: string; pid: number; started_at: Timestamp };
  job_claims: { job_id: string; queue: string; worker_id: number; claimed_at: Timestamp };
}

export interface UsersTable {
  id: GeneratedAlways<number>;
  email: string;
  first_name: Generated<string>;
  last_name: Generated<string>;
  avatar_key: string | null;
  superuser: Generated<boolean>;
  status: Generated<"invited" | "active" | "blocked">;
  created_at: Timestamp;
  last_seen_at: OptionalTimestamp;
}

export interface AccountsTable {
  id: GeneratedAlways<number>;
  name: string;
  cell: string;
  status: Generated<"active" | "suspended" | "closed">;
  storage_limit_bytes: number | null;
  created_at: Timestamp;
}

export interface RolesTable {
  id: GeneratedAlways<number>;
  account_id: number;
  title: string;
  description: Generated<string>;
  system: Generated<boolean>;
  permissions: Generated<string[]>;
}

export interface ProjectsTable {
  id: GeneratedAlways<number>;
  account_id: number;
  hash: string;
  name: string;
  domain: string;
  /** IANA name. */
  timezone: Generated<string>;
  default_category_id: number | null;
  default_privacy: Generated<Privacy>;
  /** Null: only the installation's and the account's limits hold. */
  maximum_upload_bytes: number | null;
  /** Null: originals are kept. */
  source_retention_days: number | null;
  trash_days: Generated<number>;
  created_at: Timestamp;
  deleted_at: OptionalTimestamp;
}

export interface ApiKeysTable {
  id: GeneratedAlways<number>;
  project_id: number;
  account_id: number;
  name: string;
  prefix: string;
  key_hash: Buffer;
  scopes: string[];
  created_by: number | null;
  created_at: Timestamp;
  expires_at: OptionalTimestamp;
  disabled_at: OptionalTimestamp;
  last_used_at: OptionalTimestamp;
}

export interface LoginSessionsTable {
  id: Buffer;
  user_id: number;
  ip: string | null;
  user_agent: string | null;
  created_at: Timestamp;
  last_seen_at: Timestamp;
  expires_at: ColumnType<Date, Date, Date>;
}

export interface ApiSessionsTable {
  id: Buffer;
  login_session_id: Buffer;
  user_id: number;
  cell: string;
  created_at: Timestamp;
  expires_at: ColumnType<Date, Date, Date>;
}

export interface LoginTokensTable {
  id: Buffer;
  kind: "first_run" | "activate" | "reset";
  user_id: number | null;
  created_at: Timestamp;
  expires_at: ColumnType<Date, Date, Date>;
  used_at: OptionalTimestamp;
}

export interface OidcPayloadsTable {
  model: string;
  id: string;
  payload: JSONColumnType<Record<string, unknown>>;
  grant_id: string | null;
  user_code: string | null;
  uid: string | null;
  consumed_at: OptionalTimestamp;
  expires_at: OptionalTimestamp;
}

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
  /** Where an import comes from. */
  source_url: string | null;
  /** SHA-256 of the first and last MiB, in hex, as the sender computed it. */
  fingerprint: string | null;
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

export interface EventsTable {
  id: GeneratedAlways<number>;
  type: string;
  account_id: number | null;
  project_id: number | null;
  payload: JSONColumnType<Record<string, unknown>>;
  actor: Json<Record<string, unknown>>;
  created_at: Timestamp;
}

export interface AuditLogTable {
  id: GeneratedAlways<number>;
  account_id: number | null;
  project_id: number | null;
  actor: JSONColumnType<Record<string, unknown>>;
  action: string;
  object_type: string;
  object_id: number | null;
  object_title: Generated<string>;
  changes: Json<Record<string, unknown>>;
  ip: string | null;
  created_at: Timestamp;
}
