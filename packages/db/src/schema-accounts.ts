import type { ExportState } from "@kinora/domain/accounts/export.ts";
import type { TransferState } from "@kinora/domain/projects/transfers.ts";
import type { Generated, GeneratedAlways } from "kysely";
import type { GivenTimestamp, OptionalTimestamp, Timestamp } from "./columns.ts";

export interface RolesTable {
  id: GeneratedAlways<number>;
  account_id: number;
  title: string;
  description: Generated<string>;
  permissions: Generated<string[]>;
  /** Which built-in role it is; null for one of the account's own. */
  template: string | null;
  /** Whether it is built in. */
  system: GeneratedAlways<boolean>;
  version: Generated<number>;
}

/** What superusers made of a built-in role; there is no row for one that is as it comes. */
export interface RoleTemplatesTable {
  template: string;
  permissions: string[];
  updated_at: Timestamp;
  /** Null for a person who is gone. */
  updated_by: number | null;
}

export interface AccountBillingDetailsTable {
  account_id: number;
  company_name: string;
  billing_email: string;
  /** Without spaces; empty for none. */
  vat_number: string;
  street: string;
  city: string;
  postcode: string;
  /** ISO 3166-1 alpha-2. */
  country: string;
  po_number: string;
  updated_at: Timestamp;
}

/** What superusers write down about an account. */
export interface AccountNotesTable {
  account_id: number;
  note: string;
  changed_at: GivenTimestamp;
  /** Null when that person is gone. */
  changed_by: number | null;
}

/** A project's move to another account. */
export interface ProjectMovesTable {
  id: GeneratedAlways<number>;
  project_id: number;
  from_account_id: number;
  to_account_id: number;
  moved_at: GivenTimestamp;
  /** Null when that person is gone. */
  moved_by: number | null;
  reason: string;
}

/** A project that an owner offers to a person. */
export interface ProjectTransfersTable {
  id: GeneratedAlways<number>;
  project_id: number;
  from_account_id: number;
  /** Lower case. */
  email: string;
  state: Generated<TransferState>;
  offered_at: GivenTimestamp;
  /** Null when that person is gone. */
  offered_by: number | null;
  expires_at: GivenTimestamp;
  to_account_id: Generated<number | null>;
  decided_at: OptionalTimestamp;
  decided_by: Generated<number | null>;
}

/** Of an account that was closed: until when everything is kept, and what happened since. */
export interface AccountClosuresTable {
  account_id: number;
  closed_at: GivenTimestamp;
  /** Null when that person is gone. */
  closed_by: number | null;
  /** Of a superuser; empty when an owner closed it. */
  reason: string;
  purge_at: GivenTimestamp;
  reminded_at: OptionalTimestamp;
  purged_at: OptionalTimestamp;
}

/** A zip of everything that an account has. */
export interface AccountExportsTable {
  id: GeneratedAlways<number>;
  account_id: number;
  state: Generated<ExportState>;
  requested_at: GivenTimestamp;
  requested_by: number | null;
  /** Files of the zip that are written. */
  files_done: Generated<number>;
  /** Null until they were counted. */
  files: Generated<number | null>;
  bytes: Generated<number>;
  problem: Generated<string | null>;
  finished_at: OptionalTimestamp;
  /** When its file is deleted at the latest. */
  expires_at: OptionalTimestamp;
  /** The person who proved who they are, and until when they can begin the download. */
  permitted_to: Generated<number | null>;
  permitted_until: OptionalTimestamp;
  /** Set while it is being downloaded. */
  sending_since: OptionalTimestamp;
  downloaded_at: OptionalTimestamp;
  downloaded_by: Generated<number | null>;
  file_deleted_at: OptionalTimestamp;
}
