/**
 * Captions by machine in a project: `off`, `on_demand` when a person asks for those of a video, `always` for every video that
 * becomes ready without captions.
 */
export const CAPTIONS_MODES = ["off", "on_demand", "always"] as const;
export type CaptionsMode = (typeof CAPTIONS_MODES)[number];

/** How far the recognition of a video's speech is. */
export const TRANSCRIPTION_STATES = ["queued", "running", "complete", "failed", "cancelled"] as const;
export type TranscriptionState = (typeof TRANSCRIPTION_STATES)[number];

export const isUnderWay = (state: TranscriptionState): boolean => state === "queued" || state === "running";
