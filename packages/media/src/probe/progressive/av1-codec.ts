/** RFC 6381 codec string of an AV1 configuration record (AV1 Codec ISO Media File Format Binding §2.3.3 and §5). @throws RangeError when it is cut off. */
export function av1Codec(record: Buffer): string {
  const [profileAndLevel, flags] = [record.readUInt8(1), record.readUInt8(2)];
  const tier = flags & 0x80 ? "H" : "M";
  const depth = flags & 0x40 ? (flags & 0x20 ? 12 : 10) : 8;
  const two = (part: number) => String(part).padStart(2, "0");
  return `av01.${profileAndLevel >> 5}.${two(profileAndLevel & 0x1f)}${tier}.${two(depth)}`;
}
