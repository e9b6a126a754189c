/** A splice of a programme that an encoder announces (ANSI/SCTE 35 2023 §9.7, §10.3.3): a break begins, ends or is canceled. */
export interface Splice {
  /** `insert` of splice_insert(), `segmentation` of a descriptor of time_signal(); their events are counted apart. */
  command: "insert" | "segmentation";
  kind: "out" | "in" | "cancel";
  /** Number of the event; an out and its in have the same one. */
  eventId: number;
  /** segmentation_type_id of an out and of its in: that of the out. 0 for splice_insert(), and where it is canceled. */
  type: number;
  /** Moment on the 90 kHz clock of the programme, 33 bits; null: at once. */
  pts: number | null;
  /** Length of a break, where the encoder says it. */
  durationSeconds: number | null;
  /** The break ends automatically after its length (`auto_return`). */
  endsItself: boolean;
}

const SPLICE_TABLE = 0xfc;
const SPLICE_INSERT = 0x05;
const TIME_SIGNAL = 0x06;
const SEGMENTATION_DESCRIPTOR = 0x02;
const CUEI = 0x43_55_45_49;
/** Before the command: table, length, protocol, encryption, adjustment, index, tier, length of the command and its type. */
const HEAD_BYTES = 14;
const CRC_BYTES = 4;
const CLOCK_HZ = 90_000;
const CLOCK_TICKS = 2 ** 33;
const UNKNOWN_LENGTH = 0xfff;

/**
 * The starts of breaks (table 23): a break, advertisements, placement opportunities and ad blocks, of the provider and of the
 * distributor. Their ends are one more.
 */
const BREAK_STARTS: ReadonlySet<number> = new Set([0x22, 0x30, 0x32, 0x34, 0x36, 0x44, 0x46]);

/**
 * The splices of a whole splice_info_section; none for one that is damaged, encrypted or of another version, and of commands and
 * segments that are no breaks. A section with several descriptors has several splices.
 */
export function readSplices(section: Buffer): Splice[] {
  if (section.length < HEAD_BYTES + 2 + CRC_BYTES || section.readUInt8(0) !== SPLICE_TABLE) return [];
  if (3 + (section.readUInt16BE(1) & 0x0fff) !== section.length || crc32Mpeg(section) !== 0) return [];
  const isEncrypted = (section.readUInt8(4) & 0x80) !== 0;
  if (section.readUInt8(3) !== 0 || isEncrypted) return [];
  const adjustment = readPts(section, 4);
  try {
    return readCommand(section.subarray(0, -CRC_BYTES), adjustment);
  } catch (error) {
    // Lengths that point outside of the section.
    if (error instanceof RangeError) return [];
    throw error;
  }
}

function readCommand(section: Buffer, adjustment: number): Splice[] {
  const type = section.readUInt8(13);
  if (type === SPLICE_INSERT) return readInsert(section, adjustment);
  if (type !== TIME_SIGNAL) return [];
  const { pts, next } = readTime(section, HEAD_BYTES, adjustment);
  // A length of 0xfff is of encoders that leave it out; that of this command follows from what it holds.
  const lengthBytes = section.readUInt16BE(11) & 0x0fff;
  return readDescriptors(section, lengthBytes === UNKNOWN_LENGTH ? next : HEAD_BYTES + lengthBytes, pts);
}

