import type { ColumnType, Generated, GeneratedAlways } from "kysely";
import type { GivenTimestamp, OptionalTimestamp, Timestamp } from "./columns.ts";

export interface ApiKeysTable {
  id: GeneratedAlways<number>;
  project_id: number;
  account_id: number;
  name: string;
  /** The first characters of the secret. */
  prefix: string;
  key_hash: Buffer;
  scopes: string[];
  /** Addresses and ranges in CIDR notation; none: every address. */
  addresses: Generated<string[]>;
  /** Origins of pages whose scripts may use the key. */
  origins: Generated<string[]>;
  version: Generated<number>;
  created_by: number | null;
  created_at: Timestamp;
  expires_at: OptionalTimestamp;
  disabled_at: OptionalTimestamp;
  last_used_at: OptionalTimestamp;
  /** Without its last part. */
  last_used_address: Generated<string | null>;
}

/** Secrets that a key had before a rotation. */
export interface ApiKeyOldSecretsTable {
  key_hash: Buffer;
  api_key_id: number;
  /** When it stops to work, or did. */
  ends_at: ColumnType<Date, Date, Date>;
}

/** Requests of a key by the hour. */
export interface ApiKeyHoursTable {
  api_key_id: number;
  hour: ColumnType<Date, Date, never>;
  requests: number;
}

/** One request of a key, or one of several. */
export interface ApiRequestsTable {
  id: GeneratedAlways<number>;
  project_id: number;
  api_key_id: number;
  at: GivenTimestamp;
  method: string;
  /** Without the query. */
  path: string;
  status: number;
  milliseconds: number;
  /** How many requests of the key this one represents. */
  represents: number;
}
