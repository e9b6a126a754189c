import type { Timestamp } from "./columns.ts";

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
