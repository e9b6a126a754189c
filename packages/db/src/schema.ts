import type { Privacy } from "@kinora/domain/projects/projects.ts";
import type { CaptionsMode } from "@kinora/domain/speech/settings.ts";
import type { ProjectLadder } from "@kinora/domain/transcoding/project-ladder.ts";
import type { WatermarkLayout } from "@kinora/domain/transcoding/watermark.ts";
import type { VideoList } from "@kinora/domain/videos/videos.ts";
import type { ColumnType, Generated, GeneratedAlways, JSONColumnType } from "kysely";
import type { GivenTimestamp, Json, OptionalTimestamp, Timestamp } from "./columns.ts";
import type {
  AccountBillingDetailsTable,
  AccountClosuresTable,
  AccountExportsTable,
  AccountNotesTable,
  ProjectMovesTable,
  ProjectTransfersTable,
  RolesTable,
  RoleTemplatesTable,
} from "./schema-accounts.ts";
import type { AdCountsTable, AdSchedulesTable, CategoryAdSchedulesTable, VideoAdsTable } from "./schema-ads.ts";
import type { ProjectAnalyticsTable } from "./schema-analytics.ts";
import type { ApiKeyHoursTable, ApiKeyOldSecretsTable, ApiKeysTable, ApiRequestsTable } from "./schema-api-keys.ts";
import type {
  AccountLimitsView,
  AccountPricesView,
  AccountMeteringTable,
  AccountTermsTable,
  BillingSettingsTable,
  InvoicePaymentsTable,
  InvoiceRunsTable,
  InvoiceSeriesTable,
  SellersTable,
  InvoicesTable,
  InvoiceUsageTable,
  PlanRequestsTable,
  PlansTable,
  PlanVersionsTable,
  ProjectStorageKindsTable,
  StorageHoursTable,
  UsageDaysTable,
  UsageRecountsTable,
} from "./schema-billing.ts";
import type { ImportItemsTable, ImportJobsTable } from "./schema-imports.ts";
import type { AccountFeaturesTable, InstallationSettingsTable } from "./schema-installation.ts";
import type { LoginTables } from "./schema-login.ts";
import type { LogLinesTable } from "./schema-logs.ts";
import type { OperationsTables } from "./schema-operations.ts";
import type { OwnProviderTables } from "./schema-own-providers.ts";
import type { PlayerPicturesTable, PlayersTable, PlayerVersionsTable } from "./schema-players.ts";
import type { PlaylistItemsTable, PlaylistsTable } from "./schema-playlists.ts";
import type {
  EmbedPlacesTable,
  PlaybackDenialEventsTable,
  PlaybackDenialsTable,
  PlaybackSessionsTable,
  RecentLoadsTable,
  RestrictionAssignmentsTable,
  RestrictionPicturesTable,
  RestrictionProfilesTable,
  SigningKeysTable,
} from "./schema-restrictions.ts";
import type { SpeechTables } from "./schema-speech.ts";
import type {
  RestreamSpansTable,
  StreamHostsTable,
  StreamPicturesTable,
  AiredCaptionsTable,
  RecordingCaptionsTable,
  StreamRecordingsTable,
  StreamLogTable,
  StreamGuestLinksTable,
  StreamRestreamsTable,
  StreamSessionsTable,
  StreamAdBreaksTable,
  StreamsTable,
} from "./schema-streams.ts";
import type { UploadTokensTable } from "./schema-upload-tokens.ts";
import type {
  CategoriesTable,
  TagsTable,
  LadderRunsTable,
  VideosTable,
  AudioTrackRecordsTable,
  AudioTracksTable,
  CaptionsTable,
  CaptionsVersionsTable,
  SpokenPassagesTable,
  UploadsTable,
  BulkJobsTable,
  TranscodesTable,
  RenditionsTable,
  RenditionChunksTable,
  SourceChecksTable,
  TranscodeChunksTable,
} from "./schema-videos.ts";
import type {
  CountedBatchesTable,
  DeliveryHoursTable,
  DeliverySumsTable,
  TranscodeRecordsTable,
  PlayerDaysTable,
  PlaylistDaysTable,
  SumsFilledTable,
  VideoPartsTable,
  ViewCodesTable,
  ViewersNowTable,
  ViewHoursTable,
  ViewSumsTable,
  ViewSketchesTable,
  ViewsTable,
  VisitorSaltsTable,
  WatchingViewsTable,
} from "./schema-views.ts";
import type {
  WebhookAttemptsTable,
  WebhookDeliveriesTable,
  WebhookInboxTable,
  WebhookMessagesTable,
  WebhooksTable,
} from "./schema-webhooks.ts";
import type {
  JobClaimsTable,
  QueueTurnsTable,
  TranscodingSettingsTable,
  WorkerSettingsTable,
  WorkersTable,
} from "./schema-workers.ts";

