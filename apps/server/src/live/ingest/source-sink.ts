import { type FLV_AUDIO, type FLV_SCRIPT, type FLV_VIDEO, flvTag } from "./rtmp/flv.ts";

/** A piece of a publisher's media, with its timestamp on the continuous clock. */
export interface SourceMoment {
  type: typeof FLV_AUDIO | typeof FLV_VIDEO | typeof FLV_SCRIPT;
  /** Milliseconds. */
  at: number;
  /** Body of the FLV tag; valid until the function it was passed to returns. */
  body: Buffer;
}

/** A copy with its own memory. */
export const copyOf = (moment: SourceMoment): SourceMoment => ({ ...moment, body: Buffer.from(moment.body) });

/** Consumes a publisher's H.264 and AAC. */
export interface SourceSink {
  /** Starts with the AVCDecoderConfigurationRecord and, where there is sound, the AudioSpecificConfig. */
  begin(avcConfig: Buffer, aacConfig: Buffer | null): void;
  take(moment: SourceMoment): void;
  /** Ends the media. */
  end(): void;
}

/** The moment as an FLV tag. */
export const tagOf = ({ type, at, body }: SourceMoment): Buffer => flvTag(type, at, body);
/** A decoder configuration at time 0; empty where there is none. */
export const configOf = (type: SourceMoment["type"], body: Buffer | null): SourceMoment => ({
  type,
  at: 0,
  body: body ?? Buffer.alloc(0),
});
/** Whether two bodies are equal, or both absent. */
export const isSameBody = (a: Buffer | null, b: Buffer | null) => (a === null || b === null ? a === b : a.equals(b));
