import { isInRange, parseAddress, parseRange } from "../restrictions/addresses.ts";

export const API_KEYS_MAX = 100;
export const API_KEY_NAME_MAX = 60;
export const API_KEY_ADDRESSES_MAX = 50;
export const API_KEY_ORIGINS_MAX = 20;
/** Days for which the old secret of a rotated key may work. */
export const OVERLAP_DAYS_MAX = 7;
/** Old secrets of one key that work at the same time. */
export const OLD_SECRETS_MAX = 5;
/** Requests of one key in a minute, on each API process. */
export const API_KEY_REQUESTS_PER_MINUTE = 1_200;

/** Whether a request from this address may use a key; a key without ranges works everywhere. */
export function isAddressAllowed(ranges: readonly string[], address: string): boolean {
  if (ranges.length === 0) return true;
  const from = parseAddress(address);
  return from !== null && ranges.some((text) => isWithin(from, text));
}

function isWithin(address: NonNullable<ReturnType<typeof parseAddress>>, text: string): boolean {
  const range = parseRange(text);
  return range !== null && isInRange(address, range);
}

/** Whether every address of `inner` is one of `outer`; lists without a range hold every address. */
export function areWithin(inner: readonly string[], outer: readonly string[]): boolean {
  if (outer.length === 0) return true;
  return (
    inner.length > 0 &&
    inner.every((text) => {
      const range = parseRange(text);
      return (
        range !== null &&
        outer.some((wider) => isWithin(range, wider) && (parseRange(wider)?.bits ?? Infinity) <= range.bits)
      );
    })
  );
}

/**
 * Brings a typed origin to the spelling that browsers send (Fetch standard, "Origin" header): `https://example.com:8443`.
 * Null for what is no origin of a web page.
 */
export function normalizeOrigin(typed: string): string | null {
  const text = typed.trim();
  if (!/^https?:\/\/[^\s/?#@\\*]+\/?$/i.test(text) || !URL.canParse(text)) return null;
  const { origin, hostname } = new URL(text);
  return /^[a-z0-9[\]:._-]+$/.test(hostname) ? origin : null;
}

/** Requests of a key that are listed in a minute by each API process; of what exceeds them, one of `API_REQUESTS_SAMPLE`. */
export const API_REQUESTS_LISTED_PER_MINUTE = 60;
export const API_REQUESTS_SAMPLE = 20;
/** Days that a request is listed. */
export const API_REQUEST_DAYS = 7;
