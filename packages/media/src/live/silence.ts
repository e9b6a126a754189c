import { writeFragment } from "../packaging/fragment-writer.ts";

const sampleRate = 48_000;
/** Samples in one AAC packet (ISO/IEC 14496-3 §4.5.1.1). */
const packetSamples = 1024;

/** An AAC-LC packet of two silent channels. */
const silentPacket = Buffer.from([33, 0, 73, 144, 2, 25, 0, 35, 128]);

/** RFC 6381 codec of `silentInit`. */
export const silentCodec = "mp4a.40.2";

/** The init segment of silence: AAC-LC, 48 kHz, stereo, as ffmpeg writes it. */
export const silentInit: Buffer = Buffer.from(
  [
    "AAAAHGZ0eXBpc281AAACAGlzbzVpc282bXA0MQAAAphtb292AAAAbG12aGQAAAAAAAAAAAAAAAAAAAPoAAAAAAABAAABAAAAAAAAAAAAAAAAAQ",
    "AAAAAAAAAAAAAAAAAAAAEAAAAAAAAAAAAAAAAAAEAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAACAAABv3RyYWsAAABcdGtoZAAAAAMA",
    "AAAAAAAAAAAAAAEAAAAAAAAAAAAAAAAAAAAAAAAAAQEAAAAAAQAAAAAAAAAAAAAAAAAAAAEAAAAAAAAAAAAAAAAAAEAAAAAAAAAAAAAAAAAAAV",
    "ttZGlhAAAAIG1kaGQAAAAAAAAAAAAAAAAAALuAAAAAAFXEAAAAAAAtaGRscgAAAAAAAAAAc291bgAAAAAAAAAAAAAAAFNvdW5kSGFuZGxlcgAA",
    "AAEGbWluZgAAABBzbWhkAAAAAAAAAAAAAAAkZGluZgAAABxkcmVmAAAAAAAAAAEAAAAMdXJsIAAAAAEAAADKc3RibAAAAH5zdHNkAAAAAAAAAA",
    "EAAABubXA0YQAAAAAAAAABAAAAAAAAAAAAAgAQAAAAALuAAAAAAAA2ZXNkcwAAAAADgICAJQABAASAgIAXQBUAAAAAAPoAAAD6AAWAgIAFEZBW",
    "5QAGgICAAQIAAAAUYnRydAAAAAAAAPoAAAD6AAAAABBzdHRzAAAAAAAAAAAAAAAQc3RzYwAAAAAAAAAAAAAAFHN0c3oAAAAAAAAAAAAAAAAAAA",
    "AQc3RjbwAAAAAAAAAAAAAAKG12ZXgAAAAgdHJleAAAAAAAAAABAAAAAQAAAAAAAAAAAAAAAAAAAD11ZHRhAAAANW1ldGEAAAAAAAAAIWhkbHIA",
    "AAAAAAAAAG1kaXJhcHBsAAAAAAAAAAAAAAAACGlsc3Q=",
  ].join(""),
  "base64",
);

/** A segment of silence between two times of a video without audio: players stall when one of two tracks is empty. */
export function silentSegment(startSeconds: number, endSeconds: number): Buffer {
  const first = Math.round((startSeconds * sampleRate) / packetSamples);
  const count = Math.max(1, Math.round((endSeconds * sampleRate) / packetSamples) - first);
  const sample = { durationTicks: packetSamples, sizeBytes: silentPacket.length, flags: 0, compositionOffsetTicks: 0 };
  return writeFragment({
    sequence: 1,
    trackId: 1,
    decodeTimeTicks: first * packetSamples,
    samples: Array.from({ length: count }, () => sample),
    data: Array.from({ length: count }, () => silentPacket),
  });
}
