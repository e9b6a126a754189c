import { type FLV_AUDIO, type FLV_SCRIPT, type FLV_VIDEO, flvTag } from "./rtmp/flv.ts";

/** A piece of what a publisher sends, on its clock made whole. */
export interface SourceMoment {
  type: typeof FLV_AUDIO | typeof FLV_VIDEO | typeof FLV_SCRIPT;
  /** Milliseconds. */
  at: number;
  /** As FLV has it; there until whoever was given it answers. */
  body: Buffer;
}

/** The same in memory of its own. */
export const kept = (moment: SourceMoment): SourceMoment => ({ ...moment, body: Buffer.from(moment.body) });

/** Takes a publisher's H.264 and AAC as they come. */
export interface SourceTaker {
  /** What decoders need first: AVCDecoderConfigurationRecord and, where there is sound, AudioSpecificConfig. */
  begin(avcConfig: Buffer, aacConfig: Buffer | null): void;
  take(moment: SourceMoment): void;
  /** Nothing more comes. */
  end(): void;
}

/** As a tag of FLV. */
export const tagOf = ({ type, at, body }: SourceMoment): Buffer => flvTag(type, at, body);
/** What decoders need first, of which there may be nothing. */
export const configOf = (type: SourceMoment["type"], body: Buffer | null): SourceMoment => ({
  type,
  at: 0,
  body: body ?? Buffer.alloc(0),
});
/** Whether two bodies, or their absence, are the same. */
export const isSameBody = (a: Buffer | null, b: Buffer | null) => (a === null || b === null ? a === b : a.equals(b));
