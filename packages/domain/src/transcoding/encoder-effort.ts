/** How much processor time encoders take to make pictures sharper at the same size, least first. */
export const ENCODER_EFFORTS = ["fast", "balanced", "best"] as const;

export type EncoderEffort = (typeof ENCODER_EFFORTS)[number];

/** What transcodes are encoded with until an operator chooses. */
export const DEFAULT_EFFORT: EncoderEffort = "fast";
