import { isInRange, parseAddress, parseRange, type AddressRange } from "../restrictions/addresses.ts";

/** Addresses and ranges that a project may name as its own. */
export const OWN_ADDRESSES_MAX = 50;

/** Days for which the figures of viewers may be kept; null: for good. */
export const KEPT_DAYS = [30, 90, 180, 365, 730] as const;
type KeptDays = (typeof KEPT_DAYS)[number] | null;

/** What a project says of the views that are counted here. */
export interface OwnCounting {
  /** IP addresses and ranges whose views count as those of the team. */
  own_addresses: string[];
  /** Figures of viewers that are older are deleted. */
  kept_days: KeptDays;
}

/** The addresses of a project as ranges; what is none is left out. */
export const ownRanges = (addresses: readonly string[]): AddressRange[] =>
  addresses.flatMap((text) => parseRange(text) ?? []);

/** Whether a viewer's address is one of the project's own. Pure. */
export function isOwnAddress(ranges: readonly AddressRange[], text: string): boolean {
  const address = ranges.length === 0 ? null : parseAddress(text);
  return address !== null && ranges.some((range) => isInRange(address, range));
}
