import type { Schema } from "@kinora/db/schema.ts";
import { sql, type RawBuilder } from "kysely";

/** By what a row is the account's: its own column, its project, its people, or the row that a column refers to. */
type Belonging = "itself" | "people" | "account" | "project" | { readonly [column: string]: keyof Schema };

/** The tables of which an export has the account's rows. A test compares both lists with the database. */
export const EXPORTED = {
  accounts: "itself",
  account_billing_details: "account",
  account_closures: "account",
  account_exports: "account",
  account_features: "account",
  account_metering: "account",
  account_owners: "account",
  account_storage: "account",
  account_terms: "account",
  ad_counts: "project",
  ad_schedules: "account",
  api_key_hours: { api_key_id: "api_keys" },
  api_keys: "account",
  api_requests: "project",
  audio_track_records: "account",
  audio_tracks: "account",
  audit_log: "account",
  blocked_members: "account",
  captions: "account",
  captions_versions: { captions_id: "captions" },
  categories: "account",
  category_ad_schedules: "project",
  delivery_hours: "project",
  embed_places: "project",
  invoice_payments: { invoice_id: "invoices" },
  invoice_usage: { invoice_id: "invoices" },
  invoices: "account",
  own_provider_domains: "account",
  own_provider_people: "account",
  own_provider_sign_ins: "account",
  own_providers: "account",
  plan_requests: "account",
  playback_denials: "project",
  player_domains: { player_id: "players" },
  player_items: { player_id: "players" },
  player_versions: { player_id: "players" },
  players: "account",
  playlist_items: "project",
  playlists: "account",
  project_analytics: "account",
  project_embeds: "project",
  project_invitations: "account",
  project_ladders: "account",
  project_members: "account",
  project_moves: { from_account_id: "accounts", to_account_id: "accounts" },
  project_storage: "project",
  project_storage_kinds: "project",
  project_transfers: { from_account_id: "accounts", to_account_id: "accounts" },
  project_watermarks: "account",
  projects: "account",
  renditions: "account",
  restream_spans: "project",
  restriction_assignments: "project",
  restriction_profiles: "account",
  roles: "account",
  signing_keys: "account",
  source_checks: { video_id: "videos" },
  storage_hours: "account",
  stream_guest_links: { stream_id: "streams" },
  stream_log: "project",
  stream_loop_items: "project",
  stream_pictures: { stream_id: "streams" },
  stream_recordings: "account",
  stream_restreams: { stream_id: "streams" },
  stream_sessions: "account",
  stream_tags: "project",
  streams: "account",
  tags: "account",
  transcode_records: "account",
  transcription_records: "account",
  transcriptions: "account",
  upload_tokens: "account",
  uploads: "account",
  usage_days: "account",
  usage_recounts: "account",
  usage_warnings: "account",
  users: "people",
  video_ads: "project",
  video_parts: "project",
  video_tags: "project",
  videos: "account",
  view_codes: "project",
  view_hours: "project",
  view_sums: "project",
  webhook_deliveries: "project",
  webhooks: "account",
} as const satisfies Readonly<Record<string, Belonging>>;

export type ExportedTable = keyof typeof EXPORTED;

const WORK = "work in progress, whose result is in the other tables";
const INSTALLATION = "the installation's, not an account's";
const SIGN_IN = "the person's own sign-in, which serves other accounts as well";
const COPY = "put together from other tables";
const SHORT = "kept for minutes";

