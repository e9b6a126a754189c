/**
 * Counts distinct visitors in at most 4 kB: HyperLogLog (Flajolet et al. 2007) of 2¹² registers, with Ertl's estimator (2017,
 * arXiv:1702.01284, algorithm 6), which needs no tables. The standard error is 1.04/√4096, about 1.6 %.
 */
const INDEX_BITS = 12;
const WORD_BITS = 32;
const REGISTERS = 2 ** INDEX_BITS;
/** Bits of a hash that are not the index. */
const RANK_BITS = 64 - INDEX_BITS;
/** A register that is not 0 as two bytes of its index and its value: shorter than all registers while few are set. */
const ENTRY_BYTES = 3;

/** The sketch of visitors by their hashes, of which the first eight bytes count. */
export const sketchOf = (hashes: Iterable<Uint8Array>): Uint8Array =>
  withVisitors(new Uint8Array(), hashes) ?? new Uint8Array();

/** A sketch with visitors by their hashes; null when it has them: the fuller it is, the fewer change it. */
export function withVisitors(sketch: Uint8Array, hashes: Iterable<Uint8Array>): Uint8Array | null {
  const registers = Uint8Array.from(read(sketch));
  let isChanged = false;
  for (const { buffer, byteOffset, byteLength } of hashes) {
    const bits = new DataView(buffer, byteOffset, byteLength);
    const [high, low] = [bits.getUint32(0), bits.getUint32(4)];
    const index = high >>> (WORD_BITS - INDEX_BITS);
    const rank = leadingZeros(high << INDEX_BITS, low) + 1;
    if (rank <= (registers[index] ?? 0)) continue;
    registers[index] = rank;
    isChanged = true;
  }
  return isChanged ? write(registers) : null;
}

/** Of the bits of a hash that are not the index: the first ones, without their last ones, and the others. */
function leadingZeros(first: number, others: number): number {
  const zeros = Math.clz32(first);
  return zeros < WORD_BITS ? zeros : WORD_BITS - INDEX_BITS + Math.clz32(others);
}

/** The sketch of everyone who is in any of the sketches. */
export function mergeSketches(sketches: Iterable<Uint8Array>): Uint8Array {
  const merged = new Uint8Array(REGISTERS);
  for (const sketch of sketches)
    for (const [index, value] of read(sketch).entries()) if (value > (merged[index] ?? 0)) merged[index] = value;
  return write(merged);
}

/** About how many visitors are in a sketch. */
export function countVisitors(sketch: Uint8Array): number {
  const counts = Array.from({ length: RANK_BITS + 2 }, () => 0);
  for (const value of read(sketch)) counts[value] = (counts[value] ?? 0) + 1;
  let z = REGISTERS * tau(1 - (counts[RANK_BITS + 1] ?? 0) / REGISTERS);
  for (let rank = RANK_BITS; rank >= 1; rank -= 1) z = 0.5 * (z + (counts[rank] ?? 0));
  z += REGISTERS * sigma((counts[0] ?? 0) / REGISTERS);
  return Math.round(REGISTERS ** 2 / (2 * Math.LN2 * z));
}

function sigma(share: number): number {
  if (share === 1) return Infinity;
  let [x, y, z, before] = [share, 1, share, -1];
  while (z !== before) {
    x *= x;
    before = z;
    z += x * y;
    y += y;
  }
  return z;
}

function tau(share: number): number {
  if (share === 0 || share === 1) return 0;
  let [x, y, z, before] = [share, 1, 1 - share, -1];
  while (z !== before) {
    x = Math.sqrt(x);
    before = z;
    y *= 0.5;
    z -= (1 - x) ** 2 * y;
  }
  return z / 3;
}

function read(sketch: Uint8Array): Uint8Array {
  if (sketch.length === REGISTERS) return sketch;
  const registers = new Uint8Array(REGISTERS);
  for (let at = 0; at < sketch.length; at += ENTRY_BYTES)
    registers[((sketch[at] ?? 0) << 8) | (sketch[at + 1] ?? 0)] = sketch[at + 2] ?? 0;
  return registers;
}

function write(registers: Uint8Array): Uint8Array {
  const entries: number[] = [];
  for (let index = 0; index < REGISTERS; index += 1) {
    const value = registers[index] ?? 0;
    if (value === 0) continue;
    entries.push(index >> 8, index & 0xff, value);
    if (entries.length >= REGISTERS) return registers;
  }
  return Uint8Array.from(entries);
}
