import { CURRENCIES, decimalsOf, type Currency } from "./money.ts";

/** Currencies whose amounts EN 16931 cannot state: it allows two decimals (BR-DEC-09 to BR-DEC-28). */
export const WITHOUT_E_INVOICE: readonly Currency[] = CURRENCIES.filter((currency) => decimalsOf(currency) > 2);

interface Stated {
  currency: Currency;
  /** With the currency in which the VAT is stated as well. */
  vat: { exchange?: { currency: Currency } | undefined };
}

/**
 * Whether EN 16931 can state an invoice. Rounded to two decimals, what is to be paid would be another amount than on the
 * invoice: the rounding amount (BT-114) has no third decimal either.
 */
export const hasEInvoice = ({ currency, vat }: Stated): boolean =>
  ![currency, vat.exchange?.currency].some((used) => used !== undefined && WITHOUT_E_INVOICE.includes(used));
