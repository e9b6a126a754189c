import type { BucketKeys, ImportOptions } from "@kinora/domain/imports/imports.ts";

/** Sources that people of a project can name. */
export const SOURCES = ["feed", "bucket", "archive"] as const;

export const PUBLISH = ["source", "yes", "no"] as const;

/** What the dialog of a new import holds. */
export interface NewImport extends ImportOptions {
  kind: (typeof SOURCES)[number];
  /** The address of a feed or a bucket. */
  source: string;
  keys: BucketKeys;
  archive: File | null;
}

export const EMPTY_IMPORT: NewImport = {
  kind: "feed",
  source: "",
  keys: { region: "us-east-1", access_key_id: "", secret_access_key: "" },
  archive: null,
  publish: "source",
  playlists: false,
  labels: true,
};
