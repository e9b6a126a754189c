/** Where a livestream's own pictures are shown: on the slate while it is paused, while its encoder is away, and before it starts. */
export const STREAM_PICTURE_KINDS = ["paused", "offline", "countdown"] as const;
export type StreamPictureKind = (typeof STREAM_PICTURE_KINDS)[number];
