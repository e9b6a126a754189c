import { createHmac, randomBytes, timingSafeEqual } from "node:crypto";

const SIGNATURE_LETTERS = 22;
const RANDOM_BYTES = 8;
const SHAPE = /^([1-9][0-9]{8,10})\.([A-Za-z0-9_-]{11})\.([A-Za-z0-9_-]{4,64})?\.([A-Za-z0-9_-]{22})$/;

/** What a page shows: one video or livestream by its public id, or a playlist by its own. */
export type StampedItem = { hash: string } | { playlist: string };

/** What a page was signed with. */
export interface Stamp {
  /** Different for each page. */
  random: string;
  /** When the page was made, to the second. */
  madeAt: Date;
  /** Public id of the playlist of a page that reports views of what it lists; null for a page of one item. */
  playlist: string | null;
}

/**
 * Signs what a page shows and the second in which it is made, so that its player can report views of that, and for how long it
 * may have played. `key` is the playback secret.
 */
export function signStamp(key: string, item: StampedItem, now: Date): string {
  const seconds = String(Math.floor(now.getTime() / 1_000));
  const random = randomBytes(RANDOM_BYTES).toString("base64url");
  const playlist = "playlist" in item ? item.playlist : "";
  const hash = "hash" in item ? item.hash : "";
  return `${seconds}.${random}.${playlist}.${signature(key, [seconds, random, playlist, hash])}`;
}

/** A stamp with which views of `hash` are reported; null for what was not signed here, or for another item. */
export function readStamp(key: string, stamp: string, hash: string): Stamp | null {
  const [, seconds, random, playlist = "", given] = SHAPE.exec(stamp) ?? [];
  if (seconds === undefined || random === undefined || given === undefined) return null;
  const expected = signature(key, [seconds, random, playlist, playlist === "" ? hash : ""]);
  if (!timingSafeEqual(Buffer.from(given), Buffer.from(expected))) return null;
  return {
    random,
    madeAt: new Date(Number(seconds) * 1_000),
    playlist: playlist === "" ? null : playlist,
  };
}

const signature = (key: string, parts: readonly string[]): string =>
  createHmac("sha256", key)
    .update(["view stamp", ...parts].join("\0"))
    .digest("base64url")
    .slice(0, SIGNATURE_LETTERS);
