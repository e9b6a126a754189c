import { RUNG_HEIGHTS } from "../transcoding/ladder-presets.ts";
import { METERS, type Meter } from "./meters.ts";
import { proportion, type Currency } from "./money.ts";

export const PLAN_NAME_MAX = 60;

/** What became of a plan that an owner requested. */
export const PLAN_REQUEST_STATES = ["open", "accepted", "declined", "withdrawn"] as const;
export type PlanRequestState = (typeof PLAN_REQUEST_STATES)[number];
/** Most tiers of one meter. */
export const TIERS_MAX = 10;
/** The largest price of a month, in minor units, and the largest rate, in millionths of the currency. */
export const PRICE_MAX = 100_000_000_00;
export const RATE_MAX = 10_000_000_000;
/** The largest included quantity or tier, in whole units. */
export const QUANTITY_MAX = 1_000_000_000;

/** Usage above what is included costs `rate` for each unit, up to `up_to` units above it. */
export interface Tier {
  /** Whole units, counted from where the included ones end; null in the last tier. */
  up_to: number | null;
  /** Millionths of the currency for one unit. */
  rate: number;
}

/** What a plan includes of a meter, and what more of it costs. */
export interface MeterPrice {
  /** Whole units of a month. */
  included: number;
  /** At least one, the last without an end. */
  tiers: Tier[];
}

/** Prices by meter; undefined, as a form leaves it, is as good as left out. */
export type MeterPrices = { [Each in Meter]?: MeterPrice | undefined };

/** What an account may have at most; null for no limit. */
export interface PlanLimits {
  storage_gb: number | null;
  /** Of one uploaded or imported file. */
  file_gb: number | null;
  projects: number | null;
  seats: number | null;
  /** Livestreams on air at one time. */
  live_streams: number | null;
  /** Lines of the shorter side of a video's largest rendition: 1080 for 1080p. */
  rendition_lines: number | null;
  /** Minutes of renditions that are encoded in a month, as they are charged. */
  encoded_minutes: number | null;
  /** Minutes of sound whose speech is recognised in a month, as they are charged. */
  transcribed_minutes: number | null;
}

/** Every video has a rendition of this many lines, so that no plan allows less. */
export const RENDITION_LINES_MIN = RUNG_HEIGHTS[0];

export const NO_LIMITS: PlanLimits = {
  storage_gb: null,
  file_gb: null,
  projects: null,
  seats: null,
  live_streams: null,
  rendition_lines: null,
  encoded_minutes: null,
  transcribed_minutes: null,
};

/** A version of a plan: what was agreed does not change; another price is another version. */
export interface PlanVersion {
  name: string;
  currency: Currency;
  /** Of a month, in minor units. */
  price: number;
  /** Meters that are left out cost nothing. */
  meters: MeterPrices;
  limits: PlanLimits;
}

/** What differs from the plan for one account. */
export interface SpecialTerms {
  /** Replaces the plan's price of a month; null for the plan's. */
  price: number | null;
  /** Meters with a price of their own. */
  meters: MeterPrices;
  /** Of the sum of an invoice, in hundredths of a percent. */
  discount: number;
  /** Last day with the discount, `YYYY-MM-DD`; null for always. */
  discount_until: string | null;
}

export const NO_SPECIAL_TERMS: SpecialTerms = { price: null, meters: {}, discount: 0, discount_until: null };

/** What is wrong with a meter's price, or null. */
export function priceProblem({ tiers }: MeterPrice): string | null {
  if (tiers.length === 0) return "Say what usage above the included costs.";
  if (tiers.at(-1)?.up_to !== null) return "The last tier has no end.";
  const ends = tiers.slice(0, -1).map(({ up_to: end }) => end);
  const isAscending = ends.every((end, n) => end !== null && end > (n === 0 ? 0 : (ends[n - 1] ?? 0)));
  return isAscending ? null : "Each tier ends above the one before it.";
}

/** What an account pays for each month before its usage and VAT, in minor units, by the terms of a day (`YYYY-MM-DD`). Pure. */
export function monthlyRevenue(
  plan: Pick<PlanVersion, "price">,
  { price, discount, discount_until: until }: Pick<SpecialTerms, "price" | "discount" | "discount_until">,
  day: string,
): number {
  const agreed = price ?? plan.price;
  return until === null || day <= until ? agreed - proportion(agreed, discount, 10_000) : agreed;
}

/** The prices that hold for an account: the plan's, with its special ones in their place. */
export const agreedPrices = (
  plan: Pick<PlanVersion, "price" | "meters">,
  special: Pick<SpecialTerms, "price" | "meters">,
): Pick<PlanVersion, "price" | "meters"> => ({
  price: special.price ?? plan.price,
  meters: Object.fromEntries(
    METERS.flatMap((meter) => {
      const price = special.meters[meter] ?? plan.meters[meter];
      return price ? [[meter, price]] : [];
    }),
  ),
});
