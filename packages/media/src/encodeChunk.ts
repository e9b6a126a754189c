import type { EncodingPlan } from "./encodingPlan.ts";
import type { SourceFacts } from "./facts.ts";
import type { EncodeProgress, SegmentSink } from "./segment.ts";

/** One chunk of one video to encode into all renditions at once. */
export interface EncodeChunkOptions extends SegmentSink {
  /** Absolute local path. */
  source: string;
  facts: SourceFacts;
  plan: EncodingPlan;
  /** 0 ≤ chunkIndex < plan.chunkCount. */
  chunkIndex: number;
  /** First segment still missing within the chunk, 0–5; lets a killed chunk go on where it stopped. */
  fromSegment?: number;
  /** Init segments already stored, by rendition label: a run whose init differs is refused instead of published. */
  expectedInits?: ReadonlyMap<string, Buffer>;
  /** Folder only this run uses; must exist. */
  workFolder: string;
  signal: AbortSignal;
  onProgress?: (progress: EncodeProgress) => void;
  /** x264 preset; `veryfast` unless said. */
  preset?: string;
  /** Threads of each encoder; ffmpeg's choice unless said. */
  threads?: number;
}

/** How a chunk ended. */
export interface EncodeChunkResult {
  /** Frames written to each rendition in this run. */
  frames: number;
  segments: number;
  /** True when the source ended inside (or before) this chunk: no later chunk has anything to show. */
  endOfSource: boolean;
}

/**
 * Encodes one chunk of a video into every rendition in one process and hands over each segment as soon as it is whole.
 * Chunks may run in any order and on any machine; together they form one gapless stream.
 *
 * @throws MediaError `corrupt_file`, `timeout`, `aborted`, `disk_full`, `tool_failed`, `packaging_mismatch`.
 */
export declare function encodeChunk(options: EncodeChunkOptions): Promise<EncodeChunkResult>;
