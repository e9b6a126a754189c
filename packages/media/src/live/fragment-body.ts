import { giveBytesBack, takeBytes } from "./recycled-bytes.ts";

/** Space for the `moof` of about two hundred samples before their bytes. */
const headRoomBytes = 4 * 1024;

/** Collects a fragment's bytes with space for its `moof` in front, so that nothing is moved when it is complete. */
export class FragmentBody {
  #bytes: Buffer;
  #end = headRoomBytes;

  /** @param usualBytes expected size. */
  constructor(usualBytes: number) {
    this.#bytes = takeBytes(headRoomBytes + usualBytes);
  }

  /** Bytes in it. */
  get sizeBytes(): number {
    return this.#end - headRoomBytes;
  }

  /** Adds a copy. */
  append(data: Buffer): void {
    const end = this.#end + data.length;
    if (end > this.#bytes.length) {
      const old = this.#bytes;
      this.#bytes = takeBytes(Math.max(end, old.length * 2 - headRoomBytes));
      old.copy(this.#bytes, headRoomBytes, headRoomBytes, this.#end);
      giveBytesBack(old);
    }
    data.copy(this.#bytes, this.#end);
    this.#end = end;
  }

  /** Moves the last bytes into another body. */
  moveLast(sizeBytes: number, to: FragmentBody): void {
    const from = this.#end - sizeBytes;
    to.append(this.#bytes.subarray(from, this.#end));
    this.#end = from;
  }

  /** All bytes, with the space for the `moof` in front. */
  after(headBytes: number): Buffer {
    if (headBytes <= headRoomBytes) return this.#bytes.subarray(headRoomBytes - headBytes, this.#end);
    const whole = takeBytes(headBytes + this.sizeBytes).subarray(0, headBytes + this.sizeBytes);
    this.#bytes.copy(whole, headBytes, headRoomBytes, this.#end);
    giveBytesBack(this.#bytes);
    return whole;
  }
}
