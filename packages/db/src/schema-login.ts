import type { ColumnType, GeneratedAlways } from "kysely";
import type { OptionalTimestamp, Timestamp } from "./columns.ts";

export interface LoginTotpTable {
  user_id: number;
  secret_sealed: Buffer;
  /** The time step of the newest code that was accepted. */
  last_step: ColumnType<number, number | undefined, number>;
  created_at: Timestamp;
  /** Null until the person has typed a first code. */
  confirmed_at: OptionalTimestamp;
}

export interface LoginRecoveryCodesTable {
  user_id: number;
  code_hash: Buffer;
  created_at: Timestamp;
  used_at: OptionalTimestamp;
}

export interface LoginTrustedBrowsersTable {
  id: Buffer;
  user_id: number;
  ip: string | null;
  user_agent: string | null;
  created_at: Timestamp;
  last_used_at: Timestamp;
  expires_at: ColumnType<Date, Date, Date>;
}

export interface LoginPasskeysTable {
  id: GeneratedAlways<number>;
  user_id: number;
  credential_id: string;
  public_key: Buffer;
  /** Of the signatures so far; 0 for authenticators that do not count. */
  counter: number;
  transports: string[];
  name: string;
  created_at: Timestamp;
  last_used_at: OptionalTimestamp;
}