/** splice_insert() (§9.7.3). */
function readInsert(section: Buffer, adjustment: number): Splice[] {
  const eventId = section.readUInt32BE(HEAD_BYTES);
  const event = { command: "insert", eventId, type: 0, pts: null, durationSeconds: null, endsItself: false } as const;
  if (section.readUInt8(HEAD_BYTES + 4) & 0x80) return [{ ...event, kind: "cancel" }];
  const flags = section.readUInt8(HEAD_BYTES + 5);
  const [isOut, isWhole, hasDuration, isImmediate] = [0x80, 0x40, 0x20, 0x10].map((bit) => (flags & bit) !== 0);
  let at = HEAD_BYTES + 6;
  let pts: number | null = null;
  // Without a time the splice is left to the splicer, which is at once.
  if (isWhole && !isImmediate) ({ pts, next: at } = readTime(section, at, adjustment));
  if (!isWhole) {
    const components = section.readUInt8(at);
    at += 1;
    for (let one = 0; one < components; one += 1) {
      at += 1;
      if (isImmediate) continue;
      const time = readTime(section, at, adjustment);
      pts ??= time.pts;
      at = time.next;
    }
  }
  const durationSeconds = hasDuration ? readPts(section, at) / CLOCK_HZ : null;
  const endsItself = hasDuration === true && (section.readUInt8(at) & 0x80) !== 0;
  if (!isOut) return [{ ...event, kind: "in", pts }];
  return [{ ...event, kind: "out", pts, durationSeconds, endsItself }];
}

/** splice_time() (§9.8.1), with the adjustment of the section. */
function readTime(section: Buffer, at: number, adjustment: number): { pts: number | null; next: number } {
  if ((section.readUInt8(at) & 0x80) === 0) return { pts: null, next: at + 1 };
  return { pts: (readPts(section, at) + adjustment) % CLOCK_TICKS, next: at + 5 };
}

/** The last 33 bits of five bytes. */
const readPts = (section: Buffer, at: number): number =>
  (section.readUInt8(at) & 1) * 2 ** 32 + section.readUInt32BE(at + 1);

function readDescriptors(section: Buffer, at: number, pts: number | null): Splice[] {
  const end = at + 2 + section.readUInt16BE(at);
  if (end > section.length) throw new RangeError("The descriptors reach beyond their section.");
  const found: Splice[] = [];
  for (let next = at + 2; next + 2 <= end; next += 2 + section.readUInt8(next + 1)) {
    const descriptor = section.subarray(next + 2, Math.min(end, next + 2 + section.readUInt8(next + 1)));
    const isOurs = section.readUInt8(next) === SEGMENTATION_DESCRIPTOR && descriptor.readUInt32BE(0) === CUEI;
    const splice = isOurs ? readSegmentation(descriptor, pts) : null;
    if (splice) found.push(splice);
  }
  return found;
}

/** segmentation_descriptor() (§10.3.3). */
function readSegmentation(descriptor: Buffer, pts: number | null): Splice | null {
  const eventId = descriptor.readUInt32BE(4);
  const event = { command: "segmentation", eventId, type: 0, pts, durationSeconds: null, endsItself: false } as const;
  if (descriptor.readUInt8(8) & 0x80) return { ...event, kind: "cancel" };
  const flags = descriptor.readUInt8(9);
  const isWhole = (flags & 0x80) !== 0;
  let at = 10;
  if (!isWhole) at += 1 + 6 * descriptor.readUInt8(at);
  let durationSeconds: number | null = null;
  if (flags & 0x40) {
    durationSeconds = (descriptor.readUInt8(at) * 2 ** 32 + descriptor.readUInt32BE(at + 1)) / CLOCK_HZ;
    at += 5;
  }
  const type = descriptor.readUInt8(at + 2 + descriptor.readUInt8(at + 1));
  if (BREAK_STARTS.has(type)) return { ...event, kind: "out", type, durationSeconds };
  return BREAK_STARTS.has(type - 1) ? { ...event, kind: "in", type: type - 1 } : null;
}

/** CRC of ISO/IEC 13818-1, annex A: 0 over a section with its CRC. */
export function crc32Mpeg(bytes: Buffer): number {
  let crc = 0xff_ff_ff_ff;
  for (const byte of bytes) {
    crc ^= byte << 24;
    for (let bit = 0; bit < 8; bit += 1) crc = crc & 0x80_00_00_00 ? (crc << 1) ^ 0x04_c1_1d_b7 : crc << 1;
  }
  return crc >>> 0;
}