/** The tables by their SQL names; rows keep their column names in TypeScript. */
export interface Schema extends LoginTables, OperationsTables, OwnProviderTables, SpeechTables {
  users: UsersTable;
  accounts: AccountsTable;
  account_owners: { account_id: number; user_id: number; created_at: Timestamp };
  roles: RolesTable;
  role_templates: RoleTemplatesTable;
  projects: ProjectsTable;
  project_moves: ProjectMovesTable;
  project_transfers: ProjectTransfersTable;
  project_members: { project_id: number; account_id: number; user_id: number; role_id: number; created_at: Timestamp };
  /** A pending invitation to a project; the row is deleted when it is accepted. */
  blocked_members: BlockedMembersTable;
  project_invitations: ProjectInvitationsTable;
  api_keys: ApiKeysTable;
  upload_tokens: UploadTokensTable;
  api_key_old_secrets: ApiKeyOldSecretsTable;
  api_key_hours: ApiKeyHoursTable;
  api_requests: ApiRequestsTable;
  idempotent_calls: IdempotentCallsTable;
  mail_counts: MailCountsTable;
  webhooks: WebhooksTable;
  webhook_messages: WebhookMessagesTable;
  webhook_deliveries: WebhookDeliveriesTable;
  webhook_attempts: WebhookAttemptsTable;
  webhook_inbox: WebhookInboxTable;
  development_mails: {
    id: GeneratedAlways<number>;
    recipient: string;
    subject: string;
    body: string;
    created_at: Timestamp;
  };
  installation_settings: InstallationSettingsTable;
  settings: { name: string; value: ColumnType<unknown, string, string> };
  categories: CategoriesTable;
  tags: TagsTable;
  videos: VideosTable;
  video_tags: { video_id: number; tag_id: number; project_id: number };
  video_buckets: { project_id: number; list: VideoList; width_bits: number; bucket: number; rows: number };
  uploads: UploadsTable;
  upload_pieces: { upload_id: string; at_byte: number; length_bytes: number; storage_key: string };
  transcodes: TranscodesTable;
  renditions: RenditionsTable;
  rendition_chunks: RenditionChunksTable;
  transcode_chunks: TranscodeChunksTable;
  media_speeds: { host: string; work: string; speed: number; samples: number; updated_at: Timestamp };
  events: EventsTable;
  audit_log: AuditLogTable;
  log_lines: LogLinesTable;
  account_billing_details: AccountBillingDetailsTable;
  account_closures: AccountClosuresTable;
  account_exports: AccountExportsTable;
  account_features: AccountFeaturesTable;
  account_limits: AccountLimitsView;
  account_prices: AccountPricesView;
  account_metering: AccountMeteringTable;
  account_terms: AccountTermsTable;
  billing_settings: BillingSettingsTable;
  invoice_payments: InvoicePaymentsTable;
  invoice_runs: InvoiceRunsTable;
  invoice_series: InvoiceSeriesTable;
  sellers: SellersTable;
  invoice_usage: InvoiceUsageTable;
  invoices: InvoicesTable;
  plan_versions: PlanVersionsTable;
  plan_requests: PlanRequestsTable;
  plans: PlansTable;
  storage_hours: StorageHoursTable;
  usage_days: UsageDaysTable;
  usage_recounts: UsageRecountsTable;
  account_notes: AccountNotesTable;
  account_storage: { account_id: number; bytes: number };
  project_storage_kinds: ProjectStorageKindsTable;
  project_storage: { project_id: number; bytes: number };
  project_embeds: { project_id: number; first_seen_at: Generated<Date> };
  project_ladders: {
    project_id: number;
    account_id: number;
    ladder: JSONColumnType<ProjectLadder>;
    updated_at: Timestamp;
  };
  project_watermarks: ProjectWatermarksTable;
  project_analytics: ProjectAnalyticsTable;
  ad_schedules: AdSchedulesTable;
  category_ad_schedules: CategoryAdSchedulesTable;
  video_ads: VideoAdsTable;
  ad_counts: AdCountsTable;
  views: ViewsTable;
  view_hours: ViewHoursTable;
  view_sums: ViewSumsTable;
  sums_filled: SumsFilledTable;
  view_sketches: ViewSketchesTable;
  view_codes: ViewCodesTable;
  video_parts: VideoPartsTable;
  player_days: PlayerDaysTable;
  playlist_days: PlaylistDaysTable;
  viewers_now: ViewersNowTable;
  visitor_salts: VisitorSaltsTable;
  watching_views: WatchingViewsTable;
  delivery_hours: DeliveryHoursTable;
  delivery_sums: DeliverySumsTable;
  counted_batches: CountedBatchesTable;
  transcode_records: TranscodeRecordsTable;
  ladder_runs: LadderRunsTable;
  audio_tracks: AudioTracksTable;
  audio_track_records: AudioTrackRecordsTable;
  captions: CaptionsTable;
  captions_versions: CaptionsVersionsTable;
  spoken_passages: SpokenPassagesTable;
  source_checks: SourceChecksTable;
  ladder_run_transcodes: { transcode_id: number; run_id: number };
  bulk_jobs: BulkJobsTable;
  import_jobs: ImportJobsTable;
  import_items: ImportItemsTable;
  bulk_failures: { job_id: number; video_id: number; title: string; code: string; message: string };
  user_preferences: { user_id: number; name: string; value: ColumnType<string[], string, string> };
  streams: StreamsTable;
  stream_ad_breaks: StreamAdBreaksTable;
  stream_tags: { stream_id: number; tag_id: number; project_id: number };
  stream_loop_items: { stream_id: number; project_id: number; position: number; video_id: number };
  stream_pictures: StreamPicturesTable;
  stream_sessions: StreamSessionsTable;
  stream_recordings: StreamRecordingsTable;
  recording_captions: RecordingCaptionsTable;
  aired_captions: AiredCaptionsTable;
  stream_log: StreamLogTable;
  stream_guest_links: StreamGuestLinksTable;
  stream_restreams: StreamRestreamsTable;
  restream_spans: RestreamSpansTable;
  stream_hosts: StreamHostsTable;
  players: PlayersTable;
  player_versions: PlayerVersionsTable;
  player_pictures: PlayerPicturesTable;
  player_items: {
    player_id: number;
    item_hash: string;
    item_kind: "video" | "stream" | "playlist";
    seen_at: Timestamp;
  };
  player_uses: { player_id: number; item_kind: "video" | "stream" | "playlist"; items: number };
  player_domains: { player_id: number; host: string; seen_at: Timestamp };
  restriction_profiles: RestrictionProfilesTable;
  restriction_assignments: RestrictionAssignmentsTable;
  restriction_pictures: RestrictionPicturesTable;
  signing_keys: SigningKeysTable;
  playback_sessions: PlaybackSessionsTable;
  playback_denial_events: PlaybackDenialEventsTable;
  playback_denials: PlaybackDenialsTable;
  recent_loads: RecentLoadsTable;
  embed_places: EmbedPlacesTable;
  playlists: PlaylistsTable;
  playlist_items: PlaylistItemsTable;
  workers: WorkersTable;
  job_claims: JobClaimsTable;
  worker_settings: WorkerSettingsTable;
  transcoding_settings: TranscodingSettingsTable;
  queue_turns: QueueTurnsTable;
}

