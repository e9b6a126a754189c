import { requireBox } from "../packaging/boxes.ts";
import { videoEntryBox } from "../packaging/init-segment.ts";

/** NAL unit types (ITU-T H.264 table 7-1): a slice of a picture nothing before is needed for or after it referred to. */
const idrSlice = 5;
/** Slices of other pictures have the types from 1 on. */
const firstSlice = 1;

/** How many bytes say the length of each NAL unit of a track (`avcC`, ISO/IEC 14496-15 §5.3.3.1). */
export function nalLengthBytes(init: Buffer): number {
  const avcC = videoEntryBox(init, requireBox(init, ["moov", "trak", "mdia", "minf", "stbl", "stsd"]), "avcC");
  return (init.readUInt8(avcC.payload + 4) & 3) + 1;
}

/**
 * Whether a sample is an IDR picture. Containers also call pictures key frames after which a decoder merely recovers; players
 * look into the picture and do not begin at those.
 */
export function isIdrPicture(sample: Buffer, lengthBytes: number): boolean {
  for (let at = 0; at + lengthBytes < sample.length;) {
    const type = sample.readUInt8(at + lengthBytes) & 0x1f;
    if (type >= firstSlice && type <= idrSlice) return type === idrSlice;
    at += lengthBytes + sample.readUIntBE(at, lengthBytes);
  }
  return false;
}
