import type { DeliveryState, DisabledReason } from "@kinora/domain/webhooks/limits.ts";
import type { ColumnType, Generated, GeneratedAlways, JSONColumnType } from "kysely";
import type { OptionalTimestamp, Timestamp } from "./columns.ts";

export interface WebhooksTable {
  id: GeneratedAlways<number>;
  project_id: number;
  account_id: number;
  name: string;
  url: string;
  /** Types of events; `*` for all of them. */
  events: string[];
  /** Of whose videos and livestreams it reports; empty for all of them. */
  category_ids: Generated<number[]>;
  /** Which livestreams it reports; empty for all of them. */
  stream_ids: Generated<number[]>;
  version: Generated<number>;
  /** Headers of its own as JSON; null for none. */
  headers_sealed: Buffer | null;
  secret_sealed: Buffer;
  /** The secret before the last rotation, which signs until `old_secret_until` as well. */
  old_secret_sealed: Buffer | null;
  old_secret_until: OptionalTimestamp;
  /** The secret part of the address of its inbox; null for an address elsewhere. */
  inbox_token: string | null;
  /** The end of the first attempt since which all failed. */
  failing_since: OptionalTimestamp;
  disabled_at: OptionalTimestamp;
  disabled_reason: DisabledReason | null;
  created_by: number | null;
  created_at: Timestamp;
  updated_at: Timestamp;
}

/** An event as all webhooks of a project, or of an account's projects, get it. */
export interface WebhookMessagesTable {
  id: string;
  /** Null for an event of the account. */
  project_id: number | null;
  /** Of an event of the account; null for one of a project. */
  account_id: number | null;
  type: string;
  /** What happened, where the type is the update of an object. */
  change: string;
  payload: JSONColumnType<Record<string, unknown>>;
  /** Written before the first attempt, the same in all attempts. */
  body: string | null;
  created_at: Timestamp;
  /** `traceparent` of the work whose event it is; null where that was not traced. */
  trace_parent: Generated<string | null>;
}

export interface WebhookDeliveriesTable {
  id: GeneratedAlways<number>;
  webhook_id: number;
  message_id: string;
  project_id: number;
  type: string;
  /** What the event is about, as `video:12`: its events are sent in order. */
  object: string;
  state: Generated<DeliveryState>;
  attempts: Generated<number>;
  /** Failed attempts since it was queued, or queued again. */
  failures: Generated<number>;
  next_at: Timestamp;
  /** The sender that is sending it. */
  claimed_by: number | null;
  /** Of the last attempt; null without an answer. */
  status: number | null;
  duration_ms: number | null;
  attempted_at: OptionalTimestamp;
  created_at: Timestamp;
}

export interface WebhookAttemptsTable {
  id: GeneratedAlways<number>;
  delivery_id: number;
  webhook_id: number;
  project_id: number;
  at: ColumnType<Date, Date, never>;
  duration_ms: number;
  succeeded: boolean;
  /** HTTP status; null without an answer. */
  status: number | null;
  /** Why there is no answer, in words for people. */
  error: string | null;
  url: string;
  request_headers: JSONColumnType<Record<string, string>>;
  response_headers: JSONColumnType<Record<string, string>>;
  response_body: string;
}

/** What the inbox of a webhook received. */
export interface WebhookInboxTable {
  id: GeneratedAlways<number>;
  webhook_id: number;
  project_id: number;
  received_at: ColumnType<Date, Date, never>;
  headers: JSONColumnType<Record<string, string>>;
  body: string;
  /** Why the signature is not right; null when it is. */
  problem: string | null;
}
