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
export const silentSegment = (startSeconds: number, endSeconds: number): Buffer =>
  soundSegment(startSeconds, endSeconds, () => null);

/**
 * A segment of AAC-LC, 48 kHz, stereo, between two times, which `silentInit` describes.
 * @param packetAt the packet of a time, in their order; null for silence
 */
export function soundSegment(
  startSeconds: number,
  endSeconds: number,
  packetAt: (seconds: number) => Buffer | null,
): Buffer {
  const first = Math.round((startSeconds * sampleRate) / packetSamples);
  const count = Math.max(1, Math.round((endSeconds * sampleRate) / packetSamples) - first);
  const data = Array.from(
    { length: count },
    (_, at) => packetAt(((first + at) * packetSamples) / sampleRate) ?? silentPacket,
  );
  return writeFragment({
    sequence: 1,
    trackId: 1,
    decodeTimeTicks: first * packetSamples,
    samples: data.map(({ length: sizeBytes }) => ({
      ...{ durationTicks: packetSamples, sizeBytes, flags: 0, compositionOffsetTicks: 0 },
    })),
    data,
  });
}
