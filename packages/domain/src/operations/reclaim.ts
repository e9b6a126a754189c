/** What an operator may free disk space with, in the order the console shows it. */
export const RECLAIM_KINDS = ["trash", "failed", "originals", "rarely_watched"] as const;
export type ReclaimKind = (typeof RECLAIM_KINDS)[number];

/** A resolution is rarely watched when less than this share of its video's segments were asked for in it. */
export const RARELY_WATCHED_SHARE = 0.01;
/** The days that count. */
export const RARELY_WATCHED_DAYS = 28;
/** Segments a video was asked for in these days; with fewer of them shares say nothing. */
export const RARELY_WATCHED_REQUESTS = 100;
/** The largest ones of a kind that are named. */
export const RECLAIM_NAMED = 5;

/** How the search for files without a row, and their deletion, stand. */
export const SCAN_STATES = ["running", "complete", "cancelled", "failed"] as const;
export type ScanState = (typeof SCAN_STATES)[number];

/** A video whose files could go. */
export interface ReclaimVideo {
  video_id: number;
  title: string;
  /** The resolution that could go; null for the original, and for all there is. */
  label: string | null;
  bytes: number;
}

/** How many could go, what that frees, and the largest of them. */
export interface ReclaimCandidate {
  kind: ReclaimKind;
  count: number;
  bytes: number;
  largest: ReclaimVideo[];
}

/** The folders of the storage whose number is the id of a row: what has no row is an orphan. */
export const OWNED_FOLDERS = ["assets", "live", "watermarks"] as const;
export type OwnedFolder = (typeof OWNED_FOLDERS)[number];

const OWNED = /^(assets|live|watermarks)\/([1-9]\d{0,15})\/./;

/** The folder of a stored file that belongs to one row, such as `assets/17`, and the row's id; null for other files. */
export function ownedFolder(key: string): { folder: string; kind: OwnedFolder; id: number } | null {
  const [, name, id] = OWNED.exec(key) ?? [];
  const kind = OWNED_FOLDERS.find((known) => known === name);
  return kind && id ? { folder: `${kind}/${id}`, kind, id: Number(id) } : null;
}
