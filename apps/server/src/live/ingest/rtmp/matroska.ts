import { ENHANCED_VIDEO, readEnhanced } from "./enhanced.ts";
import { TAG_HEAD_BYTES, TAG_TAIL_BYTES, timeOf } from "./flv-tags.ts";
import { FLV_AUDIO, FLV_VIDEO } from "./flv.ts";

/** Element ids (RFC 9559, §5). */
const ID = {
  ebml: 0x1a45dfa3,
  docType: 0x4282,
  docTypeVersion: 0x4287,
  docTypeReadVersion: 0x4285,
  segment: 0x18538067,
  info: 0x1549a966,
  timestampScale: 0x2ad7b1,
  muxingApp: 0x4d80,
  writingApp: 0x5741,
  tracks: 0x1654ae6b,
  track: 0xae,
  number: 0xd7,
  uid: 0x73c5,
  type: 0x83,
  lacing: 0x9c,
  codec: 0x86,
  codecPrivate: 0x63a2,
  video: 0xe0,
  pixelWidth: 0xb0,
  pixelHeight: 0xba,
  audio: 0xe1,
  rate: 0xb5,
  channels: 0x9f,
  cluster: 0x1f43b675,
  timestamp: 0xe7,
  simpleBlock: 0xa3,
} as const;

const CODECS: Readonly<Record<string, string>> = { hevc: "V_MPEGH/ISO/HEVC", av1: "V_AV1", vp9: "V_VP9" };
const PICTURE = 1;
const SOUND = 2;
const KEY_FRAME = 0x80;
/** The unknown length. */
const OPEN_ENDED = Buffer.from("01ffffffffffffff", "hex");
const AAC_RATES = [
  96_000, 88_200, 64_000, 48_000, 44_100, 32_000, 24_000, 22_050, 16_000, 12_000, 11_025, 8_000,
] as const;

/**
 * Writes FLV tags with a FourCC as a Matroska stream: older FLV readers do not know these codecs, Matroska readers do.
 */
export class MatroskaWriter {
  /** The header with the tracks. */
  readonly head: Buffer;
  readonly #hasSound: boolean;

  /** @param video and @param audio are tags with the decoder configurations; @param size is in pixels. */
  constructor(videoConfig: Buffer, audioConfig: Buffer | null, { width, height }: { width: number; height: number }) {
    const config = readEnhanced(bodyOf(videoConfig));
    const codec = Object.entries(ENHANCED_VIDEO).find(([fourCc]) => fourCc === config?.fourCc)?.[1] ?? "hevc";
    this.#hasSound = audioConfig !== null;
    const isPrivate = codec !== "vp9" && config !== null;
    this.head = Buffer.concat([
      element(ID.ebml, text(ID.docType, "matroska"), number(ID.docTypeVersion, 4), number(ID.docTypeReadVersion, 2)),
      idOf(ID.segment),
      OPEN_ENDED,
      element(
        ID.info,
        number(ID.timestampScale, 1_000_000),
        text(ID.muxingApp, "Kinora"),
        text(ID.writingApp, "Kinora"),
      ),
      element(
        ID.tracks,
        track(PICTURE, 1, CODECS[codec] ?? "", isPrivate ? config.data : null, [
          element(ID.video, number(ID.pixelWidth, width), number(ID.pixelHeight, height)),
        ]),
        ...(audioConfig ? [soundTrack(bodyOf(audioConfig).subarray(2))] : []),
      ),
    ]);
  }

  /** The bytes of a tag; null for one without audio and video. */
  write(tag: Buffer): Buffer | null {
    const body = bodyOf(tag);
    const type = tag.readUInt8(0);
    if (type === FLV_VIDEO) {
      const read = readEnhanced(body);
      if (read?.kind !== "frame" || read.data.length === 0) return null;
      const isKey = (body.readUInt8(0) & 0x70) === 0x10;
      return block(PICTURE, timeOf(tag) + read.compositionMs, isKey, read.data);
    }
    if (type !== FLV_AUDIO || !this.#hasSound || body.length < 3 || body.readUInt8(1) !== 1) return null;
    return block(SOUND, timeOf(tag), true, body.subarray(2));
  }
}

const bodyOf = (tag: Buffer): Buffer => tag.subarray(TAG_HEAD_BYTES, tag.length - TAG_TAIL_BYTES);

/** A cluster with a single block, so that each frame is complete when it is written. */
function block(trackNumber: number, atMs: number, isKey: boolean, data: Buffer): Buffer {
  const head = Buffer.from([0x80 | trackNumber, 0, 0, isKey ? KEY_FRAME : 0]);
  return element(ID.cluster, number(ID.timestamp, Math.max(0, atMs)), element(ID.simpleBlock, head, data));
}

function track(trackNumber: number, type: number, codec: string, codecPrivate: Buffer | null, more: Buffer[]): Buffer {
  return element(
    ID.track,
    number(ID.number, trackNumber),
    number(ID.uid, trackNumber),
    number(ID.type, type),
    number(ID.lacing, 0),
    text(ID.codec, codec),
    ...(codecPrivate ? [element(ID.codecPrivate, codecPrivate)] : []),
    ...more,
  );
}

/** AAC, from its AudioSpecificConfig (ISO/IEC 14496-3 §1.6.2.1). */
function soundTrack(config: Buffer): Buffer {
  const bits = config.length >= 2 ? config.readUInt16BE(0) : 0x11_90;
  const rate = Buffer.alloc(8);
  rate.writeDoubleBE(AAC_RATES[(bits >> 7) & 0x0f] ?? 48_000, 0);
  const channels = (bits >> 3) & 0x0f || 2;
  return track(SOUND, 2, "A_AAC", config, [element(ID.audio, element(ID.rate, rate), number(ID.channels, channels))]);
}

function element(id: number, ...content: Buffer[]): Buffer {
  const length = content.reduce((sum, part) => sum + part.length, 0);
  const size = Buffer.alloc(8);
  size.writeBigUInt64BE(0x01_00_00_00_00_00_00_00n | BigInt(length), 0);
  return Buffer.concat([idOf(id), size, ...content]);
}

const text = (id: number, value: string): Buffer => element(id, Buffer.from(value, "latin1"));

function number(id: number, value: number): Buffer {
  const bytes = Buffer.alloc(6);
  bytes.writeUIntBE(value, 0, 6);
  return element(id, bytes);
}

/** Element ids encode their own length. */
function idOf(id: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32BE(id, 0);
  return bytes.subarray(bytes.findIndex((byte) => byte !== 0));
}
