import type { Exchange } from "./exchange.ts";
import { proportion } from "./money.ts";

/** Member states of the European Union (ISO 3166-1 alpha-2). */
const EU = new Set("AT BE BG CY CZ DE DK EE ES FI FR GR HR HU IE IT LT LU LV MT NL PL PT RO SE SI SK".split(" "));

/** Categories of VAT as EN 16931 names them (UNCL 5305): standard rate, reverse charge, not subject to VAT. */
export type VatCategory = "S" | "AE" | "O";

export interface VatParty {
  country: string;
  /** Empty for none. */
  vat_number: string;
}

export interface Vat {
  category: VatCategory;
  /** Hundredths of a percent. */
  rate: number;
  /** Why no VAT is charged, for the invoice; null where it is. */
  note: string | null;
  /** How its amount is stated in the seller's own currency, where that is another one. */
  exchange?: Exchange;
}

/** Standard rates by country, in hundredths of a percent. */
export type VatRates = Record<string, number>;

const NOT_SUBJECT: Vat = { category: "O", rate: 0, note: "Not subject to VAT in the country of the supplier." };

/**
 * The VAT of a service delivered by electronic means (Directive 2006/112/EC, articles 44, 58 and 196): at home the seller's rate;
 * within the EU reverse charge for buyers with a VAT number, the buyer's rate for others; elsewhere none. A seller
 * without a VAT number charges none.
 */
export function vatFor(seller: VatParty, buyer: VatParty, rates: VatRates): Vat {
  if (seller.vat_number === "") return { category: "O", rate: 0, note: "The supplier is not registered for VAT." };
  if (seller.country === buyer.country) return standard(rates, seller.country);
  if (!EU.has(seller.country) || !EU.has(buyer.country)) return NOT_SUBJECT;
  if (buyer.vat_number !== "")
    return {
      category: "AE",
      rate: 0,
      note: "Reverse charge: the recipient owes the VAT (article 196 of Directive 2006/112/EC).",
    };
  return standard(rates, buyer.country);
}

/** @throws MissingRate for a country without a rate: a guess would be a wrong invoice. */
function standard(rates: VatRates, country: string): Vat {
  const rate = rates[country];
  if (rate === undefined) throw new MissingRate(country);
  return { category: "S", rate, note: null };
}

/** The operator's table has no rate of a country in which VAT is due. */
export class MissingRate extends Error {
  readonly country: string;

  constructor(country: string) {
    super(`There is no VAT rate for ${country}.`);
    this.country = country;
  }
}

/** VAT of a sum in minor units, rounded half away from zero: once for the sum, not for each line. */
export const vatAmount = (base: number, { rate }: Pick<Vat, "rate">): number => proportion(base, rate, 10_000);

/** Standard rates of 2026, which an operator checks and changes; for a start. */
export const USUAL_VAT_RATES: VatRates = {
  AT: 2_000,
  BE: 2_100,
  BG: 2_000,
  CY: 1_900,
  CZ: 2_100,
  DE: 1_900,
  DK: 2_500,
  EE: 2_400,
  ES: 2_100,
  FI: 2_550,
  FR: 2_000,
  GR: 2_400,
  HR: 2_500,
  HU: 2_700,
  IE: 2_300,
  IT: 2_200,
  LT: 2_100,
  LU: 1_700,
  LV: 2_100,
  MT: 1_800,
  NL: 2_100,
  PL: 2_300,
  PT: 2_300,
  RO: 2_100,
  SE: 2_500,
  SI: 2_200,
  SK: 2_300,
  GB: 2_000,
  CH: 810,
  NO: 2_500,
};
