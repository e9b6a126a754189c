import { Bits } from "./bits.ts";

const LARGEST_SIDE = 8192;
/** Baseline, Main and High. */
const PLAIN_PROFILES = new Set([66, 77, 100]);
/** A pixel shape that is written out. */
const OWN_SHAPE = 255;
/** PQ and HLG (ITU-T H.273, table 3). */
const HDR_CURVES = new Set([16, 18]);
const WITH_CHROMA = new Set([100, 110, 122, 244, 44, 83, 86, 118, 128, 138, 139, 134, 135]);

/** A picture as its H.264 sequence parameter set describes it. */
export interface AvcPicture {
  /** In pixels as stored. */
  width: number;
  height: number;
  /** It can be nothing else than 8-bit 4:2:0, progressive, of square pixels and in SDR. */
  isPlain: boolean;
}

/** The picture of an AVC decoder configuration record (ISO/IEC 14496-15 §5.3.3.1); null when it cannot be read. */
export function avcPicture(record: Buffer): AvcPicture | null {
  try {
    const length = record.readUInt16BE(6);
    return readPicture(record.subarray(8, 8 + length));
  } catch (error) {
    if (error instanceof RangeError) return null;
    throw error;
  }
}

function readPicture(unit: Buffer): AvcPicture | null {
  const bits = new Bits(unit);
  bits.bits(8);
  const profile = bits.bits(8);
  bits.bits(16);
  bits.number();
  let chroma = 1;
  let moreBits = 0;
  if (WITH_CHROMA.has(profile)) {
    chroma = bits.number();
    if (chroma === 3) bits.bit();
    moreBits = bits.number() + bits.number();
    bits.bit();
    if (bits.bit() === 1) skipScaling(bits, chroma === 3 ? 12 : 8);
  }
  bits.number();
  const order = bits.number();
  if (order === 0) bits.number();
  else if (order === 1) {
    bits.bit();
    bits.signed();
    bits.signed();
    for (let left = bits.number(); left > 0; left -= 1) bits.signed();
  }
  bits.number();
  bits.bit();
  const columns = bits.number() + 1;
  const rows = bits.number() + 1;
  const wholeFrames = bits.bit();
  if (wholeFrames === 0) bits.bit();
  bits.bit();
  const [left, right, top, bottom] =
    bits.bit() === 1 ? [bits.number(), bits.number(), bits.number(), bits.number()] : [0, 0, 0, 0];
  const unitWidth = chroma === 1 || chroma === 2 ? 2 : 1;
  const unitHeight = (chroma === 1 ? 2 : 1) * (2 - wholeFrames);
  const width = columns * 16 - (left + right) * unitWidth;
  const height = rows * 16 * (2 - wholeFrames) - (top + bottom) * unitHeight;
  const isUsable = width > 0 && height > 0 && width <= LARGEST_SIDE && height <= LARGEST_SIDE;
  const isUsual = PLAIN_PROFILES.has(profile) && chroma === 1 && moreBits === 0 && wholeFrames === 1;
  return isUsable ? { width, height, isPlain: isUsual && (bits.bit() === 0 || isPlainUse(bits)) } : null;
}

/** Reads the start of the usability information: the shape of pixels and the transfer curve (ITU-T H.264 §E.1.1). */
function isPlainUse(bits: Bits): boolean {
  if (bits.bit() === 1) {
    const shape = bits.bits(8);
    const isSquare = shape === OWN_SHAPE ? bits.bits(16) === bits.bits(16) : shape <= 1;
    if (!isSquare) return false;
  }
  if (bits.bit() === 1) bits.bit();
  if (bits.bit() === 0) return true;
  bits.bits(4);
  if (bits.bit() === 0) return true;
  bits.bits(8);
  return !HDR_CURVES.has(bits.bits(8));
}

function skipScaling(bits: Bits, lists: number): void {
  for (let list = 0; list < lists; list += 1) {
    if (bits.bit() === 0) continue;
    let next = 8;
    for (let left = list < 6 ? 16 : 64; left > 0 && next !== 0; left -= 1) next = (next + bits.signed() + 256) % 256;
  }
}
