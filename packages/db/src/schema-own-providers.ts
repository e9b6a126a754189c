import type { ColumnType, Generated, GeneratedAlways } from "kysely";
import type { GivenTimestamp, OptionalTimestamp, Timestamp } from "./columns.ts";

export interface OwnProvidersTable {
  account_id: number;
  issuer: string;
  client_id: string;
  secret_sealed: Buffer;
  project_id: number | null;
  role_id: number | null;
  /** Whether people of the account's mail domains must use it. */
  required: Generated<boolean>;
  updated_at: Timestamp;
}

export interface OwnProviderDomainsTable {
  account_id: number;
  domain: string;
  /** What the domain's TXT record has to hold. */
  token: string;
  created_at: Timestamp;
  verified_at: OptionalTimestamp;
  verified_by: ColumnType<"dns" | "operator" | null, "dns" | "operator" | null | undefined, "dns" | "operator" | null>;
  checked_at: OptionalTimestamp;
  lost_at: OptionalTimestamp;
}

export interface OwnProviderPeopleTable {
  account_id: number;
  issuer: string;
  subject: string;
  user_id: number;
  created_at: Timestamp;
  last_used_at: Timestamp;
}

/** Sign-ins between the redirect to a provider and its answer. */
export interface OwnProviderStartsTable {
  id: Buffer;
  browser: Buffer;
  account_id: number;
  issuer: string;
  client_id: string;
  network: string;
  redirect: string | null;
  wanted_account: string | null;
  created_at: GivenTimestamp;
  expires_at: ColumnType<Date, Date, Date>;
}

export interface OwnProviderSignInsTable {
  id: GeneratedAlways<number>;
  account_id: number | null;
  email: string;
  ip: string;
  request_id: string | null;
  /** A key of `PROVIDER_REFUSALS`; null when the person was signed in. */
  refused: string | null;
  detail: string;
  created_at: GivenTimestamp;
}

export interface OwnProviderTables {
  own_providers: OwnProvidersTable;
  own_provider_domains: OwnProviderDomainsTable;
  own_provider_people: OwnProviderPeopleTable;
  own_provider_starts: OwnProviderStartsTable;
  own_provider_sign_ins: OwnProviderSignInsTable;
}
