import { createHash, createHmac, randomBytes, timingSafeEqual } from "node:crypto";

const SIGNATURE_LETTERS = 22;
const RANDOM_BYTES = 8;
/** Pages whose players number their views have the first part; those of releases before do not. */
const NUMBERED = "2.";
const SHAPE = /^(2\.)?([1-9][0-9]{8,10})\.([A-Za-z0-9_-]{11})\.([A-Za-z0-9_-]{4,64})?\.([A-Za-z0-9_-]{22})$/;

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
  /** Whether players of the page number their views. */
  isNumbered: boolean;
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
  return `${NUMBERED}${seconds}.${random}.${playlist}.${signature(key, [NUMBERED, seconds, random, playlist, hash])}`;
}

/** A stamp with which views of `hash` are reported; null for what was not signed here, or for another item. */
export function readStamp(key: string, stamp: string, hash: string): Stamp | null {
  const [, numbered, seconds, random, playlist = "", given] = SHAPE.exec(stamp) ?? [];
  if (seconds === undefined || random === undefined || given === undefined) return null;
  const expected = signature(key, [
    ...(numbered === undefined ? [] : [numbered]),
    ...[seconds, random, playlist, playlist === "" ? hash : ""],
  ]);
  if (!timingSafeEqual(Buffer.from(given), Buffer.from(expected))) return null;
  return {
    random,
    madeAt: new Date(Number(seconds) * 1_000),
    playlist: playlist === "" ? null : playlist,
    isNumbered: numbered !== undefined,
  };
}

/** The id of a page's view, a UUID: the same on every edge. @param number from 0. */
export const numberedView = ({ random }: Pick<Stamp, "random">, number: number): string =>
  createHash("sha256")
    .update(`view\0${random}\0${number}`)
    .digest("hex")
    // RFC 9562, section 5.8.
    .replace(/^(.{8})(.{4}).(.{3}).(.{3})(.{12}).*$/, "$1-$2-8$3-8$4-$5");

const signature = (key: string, parts: readonly string[]): string =>
  createHmac("sha256", key)
    .update(["view stamp", ...parts].join("\0"))
    .digest("base64url")
    .slice(0, SIGNATURE_LETTERS);
