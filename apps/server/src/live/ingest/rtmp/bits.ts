/** Reads the bits of an H.264 or HEVC parameter set without emulation prevention bytes (ITU-T H.264 §7.3.1, §9.1). @throws RangeError past its end */
export class Bits {
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
