import type { ExchangeRates } from "./exchange.ts";
import type { Currency } from "./money.ts";
import { USUAL_VAT_RATES, type VatRates } from "./vat.ts";

/** Who sends or gets an invoice. */
export interface InvoiceParty {
  name: string;
  email: string;
  /** Empty for none. */
  vat_number: string;
  street: string;
  city: string;
  postcode: string;
  /** ISO 3166-1 alpha-2. */
  country: string;
  /** Of the buyer, for its bookkeeping; empty for none. */
  po_number: string;
}

/** Who sends the invoices of an installation, and on which conditions. */
export interface BillingSettings {
  seller: Omit<InvoiceParty, "po_number">;
  /** Begins every invoice's number. */
  prefix: string;
  due_days: number;
  /** How to pay, as printed: a bank account, a page. */
  payment: string;
  /** In which it declares its VAT, and states that of invoices in other ones; null while it does not. */
  vat_currency: Currency | null;
  exchange_rates: ExchangeRates;
  vat_rates: VatRates;
  /** The day of a month (UTC) from which the month before is issued without being asked; null for by hand only. */
  automatic_day: number | null;
}

/** What differs between the sellers of an installation; VAT rates and the day of issue do not. */
export type SellerSettings = Omit<BillingSettings, "vat_rates" | "automatic_day">;

/** The two days before today are counted again, so that a month is final everywhere on the fourth of the next one. */
export const AUTOMATIC_DAY_MIN = 4;
export const AUTOMATIC_DAY_MAX = 28;

export const NO_SELLER: BillingSettings = {
  seller: { name: "", email: "", vat_number: "", street: "", city: "", postcode: "", country: "" },
  prefix: "",
  due_days: 14,
  payment: "",
  vat_currency: null,
  exchange_rates: {},
  vat_rates: USUAL_VAT_RATES,
  automatic_day: null,
};

/** What an invoice must name of a party (Directive 2006/112/EC, article 226). */
const NEEDED = ["name", "street", "city", "postcode", "country"] as const;
export type PartyField = (typeof NEEDED)[number];

/** What an invoice must name, and is not there. */
export const missingOf = (party: Pick<InvoiceParty, PartyField>): PartyField[] =>
  NEEDED.filter((field) => party[field] === "");
