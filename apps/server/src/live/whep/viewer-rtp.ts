import { H264Packetizer, OpusPacketizer, parseAvcDecoderConfigurationRecord, type RtpPacket } from "werift";
import type { ViewerPicture } from "./viewer-media.ts";

/** Clock rates of RTP (RFC 6184 §8.2.1, RFC 7587 §4.1). */
export const PICTURE_RATE = 90_000;
export const SOUND_RATE = 48_000;
const WRAP = 2 ** 32;

/** An RTP timestamp of a time in milliseconds. */
export const rtpTime = (ms: number, rate: number): number => Math.round((ms * rate) / 1_000) % WRAP;

/** Makes RTP packets of a livestream's media, once for all its viewers. */
export class ViewerRtp {
  readonly #sound = new OpusPacketizer();
  #picture: { config: Buffer; packetizer: H264Packetizer } | null = null;
  /** Of the packets of the picture, which several packetizers make. */
  #sequence = 0;

  /** The packets of a picture; those of a key frame begin with the parameter sets. */
  picture({ data, isKey, atMs, config }: ViewerPicture): RtpPacket[] {
    if (!this.#picture?.config.equals(config)) this.#picture = { config, packetizer: packetizerOf(config) };
    // The packets keep no part of a buffer that is valid during this call.
    const copy = Buffer.from(data);
    const options = { isKeyframe: isKey };
    const packets = this.#picture.packetizer.packetize(copy, rtpTime(atMs, PICTURE_RATE), options);
    for (const { header } of packets) header.sequenceNumber = this.#sequence++ & 0xff_ff;
    return packets;
  }

  sound(data: Buffer, atMs: number): RtpPacket[] {
    return this.#sound.packetize(Buffer.from(data), rtpTime(atMs, SOUND_RATE));
  }
}

function packetizerOf(config: Buffer): H264Packetizer {
  const { naluLengthSize, parameterSets } = parseAvcDecoderConfigurationRecord(config);
  return new H264Packetizer({ naluLengthSize, parameterSets, inputFormat: "length-prefixed" });
}
