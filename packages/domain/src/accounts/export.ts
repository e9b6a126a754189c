/** Days for which the zip of an account is kept for its one download. */
export const EXPORT_DAYS = 7;

/** Minutes after the proof in which the download begins. */
export const EXPORT_PERMIT_MINUTES = 5;

/** Minutes after which a download that neither ended nor broke off, because its API process was killed, can be started again. */
export const EXPORT_LOST_MINUTES = 60;

export const EXPORT_STATES = ["running", "complete", "failed", "cancelled"] as const;
export type ExportState = (typeof EXPORT_STATES)[number];
