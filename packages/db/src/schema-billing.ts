import type { StorageKind } from "@kinora/domain/billing/meters.ts";
import type { Currency } from "@kinora/domain/billing/money.ts";
import type { BillingSettings, InvoiceParty, SellerSettings } from "@kinora/domain/billing/parties.ts";
import type { PlanLimits, PlanRequestState, PlanVersion, SpecialTerms } from "@kinora/domain/billing/plans.ts";
import type { InvoiceLine } from "@kinora/domain/billing/rating.ts";
import type { Vat } from "@kinora/domain/billing/vat.ts";
import type { ColumnType, Generated, GeneratedAlways, JSONColumnType } from "kysely";
import type { GivenTimestamp, Json, OptionalTimestamp, Timestamp } from "./columns.ts";

/** `YYYY-MM-DD`. The driver gives dates as moments of its own zone; queries read them as text. */
type Day = ColumnType<Date, string, string>;

export interface StorageHoursTable {
  hour: GivenTimestamp;
  project_id: number;
  account_id: number;
  bytes: number;
  /** Of the bytes; null for hours before they were measured by kind. What is left are renditions. */
  originals: number | null;
  recordings: number | null;
  other: number | null;
}

/** As of the last hour at whose start the project stored another number of bytes. */
export interface ProjectStorageKindsTable {
  project_id: number;
  bytes: number;
  originals: number;
  recordings: number;
  other: number;
}

export interface AccountMeteringTable {
  account_id: number;
  time_zone: Generated<string>;
  counted_to: Day;
}

export interface UsageDaysTable {
  account_id: number;
  day: Day;
  meter: string;
  project_id: number;
  /** The driver gives it as text. */
  quantity: ColumnType<string, number, number>;
  /** Byte-hours of storage by kind; null for other meters, and where they are not known. */
  kinds: Json<Record<StorageKind, number> | null>;
  counted_at: GivenTimestamp;
}

export interface UsageRecountsTable {
  id: GeneratedAlways<number>;
  account_id: number;
  day: Day;
  meter: string;
  project_id: number;
  before: ColumnType<string, string, never>;
  after: ColumnType<string, string, never>;
  recounted_at: Timestamp;
  recounted_by: number | null;
}

export interface PlansTable {
  id: GeneratedAlways<number>;
  code: string;
  archived_at: OptionalTimestamp;
  /** Whether owners can request it. */
  requestable: Generated<boolean>;
  created_at: Timestamp;
}

export interface PlanRequestsTable {
  id: GeneratedAlways<number>;
  account_id: number;
  plan_id: number;
  note: string;
  state: Generated<PlanRequestState>;
  /** What the superuser who decided wrote. */
  answer: Generated<string>;
  requested_at: GivenTimestamp;
  requested_by: number | null;
  decided_at: OptionalTimestamp;
  decided_by: number | null;
}

export interface PlanVersionsTable {
  plan_id: number;
  version: number;
  name: string;
  currency: Currency;
  price: number;
  meters: JSONColumnType<PlanVersion["meters"]>;
  limits: JSONColumnType<PlanLimits>;
  created_at: Timestamp;
  created_by: number | null;
}

export interface AccountTermsTable {
  id: GeneratedAlways<number>;
  account_id: number;
  effective_from: Day;
  plan_id: number | null;
  plan_version: number | null;
  special: JSONColumnType<SpecialTerms>;
  /** Null: the seller of the settings. */
  seller_id: Generated<number | null>;
  note: Generated<string>;
  created_at: Timestamp;
  created_by: number | null;
}

export interface AccountLimitsView {
  account_id: number;
  limits: ColumnType<PlanLimits | null, never, never>;
  plan: string | null;
}

export interface AccountPricesView {
  account_id: number;
  /** Null without a plan, as the price and its meters. */
  currency: Currency | null;
  price: number | null;
  meters: ColumnType<PlanVersion["meters"] | null, never, never>;
  special: ColumnType<SpecialTerms, never, never>;
}

export interface BillingSettingsTable {
  id: Generated<number>;
  settings: JSONColumnType<BillingSettings>;
  /** Counts its changes. */
  version: Generated<number>;
  /** Since when a day for automatic invoices is set; null where none is. */
  automatic_since: OptionalTimestamp;
  updated_at: Timestamp;
}

export interface SellersTable {
  id: GeneratedAlways<number>;
  settings: JSONColumnType<SellerSettings>;
  /** Counts its changes. */
  version: Generated<number>;
  prefix: string;
  archived_at: OptionalTimestamp;
  created_at: Timestamp;
}

export interface InvoiceSeriesTable {
  series: string;
  /** Null: of the seller of the settings. */
  seller_id: number | null;
  last: number;
}

export interface InvoicesTable {
  id: GeneratedAlways<number>;
  account_id: number;
  kind: "invoice" | "credit_note";
  /** Null: the seller of the settings. */
  seller_id: Generated<number | null>;
  number: string;
  period_from: Day;
  period_to: Day;
  currency: Currency;
  seller: JSONColumnType<BillingSettings["seller"] & { payment: string }>;
  buyer: JSONColumnType<InvoiceParty>;
  lines: JSONColumnType<InvoiceLine[]>;
  vat: JSONColumnType<Vat>;
  subtotal: number;
  vat_amount: number;
  total: number;
  issued_on: Day;
  issued_at: Timestamp;
  issued_by: number | null;
  due_on: Day;
  credits: Generated<number | null>;
  reason: Generated<string>;
  credited_by: Generated<number | null>;
  paid: Generated<number>;
  /** With VAT. */
  credited: Generated<number>;
  paid_on: ColumnType<Date | null, string | null, string | null>;
  reminded_on: ColumnType<Date | null, string | null, string | null>;
  /** When its event `invoice.overdue` was emitted. */
  overdue_at: OptionalTimestamp;
}

export interface InvoiceUsageTable {
  invoice_id: number;
  meter: string;
  day: Day;
  project_id: number;
  quantity: ColumnType<string, number, never>;
  kinds: Json<Record<StorageKind, number> | null>;
}

export interface InvoicePaymentsTable {
  id: GeneratedAlways<number>;
  invoice_id: number;
  amount: number;
  paid_on: Day;
  reference: string;
  recorded_at: Timestamp;
  recorded_by: number | null;
  /** Of credit: the invoice it came from, or with a negative amount went to. */
  other_invoice_id: ColumnType<number | null, number | null | undefined, never>;
}

export interface InvoiceRunsTable {
  id: GeneratedAlways<number>;
  month: string;
  started_by: number | null;
  started_at: Timestamp;
  finished_at: OptionalTimestamp;
  cancelled_at: OptionalTimestamp;
  done_to: Generated<number>;
  accounts: number;
  done: Generated<number>;
  issued: Generated<number>;
  failures: ColumnType<InvoiceFailure[], string | undefined, string>;
}

export interface InvoiceFailure {
  account_id: number;
  account: string;
  reason: string;
}
