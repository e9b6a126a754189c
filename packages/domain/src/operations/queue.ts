/** What the list of transcodes of the installation shows. */
export const QUEUE_STATES = ["running", "queued", "failed"] as const;

/** The priority of a transcode that a superuser moves to the front; uploads have 0, those of whole libraries less. */
export const FRONT_PRIORITY = 50;
/** Hours for which failed transcodes are listed. */
export const FAILED_HOURS = 168;

/** Hours since a transcode was queued that the list can be narrowed to. */
export const QUEUE_AGES = ["1", "6", "24", "72"] as const;

/** What superusers may choose as a transcode's place in the queue; the highest is that of the front. */
export const PRIORITIES = [-20, 0, 20, FRONT_PRIORITY] as const;
/** Most media jobs that a worker may be made to run side by side. */
export const SLOTS_MAX = 64;
/** A worker that gave no sign for so long is not listed: it is dead, or cut off from the database. */
export const SILENT_SECONDS = 30;
/** A job whose media tools put nothing out for so long is stuck. */
export const STUCK_SECONDS = 60;
/** Failed transcodes of a kind that are taken up again in one go. */
export const RETRIED_AT_ONCE = 100;
