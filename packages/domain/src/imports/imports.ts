/**
 * Where an import reads its items: a podcast or MRSS feed; an S3 bucket; PeerTube's archive of an account, uploaded
 * (`archive`) or on the server's disk (`peertube`); a folder there.
 */
export const IMPORT_KINDS = ["feed", "bucket", "archive", "folder", "peertube"] as const;
export type ImportKind = (typeof IMPORT_KINDS)[number];

/** `receiving`: the archive is being uploaded. `ready`: the items are read and nothing has been imported. */
export const IMPORT_STATES = ["receiving", "reading", "ready", "running", "complete", "cancelled", "failed"] as const;
export type ImportState = (typeof IMPORT_STATES)[number];

/** `done`: the file has been received and is encoded like any upload. */
export const IMPORT_ITEM_STATES = ["waiting", "running", "done", "skipped", "failed", "cancelled"] as const;
export type ImportItemState = (typeof IMPORT_ITEM_STATES)[number];

/** Items of one import; further ones are left out and counted. */
export const IMPORT_ITEMS_MAX = 5_000;

/** Files of one import that are fetched at once. */
export const IMPORT_ITEMS_AT_ONCE = 3;

/** Playlists one item can be put into. */
export const IMPORT_PLAYLISTS_MAX = 20;

export const IMPORT_ADDRESS_MAX = 2_000;

/** Days after which the archive and the keys to the bucket of an import that has ended, or was never started, are deleted. */
export const KEPT_DAYS = 7;

/** How requests to an S3-compatible bucket are signed (AWS Signature Version 4). */
export interface BucketKeys {
  region: string;
  access_key_id: string;
  secret_access_key: string;
}

/** What an import does with all of its items. */
export interface ImportOptions {
  /** `source`: as the item says, and as the project's default where it says nothing. */
  publish: "source" | "yes" | "no";
  /** Creates the playlists that the items name. */
  playlists: boolean;
  /** Creates the categories and tags that the project lacks. */
  labels: boolean;
}

/** A file of an item: an address on the web, or a path inside the folder, bucket or archive of the import. */
export type ImportFile = { url: string } | { path: string };

/** What a source says about one video. Texts are plain and in NFC; everything but `key` and `title` may be missing. */
export interface ImportEntry {
  /** Identifies the same item in later imports of the source. */
  key: string;
  title: string;
  description: string;
  category: string | null;
  tags: string[];
  /** When the source published it, ISO 8601. */
  date: string | null;
  published: boolean | null;
  media: ImportFile | null;
  captions: { language: string; file: ImportFile }[];
  /** Read already, or in a file. */
  chapters: { start_seconds: number; title: string }[] | ImportFile | null;
  picture: ImportFile | null;
  playlists: string[];
  /** What the source says that cannot be imported, one sentence each. */
  notes: string[];
  /** Why it cannot be imported at all. */
  problem: string | null;
}

/** An entry with a key and a title and nothing else. */
export const plainEntry = (key: string, title: string): ImportEntry => ({
  key,
  title,
  description: "",
  category: null,
  tags: [],
  date: null,
  published: null,
  media: null,
  captions: [],
  chapters: null,
  picture: null,
  playlists: [],
  notes: [],
  problem: null,
});
