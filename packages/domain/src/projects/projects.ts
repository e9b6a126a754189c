import type { CaptionsMode } from "../speech/settings.ts";

export const PROJECT_NAME_MAX = 100;

/** What a new video starts as: hidden until someone publishes it, or public as soon as it plays. */
export const PRIVACIES = ["unpublished", "publish_when_ready"] as const;
export type Privacy = (typeof PRIVACIES)[number];

/** Days an original may be kept after its renditions are made, when it is not kept for good. */
export const SOURCE_RETENTION_DAYS = { min: 1, max: 3650 } as const;

/** Days a deleted video can be taken back. 0: it is gone at once. */
export const TRASH_DAYS = { min: 0, max: 365 } as const;

/** The smallest limit of an upload's size a project can set, in bytes: below, nothing useful could be uploaded. */
export const UPLOAD_LIMIT_MIN_BYTES = 1024 ** 2;

/** The settings of a new project that changed nothing. */
export const NEW_PROJECT_SETTINGS = {
  timezone: "UTC",
  default_privacy: "unpublished" as Privacy,
  max_upload_bytes: null,
  source_retention_days: null,
  trash_days: 30,
  published_url_pattern: null,
  captions_mode: "on_demand" as CaptionsMode,
  captions_language: null,
  captions_published: true,
};

/** Whether a name is a time zone of the IANA database, such as `Europe/Paris`. */
export function isTimeZone(name: string): boolean {
  try {
    return (
      new Intl.DateTimeFormat("en-US", { timeZone: name }).resolvedOptions().timeZone !== "" && /^[A-Z]/.test(name)
    );
  } catch {
    return false;
  }
}

const DAY_MS = 86_400_000;

/** The moment `days` before now. */
export const daysBefore = (now: Date, days: number): Date => new Date(now.getTime() - days * DAY_MS);

/** The moment `days` after a moment. */
export const daysAfter = (moment: Date, days: number): Date => new Date(moment.getTime() + days * DAY_MS);
