import type { SourceMoment } from "../source-sink.ts";
import { readEnhanced } from "./enhanced.ts";
import { FLV_AUDIO, FLV_VIDEO } from "./flv.ts";

const AVC = 7;
const AAC = 10;
const CODED = 1;
/** Offset of the composition time (FLV specification 10.1, E.4.3; Enhanced RTMP, ExVideoTagHeader). */
const AVC_COMPOSITION_AT = 2;
const ENHANCED_COMPOSITION_AT = 5;
const WITH_COMPOSITION = new Set(["avc1", "hvc1"]);

/**
 * Makes the decode times of each track strictly increasing, as ISO/IEC 14496-12 §8.6.1.2 and decoders require. GStreamer's flvmux
 * writes 0 for each frame decoded before the first is shown. Such a frame gets the previous decode time plus a millisecond and keeps
 * its presentation time, where that is not earlier.
 */
export class DecodeOrder {
  readonly #last = new Map<number, number>();

  place(moment: SourceMoment): SourceMoment {
    const { type, at, body } = moment;
    if (!isFrame(type, body)) return moment;
    const later = Math.max(at, (this.#last.get(type) ?? -1) + 1);
    this.#last.set(type, later);
    return later === at ? moment : { type, at: later, body: shownSooner(type, body, later - at) };
  }
}

/** Decoder configurations and end-of-sequence tags have no decode time. */
function isFrame(type: number, body: Buffer): boolean {
  const [first = 0, packet] = body;
  if (type === FLV_AUDIO) return first >> 4 !== AAC || packet === CODED;
  if (type !== FLV_VIDEO) return false;
  if (first & 0x80) return readEnhanced(body)?.kind === "frame";
  return (first & 0x0f) !== AVC || packet === CODED;
}

/** The frame with its composition time reduced by `ms`. */
function shownSooner(type: number, body: Buffer, ms: number): Buffer {
  const offset = compositionAt(type, body);
  if (offset === null || body.length < offset + 3) return body;
  const composition = body.readIntBE(offset, 3);
  const copy = Buffer.from(body);
  copy.writeIntBE(Math.max(Math.min(0, composition), composition - ms), offset, 3);
  return copy;
}

function compositionAt(type: number, body: Buffer): number | null {
  if (type !== FLV_VIDEO) return null;
  const first = body.readUInt8(0);
  if ((first & 0x80) === 0) return (first & 0x0f) === AVC ? AVC_COMPOSITION_AT : null;
  const hasComposition = (first & 0x0f) === CODED && WITH_COMPOSITION.has(body.toString("latin1", 1, 5));
  return hasComposition ? ENHANCED_COMPOSITION_AT : null;
}

/** When a frame is presented, in milliseconds of the continuous clock. */
export function shownAt({ type, at, body }: SourceMoment): number {
  const offset = compositionAt(type, body);
  return offset === null || body.length < offset + 3 ? at : at + body.readIntBE(offset, 3);
}
