import type { EncodingPlan } from "./encodingPlan.ts";
import type { SourceFacts } from "./facts.ts";
import type { EncodeProgress, SegmentSink } from "./segment.ts";

/** The one audio rendition of a video to encode (AAC-LC 128 kbit/s, 48 kHz, stereo), named `audio`. */
export interface EncodeAudioOptions extends SegmentSink {
  /** Absolute local path. */
  source: string;
  facts: SourceFacts;
  plan: EncodingPlan;
  /** First segment still missing; lets a killed run go on where it stopped. */
  fromSegment?: number;
  /** The init segment already stored: a run whose init differs is refused. */
  expectedInit?: Buffer;
  workFolder: string;
  signal: AbortSignal;
  onProgress?: (progress: EncodeProgress) => void;
}

/** Bits per second of the audio rendition. */
export const audioBitrate = 128_000;

/**
 * Encodes the audio of a whole video, aligned with the video frames within 20 ms, as long as the video.
 *
 * @throws MediaError `corrupt_file`, `timeout`, `aborted`, `disk_full`, `tool_failed`, `packaging_mismatch`.
 */
export declare function encodeAudio(options: EncodeAudioOptions): Promise<{ segments: number; durationSeconds: number }>;
