import { H264Packetizer, OpusPacketizer, parseAvcDecoderConfigurationRecord, type RtpPacket } from "werift";
import type { ViewerPicture } from "./viewer-media.ts";

/** Clock rates of RTP (RFC 6184 §8.2.1, RFC 7587 §4.1). */
export const PICTURE_RATE = 90_000;
export const SOUND_RATE = 48_000;
const WRAP = 2 ** 32;
/** A header and a byte of content. */
const LEAST_UNIT_BYTES = 2;

/** An RTP timestamp of a time in milliseconds. */
export const rtpTime = (ms: number, rate: number): number => Math.round((ms * rate) / 1_000) % WRAP;

/** Makes RTP packets of a livestream's media, once for all its viewers. */
export class ViewerRtp {
  readonly #sound = new OpusPacketizer();
  #picture: { config: Buffer; packetizer: H264Packetizer; lengthBytes: number } | null = null;
  /** Of the packets of the picture, which several packetizers make. */
  #sequence = 0;

  /** The packets of a picture; those of a key frame begin with the parameter sets. */
  picture({ data, isKey, atMs, config }: ViewerPicture): RtpPacket[] {
    if (!this.#picture?.config.equals(config)) this.#picture = { config, ...packetizerOf(config) };
    const { packetizer, lengthBytes } = this.#picture;
    const units = wholeUnits(data, lengthBytes);
    const packets = packetizer.packetize(units, rtpTime(atMs, PICTURE_RATE), { isKeyframe: isKey });
    for (const { header } of packets) header.sequenceNumber = this.#sequence++ & 0xff_ff;
    return packets;
  }

  sound(data: Buffer, atMs: number): RtpPacket[] {
    return this.#sound.packetize(Buffer.from(data), rtpTime(atMs, SOUND_RATE));
  }
}

function packetizerOf(config: Buffer): { packetizer: H264Packetizer; lengthBytes: number } {
  const { naluLengthSize, parameterSets } = parseAvcDecoderConfigurationRecord(config);
  const packetizer = new H264Packetizer({ naluLengthSize, parameterSets, inputFormat: "length-prefixed" });
  return { packetizer, lengthBytes: naluLengthSize };
}

/**
 * A copy of a picture's NAL units without what no packet can carry: empty ones, and one that is cut off. Decoders of segments skip those,
 * and encoders send them.
 */
function wholeUnits(data: Buffer, lengthBytes: number): Buffer {
  const units: Buffer[] = [];
  for (let at = 0; at + lengthBytes <= data.length;) {
    const start = at + lengthBytes;
    const end = start + data.readUIntBE(at, lengthBytes);
    if (end > data.length) break;
    if (end - start >= LEAST_UNIT_BYTES) units.push(data.subarray(at, end));
    at = end;
  }
  return Buffer.concat(units);
}
