/** Joins the init segments of a video's rendition and of its sound into one of both (picture track 1, sound track 2). */
export declare function muxInit(video: Buffer, audio: Buffer): Buffer;

/** Joins a segment of a rendition and the sound of the same time, for `muxInit`'s init; nothing is encoded. */
export declare function muxSegment(video: Buffer, audio: Buffer): Buffer;
