/** Where a picture of a livestream's own stands in: on the slate while it is paused, while its encoder is away, and before it begins. */
export const STREAM_PICTURE_KINDS = ["paused", "offline", "countdown"] as const;
export type StreamPictureKind = (typeof STREAM_PICTURE_KINDS)[number];