/** The tables that an export leaves out, each with its reason. */
export const NOT_EXPORTED = {
  aired_captions: "kept for a day, for clips of what is on air",
  account_notes: "what superusers write down for themselves",
  api_key_old_secrets: "nothing but secrets",
  api_sessions: SIGN_IN,
  backups: INSTALLATION,
  billing_settings: INSTALLATION,
  bulk_failures: WORK,
  bulk_jobs: WORK,
  chores: INSTALLATION,
  counted_batches: WORK,
  delivery_sums: COPY,
  spoken_passages: COPY,
  development_mails: INSTALLATION,
  events: "the audit log says what people did, the other tables what came of it",
  idempotent_calls: SHORT,
  import_items: WORK,
  import_jobs: WORK,
  installation_settings: INSTALLATION,
  invoice_runs: INSTALLATION,
  invoice_series: INSTALLATION,
  job_claims: INSTALLATION,
  ladder_run_transcodes: WORK,
  ladder_runs: WORK,
  log_lines: "the installation's own log, kept for days",
  login_attempts: SIGN_IN,
  login_credentials: SIGN_IN,
  login_mail_changes: SIGN_IN,
  login_passkeys: SIGN_IN,
  login_recovery_codes: SIGN_IN,
  login_sessions: SIGN_IN,
  login_tokens: SIGN_IN,
  login_totp: SIGN_IN,
  login_trusted_browsers: SIGN_IN,
  media_folder: INSTALLATION,
  media_speeds: INSTALLATION,
  oidc_payloads: SIGN_IN,
  mail_counts: "counts of two days, with no address in them",
  own_provider_starts: SHORT,
  plan_versions: INSTALLATION,
  plans: INSTALLATION,
  playback_denial_events: SHORT,
  playback_sessions: SHORT,
  player_days: COPY,
  playlist_days: COPY,
  player_uses: COPY,
  player_pictures: "pictures: the players' settings name them",
  queue_turns: INSTALLATION,
  recent_loads: SHORT,
  recording_captions: WORK,
  rendition_chunks: "lengths and sizes of segments, without use apart from their files",
  restriction_pictures: "pictures: their profiles name them",
  role_templates: INSTALLATION,
  settings: INSTALLATION,
  storage_orphans: INSTALLATION,
  sums_filled: INSTALLATION,
  sellers: INSTALLATION,
  storage_scans: INSTALLATION,
  stream_ad_breaks: "the last break of each livestream, for minutes; its log names all of them",
  stream_hosts: INSTALLATION,
  transcode_chunks: WORK,
  transcodes: WORK,
  transcoding_settings: INSTALLATION,
  upload_pieces: WORK,
  transcription_chunks: WORK,
  user_preferences: "how a person's own lists look",
  video_buckets: COPY,
  view_sketches: "counters of visitors, which no other program reads",
  viewers_now: SHORT,
  views: "single views of visitors: the sums of hours count them",
  visitor_salts: INSTALLATION,
  watching_views: SHORT,
  webhook_attempts: "requests and answers as they were sent, signatures and headers with secrets included",
  webhook_inbox: "requests as they were received, signatures included",
  webhook_messages: "what was sent of events, kept for days",
  worker_settings: INSTALLATION,
  workers: INSTALLATION,
} as const satisfies Readonly<Record<string, string>>;

/** A condition for the account's rows of a table that is called `t`. */
export function rowsOfAccount(table: ExportedTable, accountId: number): RawBuilder<boolean> {
  const belonging: Belonging = EXPORTED[table];
  if (belonging === "itself") return sql`t.id = ${accountId}`;
  if (belonging === "people") return sql`t.id in (${peopleOf(accountId)})`;
  if (belonging === "account") return sql`t.account_id = ${accountId}`;
  if (belonging === "project") return sql`t.project_id in (select id from projects where account_id = ${accountId})`;
  const ways = Object.entries(belonging).map(([column, parent]) =>
    parent === "accounts"
      ? sql`${sql.ref(`t.${column}`)} = ${accountId}`
      : sql`${sql.ref(`t.${column}`)} in (select id from ${sql.table(parent)} where account_id = ${accountId})`,
  );
  return sql`(${sql.join(ways, sql` or `)})`;
}

/** Owners, members of projects, and those who are blocked in one. */
const peopleOf = (accountId: number) => sql`
  select user_id from account_owners where account_id = ${accountId}
  union select user_id from project_members where account_id = ${accountId}
  union select user_id from blocked_members where account_id = ${accountId}`;

/** Names of columns that may hold a secret, what a secret was made into, or where a file lies. */
const SECRET_NAME = /(^|_)(secret|sealed|password|token|hash|key|prefix|salt|subject|fingerprint)(_(?!id$)|$)/;

/** Columns with such a name that everybody with access to the thing may see. */
export const PUBLIC_COLUMNS: ReadonlySet<string> = new Set([
  "player_items.item_hash",
  "players.hash",
  "playlists.hash",
  "projects.hash",
  "renditions.key_frame_bitrate",
  "signing_keys.public_key",
  "streams.hash",
  "upload_tokens.title_prefix",
  "videos.hash",
]);

/** Columns that are left out besides, each with its reason. */
export const LEFT_OUT_COLUMNS: Readonly<Record<string, string>> = {
  "account_terms.note": "what superusers write down for themselves; audit_log.changes has it without",
  "stream_recordings.host": "an address of the installation",
  "streams.host": "an address of the installation",
  "streams.host_moves": "of the installation",
  "uploads.source_url": "addresses of imports may be signed",
  "uploads.words": "made for search",
  "videos.words": "made for search",
  "stream_log.words": "made for search",
  "users.superuser": "of the installation",
  "uploads.source_file": "where a file lies on the server's machine",
};

/** Sums of files, which are shown as hexadecimal digits. */
const SUMS: ReadonlySet<string> = new Set(["videos.source_sha256", "uploads.sha256"]);

/** How an export has a column; null where it leaves it out. Bytes are left out unless they are known to be no secret. */
export function exportedAs(table: string, column: string, type: string): "value" | "hex" | null {
  const name = `${table}.${column}`;
  if (SUMS.has(name)) return "hex";
  if (name in LEFT_OUT_COLUMNS || type === "bytea") return null;
  return SECRET_NAME.test(column) && !PUBLIC_COLUMNS.has(name) ? null : "value";
}
