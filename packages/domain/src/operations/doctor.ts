/** `warning`: works, but not as well as it should; `failed`: something does not work. */
export const FINDING_STATES = ["ok", "warning", "failed"] as const;
export type FindingState = (typeof FINDING_STATES)[number];
