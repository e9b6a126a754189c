/** The version of the format that this installation writes and reads. */
export const FORMAT_VERSION = 1;

/** Characters a file may have. */
export const FILE_MAX = 2_000_000;

/** Tags a file may list; a project with more is exported without them. */
export const TAGS_IN_FILE = 2_000;

/** The sections of a file, in the order in which they are written. */
export const SECTIONS = [
  "settings",
  "ladder",
  "categories",
  "tags",
  "roles",
  "players",
  "playlists",
  "ads",
  "ad_schedules",
  "restrictions",
  "analytics",
  "webhooks",
] as const;
export type Section = (typeof SECTIONS)[number];
