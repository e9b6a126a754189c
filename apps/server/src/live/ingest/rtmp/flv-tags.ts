/** Bytes of a tag before and after its body (FLV specification 10.1, E.4.1). */
export const TAG_HEAD_BYTES = 11;
export const TAG_TAIL_BYTES = 4;

/** Splits bytes that begin with a tag into tags. */
export function* tagsOf(bytes: Buffer): Generator<Buffer> {
  for (let at = 0; at + TAG_HEAD_BYTES < bytes.length;) {
    const length = TAG_HEAD_BYTES + bytes.readUIntBE(at + 1, 3) + TAG_TAIL_BYTES;
    yield bytes.subarray(at, at + length);
    at += length;
  }
}

/** A tag's timestamp in milliseconds. */
export const timeOf = (tag: Buffer): number => tag.readUIntBE(4, 3) + (tag.readUInt8(7) << 24);

/** A copy of the tag with another timestamp, in milliseconds. */
export function withTime(tag: Buffer, timestamp: number): Buffer {
  const copy = Buffer.from(tag);
  copy.writeUIntBE(timestamp & 0xff_ff_ff, 4, 3);
  copy.writeUInt8((timestamp >>> 24) & 0x7f, 7);
  return copy;
}
