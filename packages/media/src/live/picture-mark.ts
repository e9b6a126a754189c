/** Bytes of a picture's first slice that tell it from the pictures around it. */
const markBytes = 64;

const lengthBytes = 4;

/** Whether a NAL unit with this first byte is a slice (ITU-T H.264 table 7-1, H.265 table 7-1). */
const isSlice = (first: number, codec: "h264" | "hevc"): boolean =>
  codec === "h264" ? [1, 5].includes(first & 0x1f) : ((first >> 1) & 0x3f) < 32;

/** The first bytes of the first slice of a picture whose NAL units have lengths; null for one that is shorter. */
export function markOfFrame(data: Buffer, codec: "h264" | "hevc"): string | null {
  for (let at = 0; at + lengthBytes < data.length; at += lengthBytes + data.readUInt32BE(at)) {
    const unit = data.subarray(at + lengthBytes, at + lengthBytes + data.readUInt32BE(at));
    const [first] = unit;
    if (first !== undefined && isSlice(first, codec)) return mark(unit);
  }
  return null;
}

/** The same of a byte stream (annex B), of which more may follow; null until it has them. */
export function markOfByteStream(data: Buffer, codec: "h264" | "hevc"): string | null {
  for (let at = data.indexOf("\0\0\u0001", 0, "latin1"); at >= 0; at = data.indexOf("\0\0\u0001", at + 3, "latin1")) {
    const first = data[at + 3];
    if (first !== undefined && isSlice(first, codec)) return mark(data.subarray(at + 3));
  }
  return null;
}

const mark = (slice: Buffer): string | null =>
  slice.length < markBytes ? null : slice.toString("latin1", 0, markBytes);
