import type { ColumnType, Generated, GeneratedAlways, JSONColumnType } from "kysely";
import type { GivenTimestamp, OptionalTimestamp, Timestamp } from "./columns.ts";

/** What the login application keeps of sessions, attempts and factors. */
export interface LoginTables {
  login_credentials: { user_id: number; password_hash: string; changed_at: Timestamp };
  login_sessions: LoginSessionsTable;
  api_sessions: ApiSessionsTable;
  login_tokens: LoginTokensTable;
  login_totp: LoginTotpTable;
  login_passkeys: LoginPasskeysTable;
  login_mail_changes: LoginMailChangesTable;
  login_recovery_codes: LoginRecoveryCodesTable;
  login_trusted_browsers: LoginTrustedBrowsersTable;
  login_attempts: LoginAttemptsTable;
  oidc_payloads: OidcPayloadsTable;
}

export interface LoginSessionsTable {
  id: Buffer;
  user_id: number;
  ip: string | null;
  user_agent: string | null;
  created_at: Timestamp;
  last_seen_at: Timestamp;
  expires_at: ColumnType<Date, Date, Date>;
  /** When the person last confirmed their identity, and when with more than the password. */
  proved_at: OptionalTimestamp;
  factor_proved_at: OptionalTimestamp;
  /** The account whose own provider signed the person in. */
  provider_account_id: ColumnType<number | null, number | null | undefined, number | null>;
  /** Whether that provider asked for more than a password. */
  provider_factor: Generated<boolean>;
  /** The provider's id of the session it began; null where it named none. */
  provider_sid: ColumnType<string | null, string | null | undefined, string | null>;
}

export interface ApiSessionsTable {
  id: Buffer;
  login_session_id: Buffer;
  user_id: number;
  cell: string;
  created_at: Timestamp;
  expires_at: ColumnType<Date, Date, Date>;
  /** The role it views a project as; null while it does not. */
  view_as_role_id: number | null;
  view_as_project_id: number | null;
  /** Whom the superuser of the session acts as, why, until when, and whether they may change anything; null while they do not. */
  acts_as_user_id: number | null;
  acts_reason: string | null;
  acts_until: OptionalTimestamp;
  acts_writing: Generated<boolean>;
}

export interface LoginAttemptsTable {
  id: GeneratedAlways<number>;
  email: string;
  ip: string;
  /** The network that rate limits count as one client: an IPv4 address, or an IPv6 /64. */
  network: string;
  /** Whether the person had signed in with this browser before. */
  known: Generated<boolean>;
  result: "failed" | "ok" | "mail" | "confirm";
  created_at: Timestamp;
}

export interface LoginTokensTable {
  id: Buffer;
  kind: "first_run" | "activate" | "reset" | "confirm" | "second_factor" | "passkey_add" | "passkey_sign_in";
  user_id: number | null;
  created_at: Timestamp;
  expires_at: ColumnType<Date, Date, Date>;
  used_at: OptionalTimestamp;
  /** As those of a session, of a sign-in that waits for a second factor. */
  provider_account_id: ColumnType<number | null, number | null | undefined, number | null>;
  provider_factor: Generated<boolean>;
  provider_sid: ColumnType<string | null, string | null | undefined, string | null>;
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

export interface LoginMailChangesTable {
  user_id: number;
  /** The new address, lower case. */
  email: string;
  /** The SHA-256 of the token in the mail to each address; null until it is sent. */
  old_token: Buffer | null;
  new_token: Buffer | null;
  old_confirmed_at: OptionalTimestamp;
  new_confirmed_at: OptionalTimestamp;
  created_at: GivenTimestamp;
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
