/** How a comparison of a video's original with its checksum stands; `missing`: the file is not in the storage. */
export const SOURCE_CHECK_STATES = ["waiting", "running", "matches", "differs", "missing", "failed"] as const;
export type SourceCheckState = (typeof SOURCE_CHECK_STATES)[number];

/** Whether a comparison is still to come or under way. */
export const isChecking = (state: SourceCheckState): boolean => state === "waiting" || state === "running";
