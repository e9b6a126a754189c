import { createHmac, randomBytes, timingSafeEqual } from "node:crypto";

const SIGNATURE_LETTERS = 22;
const RANDOM_BYTES = 8;
const SHAPE = /^([1-9][0-9]{8,10})\.([A-Za-z0-9_-]{11})\.([1-9][0-9]{0,15})?\.([A-Za-z0-9_-]{22})$/;

/** What a page shows: one video or livestream by its public id, or a playlist with videos of its project. */
export type StampedItem = { hash: string } | { projectId: number };

/** What a page was signed with. */
export interface Stamp {
  /** Different for each page. */
  random: string;
  /** When the page was made, to the second. */
  madeAt: Date;
  /** Project of a playlist's page, which may report views of all its videos; null for a page of one item. */
  projectId: number | null;
}

/**
 * Signs what a page shows and the second in which it is made, so that its player can report views of that, and for how long it
 * may have played. `key` is the playback secret.
 */
export function signStamp(key: string, item: StampedItem, now: Date): string {
  const seconds = String(Math.floor(now.getTime() / 1_000));
  const random = randomBytes(RANDOM_BYTES).toString("base64url");
  const project = "projectId" in item ? String(item.projectId) : "";
  const hash = "hash" in item ? item.hash : "";
  return `${seconds}.${random}.${project}.${signature(key, [seconds, random, project, hash])}`;
}

/** A stamp with which views of `hash` are reported; null for what was not signed here, or for another item. */
export function readStamp(key: string, stamp: string, hash: string): Stamp | null {
  const [, seconds, random, project = "", given] = SHAPE.exec(stamp) ?? [];
  if (seconds === undefined || random === undefined || given === undefined) return null;
  const expected = signature(key, [seconds, random, project, project === "" ? hash : ""]);
  if (!timingSafeEqual(Buffer.from(given), Buffer.from(expected))) return null;
  return {
    random,
    madeAt: new Date(Number(seconds) * 1_000),
    projectId: project === "" ? null : Number(project),
  };
}

const signature = (key: string, parts: readonly string[]): string =>
  createHmac("sha256", key)
    .update(["view stamp", ...parts].join("\0"))
    .digest("base64url")
    .slice(0, SIGNATURE_LETTERS);
