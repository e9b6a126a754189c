import type { Readable, Writable } from "node:stream";
import type { LadderRung, PlannedRendition } from "@kinora/domain/ladder.ts";
import type { ToolResult } from "../run.ts";
import type { EncodeProgress } from "../segment.ts";

/** What is known of what a publisher sends. */
export interface LiveInput {
  width: number;
  height: number;
  fps: number;
  videoCodec: "h264" | "hevc" | "av1" | "other";
  /** null: sends no sound, silence is put in. */
  audioCodec: "aac" | "other" | null;
}

/** How one publisher's stream becomes rungs. */
export interface LiveEncodePlan {
  input: LiveInput;
  /** Lowest first; one called `source` for a pass-through. */
  rungs: readonly PlannedRendition[];
  passThrough: boolean;
  audioKbps: number;
  segmentSeconds: number;
  partTargetSeconds: number;
}

/** Plans the ladder of a stream; never larger than what comes in. Pass-through needs H.264. */
export declare function planLiveEncode(options: {
  input: LiveInput;
  ladder?: readonly LadderRung[];
  passThrough: boolean;
  audioKbps?: number;
  segmentSeconds?: number;
  partTargetSeconds?: number;
}): LiveEncodePlan;

/** A running encode. */
export interface LiveEncoder {
  readonly pid: number | null;
  /** Takes FLV; respect its backpressure. */
  readonly input: Writable;
  /** fMP4 of each rung by label, for `openFragments`. */
  readonly rungs: ReadonlyMap<string, Readable>;
  /** Whole JPEG pictures. */
  readonly thumbnails: AsyncGenerator<Buffer, void> | null;
  readonly ended: Promise<ToolResult>;
  stop(graceMs?: number): Promise<ToolResult>;
}

export interface LiveEncoderOptions {
  plan: LiveEncodePlan;
  /** A picture each so many seconds; none unless said. */
  thumbnailSeconds?: number;
  onProgress?: (progress: EncodeProgress) => void;
  onStderrLine?: (line: string) => void;
}

/** Starts an encode of FLV on standard input. */
export declare function startLiveEncoder(options: LiveEncoderOptions): Promise<LiveEncoder>;
