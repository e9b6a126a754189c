import { FLV_AUDIO, FLV_VIDEO } from "./flv.ts";

/** A message of one track, with the head of a message that has no other. */
interface TrackMessage {
  /** 0 is the one that everybody gets. */
  track: number;
  body: Buffer;
}

const EX_VIDEO = 0x80;
const EX_AUDIO = 9;
/** Packet types (Enhanced RTMP v2, "ExAudioTagHeader", "ExVideoTagHeader"). */
const MULTITRACK = new Map([
  [FLV_AUDIO, 5],
  [FLV_VIDEO, 6],
]);
const MODIFIED = 7;
/** Kinds of multitrack messages (`AvMultitrackType`). */
const ONE_TRACK = 0;
const OWN_CODECS = 2;
const FOUR_CC_BYTES = 4;

/**
 * The messages of single tracks in an audio or video message: those of Enhanced RTMP may have several, and modifiers before them,
 * which are skipped. Any other message is one of track 0; a truncated one has none.
 */
export function tracksIn(type: number, body: Buffer): TrackMessage[] {
  const first = body.readUInt8(0);
  const isEnhanced = type === FLV_VIDEO ? (first & EX_VIDEO) !== 0 : type === FLV_AUDIO && first >> 4 === EX_AUDIO;
  const packet = first & 0x0f;
  if (!isEnhanced || (packet !== MODIFIED && packet !== MULTITRACK.get(type))) return [{ track: 0, body }];
  try {
    return split(type, body);
  } catch (error) {
    if (error instanceof RangeError) return [];
    throw error;
  }
}

function split(type: number, body: Buffer): TrackMessage[] {
  const flags = body.readUInt8(0) & 0xf0;
  let { packet, at } = afterModifiers(body);
  const headed = (fourCc: Buffer, data: Buffer) => Buffer.concat([Buffer.from([flags | packet]), fourCc, data]);
  if (packet !== MULTITRACK.get(type)) return [{ track: 0, body: headed(Buffer.alloc(0), body.subarray(at)) }];
  const kind = body.readUInt8(at) >> 4;
  packet = body.readUInt8(at) & 0x0f;
  at += 1;
  const fourCcAt = (place: number) => {
    if (place + FOUR_CC_BYTES > body.length) throw new RangeError("A codec's name is cut off.");
    return body.subarray(place, place + FOUR_CC_BYTES);
  };
  let fourCc: Buffer | null = null;
  if (kind !== OWN_CODECS) {
    fourCc = fourCcAt(at);
    at += FOUR_CC_BYTES;
  }
  if (kind === ONE_TRACK && fourCc) return [{ track: body.readUInt8(at), body: headed(fourCc, body.subarray(at + 1)) }];
  const tracks: TrackMessage[] = [];
  while (at < body.length) {
    const codec = fourCc ?? fourCcAt(at);
    if (!fourCc) at += FOUR_CC_BYTES;
    const [track, size] = [body.readUInt8(at), body.readUIntBE(at + 1, 3)];
    at += 4;
    if (at + size > body.length) throw new RangeError("A track is cut off.");
    tracks.push({ track, body: headed(codec, body.subarray(at, at + size)) });
    at += size;
  }
  return tracks;
}

/** The packet type after all modifiers ("ModEx"), and where what follows begins. */
function afterModifiers(body: Buffer): { packet: number; at: number } {
  let packet = body.readUInt8(0) & 0x0f;
  let at = 1;
  while (packet === MODIFIED) {
    let size = body.readUInt8(at) + 1;
    at += 1;
    if (size === 256) {
      size = body.readUInt16BE(at) + 1;
      at += 2;
    }
    packet = body.readUInt8(at + size) & 0x0f;
    at += size + 1;
  }
  return { packet, at };
}
