import { Bits } from "./bits.ts";

const SEQUENCE_PARAMETERS = 33;
const LARGEST_SIDE = 8192;

/**
 * Width and height in an HEVC decoder configuration record (ISO/IEC 14496-15 §8.3.3.1), in pixels as stored; null when it cannot be read.
 */
export function hevcSize(record: Buffer): { width: number; height: number } | null {
  try {
    const unit = sequenceParameters(record);
    return unit && readSize(unit);
  } catch (error) {
    if (error instanceof RangeError) return null;
    throw error;
  }
}

function sequenceParameters(record: Buffer): Buffer | null {
  let at = 23;
  for (let arrays = record.readUInt8(22); arrays > 0; arrays -= 1) {
    const type = record.readUInt8(at) & 0x3f;
    const count = record.readUInt16BE(at + 1);
    at += 3;
    for (let left = count; left > 0; left -= 1) {
      const length = record.readUInt16BE(at);
      if (type === SEQUENCE_PARAMETERS) return record.subarray(at + 2, at + 2 + length);
      at += 2 + length;
    }
  }
  return null;
}

/** Reads a sequence parameter set up to its conformance window (ITU-T H.265 §7.3.2.2.1, §7.3.3). */
function readSize(unit: Buffer): { width: number; height: number } | null {
  const bits = new Bits(unit);
  // The unit's header and the id of the video parameter set.
  bits.bits(20);
  const subLayers = bits.bits(3);
  bits.bit();
  skipProfile(bits, subLayers);
  bits.number();
  const chroma = bits.number();
  if (chroma === 3) bits.bit();
  const codedWidth = bits.number();
  const codedHeight = bits.number();
  const [left, right, top, bottom] =
    bits.bit() === 1 ? [bits.number(), bits.number(), bits.number(), bits.number()] : [0, 0, 0, 0];
  const width = codedWidth - (left + right) * (chroma === 1 || chroma === 2 ? 2 : 1);
  const height = codedHeight - (top + bottom) * (chroma === 1 ? 2 : 1);
  return width > 0 && height > 0 && width <= LARGEST_SIDE && height <= LARGEST_SIDE ? { width, height } : null;
}

function skipProfile(bits: Bits, subLayers: number): void {
  bits.bits(88);
  bits.bits(8);
  const present = Array.from({ length: subLayers }, () => ({ profile: bits.bit(), level: bits.bit() }));
  if (subLayers > 0) bits.bits(2 * (8 - subLayers));
  for (const { profile, level } of present) {
    if (profile === 1) bits.bits(88);
    if (level === 1) bits.bits(8);
  }
}
