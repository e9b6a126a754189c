import { FLV_AUDIO, FLV_VIDEO } from "./flv.ts";

/** Video codecs that FLV identifies by FourCC (Enhanced RTMP v1 and v2, "Defining Additional Video Codecs"). */
export const ENHANCED_VIDEO = { hvc1: "hevc", av01: "av1", vp09: "vp9" } as const;
export type EnhancedVideo = (typeof ENHANCED_VIDEO)[keyof typeof ENHANCED_VIDEO];

/** The content of a video message with a FourCC. */
export interface EnhancedMessage {
  fourCc: string;
  /** `config` is a decoder configuration, `frame` a picture; `other` is skipped. */
  kind: "config" | "frame" | "other";
  /** Composition time in milliseconds. */
  compositionMs: number;
  data: Buffer;
}

const EX_VIDEO = 0x80;
const EX_AUDIO = 9;
const PACKET = { start: 0, coded: 1, end: 2, codedX: 3 } as const;
const HEAD_BYTES = 5;
const WITH_COMPOSITION = new Set(["avc1", "hvc1"]);

/** Reads the body of a video tag; null for one with a legacy codec id, or a truncated one. */
export function readEnhanced(body: Buffer): EnhancedMessage | null {
  if (body.length < HEAD_BYTES || (body.readUInt8(0) & EX_VIDEO) === 0) return null;
  const packet = body.readUInt8(0) & 0x0f;
  const fourCc = body.toString("latin1", 1, HEAD_BYTES);
  const hasComposition = packet === PACKET.coded && WITH_COMPOSITION.has(fourCc);
  if (hasComposition && body.length < HEAD_BYTES + 3) return null;
  return {
    fourCc,
    kind: packet === PACKET.start ? "config" : packet === PACKET.coded || packet === PACKET.codedX ? "frame" : "other",
    compositionMs: hasComposition ? body.readIntBE(HEAD_BYTES, 3) : 0,
    data: body.subarray(hasComposition ? HEAD_BYTES + 3 : HEAD_BYTES),
  };
}

/** Sound codecs that FLV identifies by FourCC, as people call them (Enhanced RTMP v2, "ExAudioTagHeader"). */
const OTHER_SOUND: Readonly<Record<string, string>> = {
  Opus: "Opus",
  "ac-3": "AC-3",
  "ec-3": "E-AC-3",
  fLaC: "FLAC",
  ".mp3": "MP3",
};

/** The name of the codec of sound that is not AAC in an audio tag with a FourCC; null for all other tags. */
export function otherSound(type: number, body: Buffer): string | null {
  if (type !== FLV_AUDIO || body.length < HEAD_BYTES || body.readUInt8(0) >> 4 !== EX_AUDIO) return null;
  return OTHER_SOUND[body.toString("latin1", 1, HEAD_BYTES)] ?? null;
}

/** The number that encoders and cameras gave HEVC before it had a FourCC. FLV has none for it, and ffmpeg reads none. */
const NUMBERED_HEVC = 12;
const LEGACY_HEAD_BYTES = 5;

/** A video tag of HEVC by its number, with its FourCC instead; null for a truncated one. */
function withHevcFourCc(body: Buffer): Buffer | null {
  const packet = body.length < LEGACY_HEAD_BYTES ? null : body.readUInt8(1);
  if (packet !== PACKET.start && packet !== PACKET.coded && packet !== PACKET.end) return null;
  const head = Buffer.from([EX_VIDEO | (body.readUInt8(0) & 0x70) | packet]);
  return Buffer.concat([head, Buffer.from("hvc1"), body.subarray(packet === PACKET.coded ? 2 : LEGACY_HEAD_BYTES)]);
}

/**
 * A tag's body with legacy codec ids for H.264 and AAC in place of their FourCCs, as all FLV readers know them, and with a FourCC for HEVC;
 * null for sound of another codec and for multitrack messages, which are not supported.
 */
export function withLegacyCodecIds(type: number, body: Buffer): Buffer | null {
  if (type === FLV_VIDEO && (body.readUInt8(0) & (EX_VIDEO | 0x0f)) === NUMBERED_HEVC) return withHevcFourCc(body);
  if (type === FLV_VIDEO && (body.readUInt8(0) & EX_VIDEO) !== 0) {
    const read = readEnhanced(body);
    if (!read) return null;
    if (read.fourCc !== "avc1") return read.fourCc in ENHANCED_VIDEO ? body : null;
    if (read.kind === "other") return null;
    const head = Buffer.alloc(HEAD_BYTES);
    head.writeUInt8((body.readUInt8(0) & 0x70) | 7, 0);
    head.writeUInt8(read.kind === "config" ? 0 : 1, 1);
    head.writeIntBE(read.compositionMs, 2, 3);
    return Buffer.concat([head, read.data]);
  }
  if (type === FLV_AUDIO && body.readUInt8(0) >> 4 === EX_AUDIO) {
    const packet = body.readUInt8(0) & 0x0f;
    const isAac = body.length > HEAD_BYTES && body.toString("latin1", 1, HEAD_BYTES) === "mp4a";
    if (!isAac || (packet !== PACKET.start && packet !== PACKET.coded)) return null;
    return Buffer.concat([Buffer.from([0xaf, packet]), body.subarray(HEAD_BYTES)]);
  }
  return body;
}