export interface MailCountsTable {
  /** YYYY-MM-DD, in UTC. */
  day: string;
  subject: string;
  mails: number;
}

export interface IdempotentCallsTable {
  caller: string;
  key_hash: Buffer;
  operation: string;
  input_hash: Buffer;
  answer: Buffer | null;
  created_at: GivenTimestamp;
}

export interface ProjectWatermarksTable extends WatermarkLayout {
  project_id: number;
  account_id: number;
  /** Names its file. */
  number: number;
  /** Of the image, in pixels. */
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
  status: Generated<"active" | "suspended" | "closing" | "closed">;
  /** Null while it is not suspended. */
  suspended_reason: string | null;
  suspended_at: OptionalTimestamp;
  storage_limit_bytes: number | null;
  /** Whether its people need a second factor to sign in. */
  second_factor_required: Generated<boolean>;
  /** Whether its people confirm their identity before a key is shown. */
  keys_need_proof: Generated<boolean>;
  created_at: Timestamp;
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
  /** Null: only the installation's and the account's limits apply. */
  maximum_upload_bytes: number | null;
  /** Null: originals are kept. */
  source_retention_days: number | null;
  trash_days: Generated<number>;
  /** URL pattern of published videos, such as `https://example.com/watch/{hash}`; null: their share pages. */
  published_url_pattern: string | null;
  captions_mode: Generated<CaptionsMode>;
  /** BCP 47, what is spoken; null: it is detected. */
  captions_language: string | null;
  /** Viewers get captions by machine before a person has seen them. */
  captions_published: Generated<boolean>;
  /** Counts the changes of its settings. */
  version: Generated<number>;
  suspended_at: OptionalTimestamp;
  /** Null: no quota of its own. */
  storage_soft_bytes: number | null;
  storage_hard_bytes: number | null;
  storage_warned_at: OptionalTimestamp;
  created_at: Timestamp;
  deleted_at: OptionalTimestamp;
}

export interface BlockedMembersTable {
  project_id: number;
  account_id: number;
  user_id: number;
  /** The role they get back. */
  role_id: number;
  reason: string;
  blocked_by: number | null;
  blocked_at: Timestamp;
}

export interface ProjectInvitationsTable {
  id: GeneratedAlways<number>;
  project_id: number;
  account_id: number;
  /** Lower case. */
  email: string;
  role_id: number;
  /** Of the inviting person; empty for none. */
  message: Generated<string>;
  invited_by: number | null;
  created_at: Timestamp;
  expires_at: ColumnType<Date, Date, Date>;
  accepted_at: Date | null;
  revoked_at: Date | null;
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
