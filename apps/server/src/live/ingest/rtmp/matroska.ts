import { audio, block, matroskaHead, track, video } from "../matroska.ts";
import { ENHANCED_VIDEO, readEnhanced } from "./enhanced.ts";
import { TAG_HEAD_BYTES, TAG_TAIL_BYTES, timeOf } from "./flv-tags.ts";
import { FLV_AUDIO, FLV_VIDEO } from "./flv.ts";

const CODECS: Readonly<Record<string, string>> = { hevc: "V_MPEGH/ISO/HEVC", av1: "V_AV1", vp9: "V_VP9" };
const PICTURE = 1;
const SOUND = 2;
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
    this.head = matroskaHead(
      track(PICTURE, 1, CODECS[codec] ?? "", isPrivate ? config.data : null, [video(width, height)]),
      ...(audioConfig ? [soundTrack(bodyOf(audioConfig).subarray(2))] : []),
    );
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

/** AAC, from its AudioSpecificConfig (ISO/IEC 14496-3 §1.6.2.1). */
function soundTrack(config: Buffer): Buffer {
  const bits = config.length >= 2 ? config.readUInt16BE(0) : 0x11_90;
  const rate = AAC_RATES[(bits >> 7) & 0x0f] ?? 48_000;
  return track(SOUND, 2, "A_AAC", config, [audio(rate, (bits >> 3) & 0x0f || 2)]);
}
