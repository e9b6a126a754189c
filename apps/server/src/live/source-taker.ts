import type { FLV_AUDIO, FLV_SCRIPT, FLV_VIDEO } from "./rtmp/flv.ts";

/** A piece of what a publisher sends, on its clock made whole. */
export interface SourceMoment {
  type: typeof FLV_AUDIO | typeof FLV_VIDEO | typeof FLV_SCRIPT;
  /** Milliseconds. */
  at: number;
  /** As FLV has it. */
  body: Buffer;
}

/** Takes a publisher's H.264 and AAC as they come. */
export interface SourceTaker {
  /** What decoders need first: AVCDecoderConfigurationRecord and, where there is sound, AudioSpecificConfig. */
  begin(avcConfig: Buffer, aacConfig: Buffer | null): void;
  take(moment: SourceMoment): void;
  /** Nothing more comes. */
  end(): void;
}
