/** What the list of transcodes of the installation shows. */
export const QUEUE_STATES = ["running", "queued", "failed"] as const;
export type QueueState = (typeof QUEUE_STATES)[number];

/** The priority of a transcode that a superuser moves to the front; uploads have 0, those of whole libraries less. */
export const FRONT_PRIORITY = 50;
/** Hours for which failed transcodes are listed. */
export const FAILED_HOURS = 168;
