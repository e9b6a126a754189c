import { createHmac, timingSafeEqual } from "node:crypto";

const SIGNATURE_LETTERS = 22;
const SHAPE = /^([1-9][0-9]{8,10})\.([A-Za-z0-9_-]{22})$/;

/** Signs the second in which a page is made, so that its player can say for how long it may have played. `key` is the playback secret. */
export function signStamp(key: string, now: Date): string {
  const seconds = String(Math.floor(now.getTime() / 1_000));
  return `${seconds}.${signature(key, seconds)}`;
}

/** When a page was made; null for what was not signed here. */
export function readStamp(key: string, stamp: string): Date | null {
  const [, seconds, given] = SHAPE.exec(stamp) ?? [];
  if (seconds === undefined || given === undefined) return null;
  const isSigned = timingSafeEqual(Buffer.from(given), Buffer.from(signature(key, seconds)));
  return isSigned ? new Date(Number(seconds) * 1_000) : null;
}

const signature = (key: string, seconds: string): string =>
  createHmac("sha256", key).update(`view stamp\0${seconds}`).digest("base64url").slice(0, SIGNATURE_LETTERS);
