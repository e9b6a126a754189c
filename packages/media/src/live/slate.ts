import type { PlannedRendition } from "@kinora/domain/ladder.ts";
import type { LiveInit } from "./fragmentReader.ts";

/** A slate of one rung: its segments play again and again. */
export interface SlateRung {
  init: LiveInit;
  segments: readonly { bytes: Buffer; durationSeconds: number }[];
}

export interface SlateOptions {
  rungs: readonly PlannedRendition[];
  fps: number;
  audioKbps: number;
  /** One or two lines, where ffmpeg can write text. */
  text: string | null;
  /** JPEG, PNG or WebP already checked by `pictureKind`; fills the frame. */
  picture: string | null;
  /** 2 unless said. */
  segmentSeconds?: number;
  signal: AbortSignal;
}

/** Encodes a still with silence once for a whole ladder: 8 seconds in segments. */
export declare function makeSlate(options: SlateOptions): Promise<Map<string, SlateRung>>;

/** The same segment, so much later: what makes a slate (or a loop) play on without a discontinuity. */
export declare function shiftSegment(segment: Buffer, init: LiveInit, seconds: number): Buffer;
