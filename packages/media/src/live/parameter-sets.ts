const unitType = { sequenceParameters: 7 } as const;

/** The fields of an AVCDecoderConfigurationRecord (ISO/IEC 14496-15 §5.3.3.1). */
export interface AvcConfig {
  /** RFC 6381. */
  codec: string;
  /** Bytes of each unit's length. */
  lengthBytes: number;
  /** The parameter sets as units of a frame; empty where there are none. */
  parameterSets: Buffer;
}

/** Reads a record; null for one that is truncated or of another version. */
export function readAvcConfig(record: Buffer): AvcConfig | null {
  if (record.length < 7 || record.readUInt8(0) !== 1) return null;
  const lengthBytes = (record.readUInt8(4) & 3) + 1;
  if (lengthBytes === 3) return null;
  const units: Buffer[] = [];
  let at = 5;
  for (const mask of [0x1f, 0xff]) {
    if (at >= record.length) return null;
    const count = record.readUInt8(at) & mask;
    at += 1;
    for (let left = count; left > 0; left -= 1) {
      if (at + 2 > record.length) return null;
      const sizeBytes = record.readUInt16BE(at);
      at += 2;
      const unit = record.subarray(at, at + sizeBytes);
      if (unit.length < sizeBytes || sizeBytes >= 2 ** (8 * lengthBytes)) return null;
      const length = Buffer.alloc(lengthBytes);
      length.writeUIntBE(sizeBytes, 0, lengthBytes);
      units.push(length, unit);
      at += sizeBytes;
    }
  }
  return {
    codec: `avc1.${record.toString("hex", 1, 4).toUpperCase()}`,
    lengthBytes,
    parameterSets: Buffer.concat(units),
  };
}

/** A key frame with its parameter sets: some players keep the first initialisation segment across seams. */
export function describedKeyFrame(frame: Buffer, { parameterSets, lengthBytes }: AvcConfig): Buffer[] {
  return parameterSets.length === 0 || hasParameterSets(frame, lengthBytes) ? [frame] : [parameterSets, frame];
}

/** Whether a frame has sequence parameter sets. */
function hasParameterSets(frame: Buffer, lengthBytes: number): boolean {
  for (let at = 0; at + lengthBytes < frame.length;) {
    const sizeBytes = frame.readUIntBE(at, lengthBytes);
    at += lengthBytes;
    const type = frame.readUInt8(at) & 0x1f;
    if (type === unitType.sequenceParameters) return true;
    // Parameter sets come before the picture's own units, 1 to 5.
    if (type >= 1 && type <= 5) return false;
    at += sizeBytes;
  }
  return false;
}
