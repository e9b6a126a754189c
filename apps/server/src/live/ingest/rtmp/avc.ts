/** Reads the bits of an H.264 parameter set without emulation prevention bytes (ITU-T H.264 §7.3.1, §9.1). */
class Bits {
  readonly #bytes: Buffer;
  #at = 0;

  constructor(unit: Buffer) {
    const plain = unit.filter((byte, at) => !(byte === 3 && unit[at - 1] === 0 && unit[at - 2] === 0));
    this.#bytes = Buffer.from(plain);
  }

  bit(): number {
    const byte = this.#bytes.readUInt8(this.#at >> 3);
    return (byte >> (7 - (this.#at++ & 7))) & 1;
  }

  bits(count: number): number {
    let value = 0;
    for (let left = count; left > 0; left -= 1) value = value * 2 + this.bit();
    return value;
  }

  /** ue(v) */
  number(): number {
    let zeros = 0;
    while (this.bit() === 0) if (++zeros > 31) throw new RangeError("This is no parameter set.");
    return 2 ** zeros - 1 + this.bits(zeros);
  }

  /** se(v) */
  signed(): number {
    const value = this.number();
    return value % 2 === 0 ? -value / 2 : (value + 1) / 2;
  }
}

const WITH_CHROMA = new Set([100, 110, 122, 244, 44, 83, 86, 118, 128, 138, 139, 134, 135]);

/**
 * Width and height in an AVC decoder configuration record (ISO/IEC 14496-15 §5.3.3.1), in pixels; null when it cannot be read.
 */
export function avcSize(record: Buffer): { width: number; height: number } | null {
  try {
    const length = record.readUInt16BE(6);
    return readSize(record.subarray(8, 8 + length));
  } catch (error) {
    if (error instanceof RangeError) return null;
    throw error;
  }
}

function readSize(unit: Buffer): { width: number; height: number } | null {
  const bits = new Bits(unit);
  bits.bits(8);
  const profile = bits.bits(8);
  bits.bits(16);
  bits.number();
  let chroma = 1;
  if (WITH_CHROMA.has(profile)) {
    chroma = bits.number();
    if (chroma === 3) bits.bit();
    bits.number();
    bits.number();
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
  return width > 0 && height > 0 && width <= 8192 && height <= 8192 ? { width, height } : null;
}

function skipScaling(bits: Bits, lists: number): void {
  for (let list = 0; list < lists; list += 1) {
    if (bits.bit() === 0) continue;
    let next = 8;
    for (let left = list < 6 ? 16 : 64; left > 0 && next !== 0; left -= 1) next = (next + bits.signed() + 256) % 256;
  }
}
