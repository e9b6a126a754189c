/**
 * Tables whose rows of a project name its account and move with it, parents before the rows that refer to them; a row that is
 * inserted meanwhile waits for its parent. A test compares the lists with the schema, so that a new table is in one of them.
 */
export const MOVED_WITH_PROJECT = [
  "videos",
  "transcodes",
  "streams",
  "ad_schedules",
  "api_keys",
  "audio_tracks",
  "blocked_members",
  "bulk_jobs",
  "captions",
  "categories",
  "import_jobs",
  "ladder_runs",
  "players",
  "playlists",
  "project_analytics",
  "project_invitations",
  "project_ladders",
  "project_members",
  "project_watermarks",
  "restriction_profiles",
  "signing_keys",
  "stream_recordings",
  "stream_sessions",
  "tags",
  "transcriptions",
  "upload_tokens",
  "uploads",
  "webhooks",
] as const;

/** Tables that name an account and no project: their rows move with the video they belong to. */
export const MOVED_WITH_VIDEO = ["renditions"] as const;

/** Tables whose rows stay with the account, each with its reason. */
export const STAYS_WITH_ACCOUNT = {
  account_billing_details: "the account's own",
  account_closures: "the account's own",
  account_exports: "the account's own",
  account_features: "the account's own",
  account_metering: "the account's own",
  account_owners: "the account's own",
  account_notes: "the account's own",
  account_storage: "triggers of the videos and the imports keep it",
  account_terms: "the account's own",
  audio_track_records: "usage stays with whom it was made by",
  audit_log: "lines are never changed; they are found by their project",
  events: "what happened, happened in that account",
  invoices: "the account's own",
  log_lines: "what happened, happened in that account",
  own_provider_domains: "the account's own",
  own_provider_people: "the account's own",
  own_provider_sign_ins: "what happened, happened in that account",
  own_provider_starts: "the account's own",
  own_providers: "the account's own",
  plan_requests: "the account's own",
  roles: "the account's own",
  storage_hours: "usage stays with whom it was made by",
  transcode_records: "usage stays with whom it was made by",
  transcription_records: "usage stays with whom it was made by",
  usage_days: "usage stays with whom it was made by",
  usage_recounts: "usage stays with whom it was made by",
  usage_warnings: "the account's own",
  webhook_messages: "what happened, happened in that account; its deliveries to webhooks of the project are deleted",
} as const;
