/** Types of FLV tags (FLV specification 10.1, E.4.1). */
export const FLV_AUDIO = 8;
export const FLV_VIDEO = 9;
export const FLV_SCRIPT = 18;

/** The header of an FLV file with audio and video (E.2, E.3). */
export const FLV_HEADER = Buffer.from([0x46, 0x4c, 0x56, 1, 5, 0, 0, 0, 9, 0, 0, 0, 0]);

/** The same of one without video. */
export const FLV_SOUND_HEADER = Buffer.from([0x46, 0x4c, 0x56, 1, 4, 0, 0, 0, 9, 0, 0, 0, 0]);

const HEAD_BYTES = 11;

/** One tag followed by its length; `timestamp` in milliseconds, up to 2³¹. */
export function flvTag(type: number, timestamp: number, body: Buffer): Buffer {
  const tag = Buffer.allocUnsafe(HEAD_BYTES + body.length + 4);
  tag.writeUInt8(type, 0);
  tag.writeUIntBE(body.length, 1, 3);
  tag.writeUIntBE(timestamp & 0xff_ff_ff, 4, 3);
  tag.writeUInt8((timestamp >>> 24) & 0x7f, 7);
  tag.writeUIntBE(0, 8, 3);
  body.copy(tag, HEAD_BYTES);
  tag.writeUInt32BE(HEAD_BYTES + body.length, HEAD_BYTES + body.length);
  return tag;
}

const LARGEST_STEP_BACK_MS = 1_000;
const LARGEST_STEP_MS = 10_000;
const USUAL_STEP_MS = 40;

/** A timestamp of a publisher, and its time on the continuous clock. */
interface Reading {
  timestamp: number;
  at: number;
}

/**
 * A continuous clock made of a publisher's timestamps: starts at 0, handles the wrap at 2³² and removes jumps. Audio and video share
 * it, so that they stay in sync; each continues by its own timestamps where the two count from different moments.
 */
export class PublisherClock {
  readonly #byType = new Map<number, Reading>();
  #last: Reading | null = null;

  /** The time of a tag of a type on the continuous clock, in milliseconds. */
  moment(type: number, timestamp: number): number {
    const before = [this.#byType.get(type), this.#last].find((one) => one && isContinued(stepFrom(one, timestamp)));
    const at = before
      ? before.at + stepFrom(before, timestamp)
      : this.#last && this.#last.at + (this.#byType.has(type) ? USUAL_STEP_MS : 0);
    const reading = { timestamp, at: Math.max(0, at ?? 0) };
    this.#byType.set(type, reading);
    this.#last = reading;
    return reading.at;
  }

  /** The time of a timestamp of a type on the continuous clock, which stays as it is; null before the first tag of the type. */
  timeOf(type: number, timestamp: number): number | null {
    const known = this.#byType.get(type);
    return known ? known.at + stepFrom(known, timestamp) : null;
  }
}

/** The difference of two 32-bit clocks, wrapped or not. */
const stepFrom = ({ timestamp: from }: Reading, timestamp: number): number => (timestamp - from) | 0;

const isContinued = (step: number): boolean => step >= -LARGEST_STEP_BACK_MS && step <= LARGEST_STEP_MS;
