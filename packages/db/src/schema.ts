import type { ProjectLadder } from "@kinora/domain/projectLadder.ts";
import type { Privacy } from "@kinora/domain/projects.ts";
import type { VideoList } from "@kinora/domain/videos.ts";
import type { WatermarkLayout } from "@kinora/domain/watermark.ts";
import type { ColumnType, Generated, GeneratedAlways, JSONColumnType } from "kysely";
import type { Json, OptionalTimestamp, Timestamp } from "./columns.ts";
import type {
  StreamHostsTable,
  StreamPicturesTable,
  StreamRecordingsTable,
  StreamLogTable,
  StreamRestreamsTable,
  StreamSessionsTable,
  StreamsTable,
} from "./schema-streams.ts";
import type {
  CategoriesTable,
  TagsTable,
  LadderRunsTable,
  VideosTable,
  CaptionsTable,
  UploadsTable,
  BulkJobsTable,
  TranscodesTable,
  RenditionsTable,
  RenditionChunksTable,
  TranscodeChunksTable,
} from "./schema-videos.ts";

/** The tables as SQL names them; rows keep their column names in TypeScript. */
export interface Schema {
  users: UsersTable;
  accounts: AccountsTable;
  account_owners: { account_id: number; user_id: number; created_at: Timestamp };
  roles: RolesTable;
  projects: ProjectsTable;
  project_members: { project_id: number; account_id: number; user_id: number; role_id: number; created_at: Timestamp };
  /** A person who is to join a project; a row ends when they do. */
  project_invitations: ProjectInvitationsTable;
  api_keys: ApiKeysTable;
  login_credentials: { user_id: number; password_hash: string; changed_at: Timestamp };
  login_sessions: LoginSessionsTable;
  api_sessions: ApiSessionsTable;
  login_tokens: LoginTokensTable;
  login_attempts: LoginAttemptsTable;
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
  /** `shelf` is its video's, kept by triggers. */
  video_tags: { video_id: number; tag_id: number; project_id: number; shelf: GeneratedAlways<string> };
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
  project_embeds: { project_id: number; first_seen_at: Generated<Date> };
  project_ladders: {
    project_id: number;
    account_id: number;
    ladder: JSONColumnType<ProjectLadder>;
    updated_at: Timestamp;
  };
  project_watermarks: ProjectWatermarksTable;
  ladder_runs: LadderRunsTable;
  captions: CaptionsTable;
  ladder_run_transcodes: { transcode_id: number; run_id: number };
  bulk_jobs: BulkJobsTable;
  bulk_failures: { job_id: number; video_id: number; title: string; code: string; message: string };
  user_preferences: { user_id: number; name: string; value: ColumnType<string[], string, string> };
  streams: StreamsTable;
  stream_tags: { stream_id: number; tag_id: number; project_id: number };
  stream_loop_items: { stream_id: number; project_id: number; position: number; video_id: number };
  stream_pictures: StreamPicturesTable;
  stream_sessions: StreamSessionsTable;
  stream_recordings: StreamRecordingsTable;
  stream_log: StreamLogTable;
  stream_restreams: StreamRestreamsTable;
  stream_hosts: StreamHostsTable;
  workers: { id: GeneratedAlways<number>; host: string; pid: number; started_at: Timestamp };
  job_claims: { job_id: string; queue: string; worker_id: number; claimed_at: Timestamp };
}

export interface ProjectWatermarksTable extends WatermarkLayout {
  project_id: number;
  account_id: number;
  /** Names its file. */
  number: number;
  /** Of the picture, in pixels. */
  width: number;
  height: number;
  enabled: boolean;
  updated_at: Timestamp;
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
  /** Where published videos are shown, such as `https://example.com/watch/{hash}`; null: on their own share pages. */
  published_url_pattern: string | null;
  created_at: Timestamp;
  deleted_at: OptionalTimestamp;
}

export interface ProjectInvitationsTable {
  id: GeneratedAlways<number>;
  project_id: number;
  account_id: number;
  /** Lower case. */
  email: string;
  role_id: number;
  created_at: Timestamp;
  expires_at: ColumnType<Date, Date, Date>;
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

export interface LoginAttemptsTable {
  id: GeneratedAlways<number>;
  email: string;
  ip: string;
  /** What limits count as one client: an IPv4 address, or a /64 of IPv6. */
  network: string;
  /** Whether the browser was known as one of the person's. */
  known: Generated<boolean>;
  result: "failed" | "ok" | "mail" | "confirm";
  created_at: Timestamp;
}

export interface LoginTokensTable {
  id: Buffer;
  kind: "first_run" | "activate" | "reset" | "confirm";
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
