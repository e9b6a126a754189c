import { Bits } from "./bits.ts";

/** H.264 in FLV. */
const AVC = 7;
const LARGEST_SIDE = 8192;
const LEAST_FPS = 5;
const MOST_FPS = 120;
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
  /** Pictures a second, where it says so and that can be true; null else. */
  fps: number | null;
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

const CODED_FRAME = 1;
const IDR = 5;
const SLICE = 1;
const SEI = 6;
const RECOVERY_POINT = 6;
const KEY_FRAME = 0x10;
const OTHER_FRAME = 0x20;
const FRAME_TYPE = 0x70;
const HEAD_BYTES = 5;
/** Of NAL units; encoders write no other. */
const LENGTH_BYTES = 4;

/**
 * The body of a video tag with the frame type that its H.264 says: some encoders call every frame a key frame, or none. Other bodies,
 * and frames that cannot be read, stay as they are.
 */
export function withTrueFrameType(body: Buffer): Buffer {
  if (body.length <= HEAD_BYTES || (body.readUInt8(0) & 0x8f) !== AVC || body.readUInt8(1) !== CODED_FRAME) return body;
  const type = body.readUInt8(0) & FRAME_TYPE;
  if (type !== KEY_FRAME && type !== OTHER_FRAME) return body;
  const start = startOfDecoding(body.subarray(HEAD_BYTES));
  const isKey = start === "idr" || (start === "recovery" && type === KEY_FRAME);
  const trueType = isKey ? KEY_FRAME : OTHER_FRAME;
  if (start === null || trueType === type) return body;
  const mended = Buffer.from(body);
  mended.writeUInt8((body.readUInt8(0) & ~FRAME_TYPE) | trueType, 0);
  return mended;
}

/** Whether decoding can start at a frame: at an IDR picture, at a recovery point or another picture of its own, or not; null when unreadable. */
function startOfDecoding(frame: Buffer): "idr" | "recovery" | "no" | null {
  let start: "recovery" | "no" | null = null;
  for (let at = 0; at + LENGTH_BYTES < frame.length;) {
    const end = at + LENGTH_BYTES + frame.readUInt32BE(at);
    if (end > frame.length) return start;
    const unit = frame.subarray(at + LENGTH_BYTES, end);
    const type = unit.length > 1 ? unit.readUInt8(0) & 0x1f : 0;
    if (type === IDR) return "idr";
    if (type === SEI && unit.readUInt8(1) === RECOVERY_POINT) start = "recovery";
    if (type === SLICE) return start ?? (isIntraSlice(unit) ? "recovery" : "no");
    at = end;
  }
  return start;
}

/** Whether a slice refers to no other picture (ITU-T H.264 §7.4.3). */
function isIntraSlice(unit: Buffer): boolean {
  try {
    const bits = new Bits(unit.subarray(0, 16));
    bits.bits(8);
    bits.number();
    return [2, 4].includes(bits.number() % 5);
  } catch (error) {
    if (error instanceof RangeError) return false;
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
  if (!isUsable) return null;
  const isUsual = PLAIN_PROFILES.has(profile) && chroma === 1 && moreBits === 0 && wholeFrames === 1;
  if (bits.bit() === 0) return { width, height, isPlain: isUsual, fps: null };
  const use = readUse(bits);
  return { width, height, isPlain: isUsual && use.isPlain, fps: use.fps };
}

/** Reads the start of the usability information: the shape of pixels and the transfer curve (ITU-T H.264 §E.1.1). */
function isPlainUse(bits: Bits): boolean {
  let isPlain = true;
  if (bits.bit() === 1) {
    const shape = bits.bits(8);
    isPlain = shape === OWN_SHAPE ? bits.bits(16) === bits.bits(16) : shape <= 1;
  }
  if (bits.bit() === 1) bits.bit();
  if (bits.bit() === 0) return isPlain;
  bits.bits(4);
  if (bits.bit() === 0) return isPlain;
  bits.bits(8);
  const isHdr = HDR_CURVES.has(bits.bits(8));
  bits.bits(8);
  return isPlain && !isHdr;
}

/** Reads what follows: where colours lie, and how many fields a second has. Some encoders write the unit of their clock instead. */
function readRate(bits: Bits): number | null {
  if (bits.bit() === 1) {
    bits.number();
    bits.number();
  }
  if (bits.bit() === 0) return null;
  const unit = bits.bits(32);
  const fps = Math.round(bits.bits(32) / (2 * unit));
  return fps >= LEAST_FPS && fps <= MOST_FPS ? fps : null;
}

/** Reads the usability information; where it is cut off, the size is known nevertheless. */
function readUse(bits: Bits): Pick<AvcPicture, "isPlain" | "fps"> {
  try {
    return { isPlain: isPlainUse(bits), fps: readRate(bits) };
  } catch (error) {
    if (error instanceof RangeError) return { isPlain: false, fps: null };
    throw error;
  }
}

function skipScaling(bits: Bits, lists: number): void {
  for (let list = 0; list < lists; list += 1) {
    if (bits.bit() === 0) continue;
    let next = 8;
    for (let left = list < 6 ? 16 : 64; left > 0 && next !== 0; left -= 1) next = (next + bits.signed() + 256) % 256;
  }
}
