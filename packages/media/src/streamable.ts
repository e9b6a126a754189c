import type { SourceFacts } from "./facts.ts";
import type { EncodeProgress, SegmentSink } from "./segment.ts";

/** Whether a source's own video can be streamed as it is, and if not, why. */
export type Streamability = { streamable: true } | { streamable: false; reason: string };

/** Says whether a source is H.264 8-bit 4:2:0, upright, progressive, at a sane rate and in an indexed container. */
export declare function streamability(facts: SourceFacts): Streamability;

/** EXT-X-TARGETDURATION of a remuxed rendition: its groups of pictures may be this long, not longer. */
export const remuxTargetDurationSeconds = 12;

/** A streamable source whose video track is cut into segments without encoding; the audio still comes from `encodeAudio`. */
export interface RemuxOptions extends SegmentSink {
  source: string;
  facts: SourceFacts;
  /** Name of the rendition in the segments; `source` unless said. */
  rendition?: string;
  workFolder: string;
  signal: AbortSignal;
  onProgress?: (progress: EncodeProgress) => void;
}

/**
 * Cuts the source's own video into fMP4 segments at its key frames, as fast as the disk reads.
 *
 * @throws MediaError `gop_too_long` when key frames are too far apart (encode it instead), and those of `encodeChunk`.
 */
export declare function remux(options: RemuxOptions): Promise<{ segments: number; durationSeconds: number }>;
