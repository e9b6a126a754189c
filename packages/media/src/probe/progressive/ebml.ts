/** An element of EBML (RFC 8794 §6): header, then payload up to `end`. */
export interface Element {
  id: number;
  start: number;
  payload: number;
  /** Infinity where its size is unknown. */
  end: number;
}

/** The most bytes of a header: an id of four and a size of eight. */
export const HEADER_BYTES = 12;
export const LEAST_HEADER_BYTES = 2;
const LONGEST_ID = 4;
const LONGEST_SIZE = 8;
const VOID = 0xec;

/** Reads the header of an element. @param at where in the file `bytes` begins. @throws RangeError when it is none. */
export function readElement(bytes: Buffer, at: number): Element {
  const idBytes = lengthOf(bytes.readUInt8(0), LONGEST_ID);
  const sizeBytes = lengthOf(bytes.readUInt8(idBytes), LONGEST_SIZE);
  // Without its first bit, which only says how long it is.
  const first = bytes.readUInt8(idBytes) - 2 ** (8 - sizeBytes);
  const rest = bytes.subarray(idBytes + 1, idBytes + sizeBytes);
  if (rest.length < sizeBytes - 1) throw new RangeError("An element is cut off.");
  const size = rest.reduce((sum, byte) => sum * 256 + byte, first);
  const payload = at + idBytes + sizeBytes;
  // All bits set: unknown (§6.2).
  const isUnknown = first === 2 ** (8 - sizeBytes) - 1 && rest.every((byte) => byte === 0xff);
  const end = isUnknown ? Infinity : payload + size;
  return { id: bytes.readUIntBE(0, idBytes), start: at, payload, end };
}

/** Every element within bytes, in order. @throws RangeError when one leads outside. */
export function* elementsIn(bytes: Buffer): Generator<Element> {
  for (let at = 0; at < bytes.length;) {
    const element = readElement(bytes.subarray(at), at);
    if (element.end > bytes.length) throw new RangeError("An element is longer than what holds it.");
    yield element;
    at = element.end;
  }
}

/** The header of a Void element (§11.3.2) as long as another element of a four-byte id, whose contents readers skip. */
export function asVoid({ start, payload, end }: Element): Buffer {
  const sizeBytes = Math.min(LONGEST_SIZE, payload - start - 1);
  const size = end - start - 1 - sizeBytes;
  const header = Buffer.alloc(1 + sizeBytes);
  header.writeUInt8(VOID);
  for (let at = sizeBytes, rest = size; at > 0; at -= 1, rest = Math.floor(rest / 256))
    header.writeUInt8((rest % 256) | (at === 1 ? 2 ** (8 - sizeBytes) : 0), at);
  return header;
}

/** Bytes of a number by the zeros before its first bit (§4). */
function lengthOf(first: number, longest: number): number {
  const length = Math.clz32(first) - 23;
  if (length > longest) throw new RangeError("An element has an impossible header.");
  return length;
}
