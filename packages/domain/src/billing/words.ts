import type { Exchange } from "./exchange.ts";
import type { Meter } from "./meters.ts";
import { formatRate, RATE_SCALE, type Currency } from "./money.ts";
import type { InvoiceLine } from "./rating.ts";

/** What meters are called on invoices and screens. */
export const METER_NAMES: Record<Meter, string> = {
  storage: "Storage",
  traffic: "Traffic",
  encoding_sd: "Encoding below 720p",
  encoding_hd: "Encoding 720p to 1080p",
  encoding_uhd: "Encoding above 1080p",
  encoding_audio: "Encoding of uploaded audio tracks",
  live: "Livestreaming",
  restream: "Restreaming",
  transcription: "Automatic captions",
  seats: "Seats",
  projects: "Projects",
};

export const UNIT_NAMES: Record<Meter, string> = {
  storage: "GB-months",
  traffic: "GB",
  encoding_sd: "minutes",
  encoding_hd: "minutes",
  encoding_uhd: "minutes",
  encoding_audio: "minutes",
  live: "hours",
  restream: "hours",
  transcription: "minutes",
  seats: "seats",
  projects: "projects",
};

/** One unit, as in "€0.01 per minute". */
export const UNIT_NAME: Record<Meter, string> = {
  storage: "GB-month",
  traffic: "GB",
  encoding_sd: "minute",
  encoding_hd: "minute",
  encoding_uhd: "minute",
  encoding_audio: "minute",
  live: "hour",
  restream: "hour",
  transcription: "minute",
  seats: "seat",
  projects: "project",
};

/** Thousandths of a unit as people read them: `1,234.5`. */
export const formatQuantity = (thousandths: number): string =>
  new Intl.NumberFormat("en", { maximumFractionDigits: 3 }).format(thousandths / 1_000);

/** An amount with its unit: `1 project`, `1,234.5 GB`. */
export const formatAmount = (meter: Meter, thousandths: number): string =>
  `${formatQuantity(thousandths)} ${Math.abs(thousandths) === 1_000 ? UNIT_NAME[meter] : UNIT_NAMES[meter]}`;

/** What a line is for: the plan, a meter with the tier it is in, a discount, a credit or what was credited before it. */
export function lineTitle({ kind, meter, name, quantity, rate, tier, amount }: InvoiceLine): string {
  if (kind === "plan") return name;
  if (kind === "credit") return amount > 0 ? `Credited by ${name}` : name === "" ? "Credit" : `Credit: ${name}`;
  if (kind === "discount") return `Discount of ${String(quantity / 100)}%`;
  if (!meter || !tier) return name;
  const units = UNIT_NAMES[meter];
  if (rate === 0 && tier.from === 0) return `${METER_NAMES[meter]}, included`;
  if (tier.from === 0) return METER_NAMES[meter];
  return `${METER_NAMES[meter]} above ${formatQuantity(tier.from)} ${units}`;
}

/** How much at which rate: `2,000 GB × €0.01`; empty for what has no rate. */
export function lineRule({ kind, meter, quantity, rate }: InvoiceLine, currency: Currency): string {
  if (kind !== "usage" || !meter) return "";
  return `${formatAmount(meter, quantity)} × ${formatRate(rate, currency)}`;
}

/** The VAT of an invoice as it is printed: `VAT 19%`. */
export const vatTitle = ({ category, rate }: { category: string; rate: number }): string =>
  category === "AE" ? "VAT, reverse charge" : category === "O" ? "VAT, not charged" : `VAT ${String(rate / 100)}%`;

/** The rate of an exchange as it is printed: `€1.00 = $1.0842, ECB, 2030-04-02`. */
export const exchangeTitle = ({ currency: own, rate, day, source }: Exchange, currency: Currency): string =>
  `${formatRate(RATE_SCALE, own)} = ${formatRate(rate, currency)}, ${source}, ${day}`;
