const MINUTE = 60;
const HOUR = 60 * MINUTE;

/** Seconds to wait after the first, second, … failed attempt; after the last of them the delivery has failed. */
export const RETRY_SECONDS = [10, MINUTE, 5 * MINUTE, 30 * MINUTE, 2 * HOUR, 6 * HOUR, 15 * HOUR] as const;
/** Failed attempts after which a delivery is given up. */
export const ATTEMPTS_MAX = RETRY_SECONDS.length + 1;
/** The part of a wait that is added at random at most, so that retries after an outage spread out. */
const JITTER = 0.2;
/** The longest wait that an answer may ask for. */
export const LONGEST_WAIT_SECONDS = 15 * HOUR;
/** Days of failure after which a webhook is disabled. */
export const FAILING_DAYS = 3;
/** Failed attempts for which later events of the same object wait. */
export const HOLDING_FAILURES = 3;
/** Days that messages, deliveries and answers are kept. */
export const KEPT_DAYS = 30;
/** Milliseconds for an attempt, from the lookup of the name to the end of the answer. */
export const ATTEMPT_MS = 5_000;
/** Bytes of an answer that are read and kept. */
export const ANSWER_BYTES = 64 * 1024;

/**
 * Seconds until the next attempt; null when there is none.
 * @param failures failed attempts so far, from 1 on.
 * @param random from 0 to 1, without 1.
 * @param retryAfterSeconds what the answer asked for (RFC 9110, Retry-After), if it did.
 */
export function retryWaitSeconds(failures: number, random: number, retryAfterSeconds: number | null): number | null {
  const wait = RETRY_SECONDS[failures - 1];
  if (wait === undefined) return null;
  const asked = Math.min(retryAfterSeconds ?? 0, LONGEST_WAIT_SECONDS);
  return Math.max(wait * (1 + JITTER * random), asked);
}

/** The seconds that a Retry-After header asks for: a number or a date (RFC 9110 §10.2.3); null when it is neither. */
export function parseRetryAfter(header: string | undefined, now: Date): number | null {
  if (header === undefined) return null;
  if (/^\d{1,9}$/.test(header.trim())) return Number(header);
  const at = Date.parse(header);
  return Number.isNaN(at) ? null : Math.max(0, (at - now.getTime()) / 1_000);
}
