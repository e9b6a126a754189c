import { crc32Mpeg } from "./splice-info.ts";

/** A section to write; what is left out is as most encoders send it. */
export interface SectionToWrite {
  commandType: number;
  command: Buffer;
  descriptors?: readonly Buffer[];
  /** pts_adjustment, in ticks of 90 kHz. */
  adjustment?: number;
  isEncrypted?: boolean;
  version?: number;
  /** Writes 0xfff as the length of the command. */
  hasNoLength?: boolean;
}

/** Five bytes that end with 33 bits of a time, after these first seven bits. */
function time(first: number, ticks: number): Buffer {
  const bytes = Buffer.alloc(5);
  bytes.writeUInt8(first | Math.floor(ticks / 2 ** 32), 0);
  bytes.writeUInt32BE(ticks % 2 ** 32, 1);
  return bytes;
}

/** A splice_time(); null has no time. */
export const spliceTime = (pts: number | null): Buffer => (pts === null ? Buffer.from([0x7f]) : time(0xfe, pts));

/** A splice_info_section (ANSI/SCTE 35 2023 §9.6) with its CRC. */
export function spliceSection(section: SectionToWrite): Buffer {
  const { commandType, command, descriptors = [], adjustment = 0, isEncrypted = false, version = 0 } = section;
  const loop = Buffer.concat(descriptors);
  const head = Buffer.alloc(14);
  head.writeUInt8(0xfc, 0);
  head.writeUInt16BE(0x3000 | (head.length - 3 + command.length + 2 + loop.length + 4), 1);
  head.writeUInt8(version, 3);
  time(isEncrypted ? 0x80 : 0, adjustment).copy(head, 4);
  head.writeUIntBE(0xff_f0_00 | (section.hasNoLength ? 0xfff : command.length), 10, 3);
  head.writeUInt8(commandType, 13);
  const length = Buffer.alloc(2);
  length.writeUInt16BE(loop.length, 0);
  const body = Buffer.concat([head, command, length, loop]);
  const crc = Buffer.alloc(4);
  crc.writeUInt32BE(crc32Mpeg(body), 0);
  return Buffer.concat([body, crc]);
}

/** What a splice_insert() says. */
export interface InsertToWrite {
  eventId: number;
  kind: "out" | "in" | "cancel";
  /** Ticks; null: at once. */
  pts?: number | null;
  durationSeconds?: number;
  endsItself?: boolean;
  /** The tags of components, which have the time each. */
  components?: readonly number[];
  adjustment?: number;
}

/** A section with a splice_insert() (§9.7.3). */
export function insertSection({ eventId, kind, ...more }: InsertToWrite): Buffer {
  const { pts = null, durationSeconds, endsItself = true, components, adjustment = 0 } = more;
  const id = Buffer.alloc(4);
  id.writeUInt32BE(eventId, 0);
  if (kind === "cancel")
    return spliceSection({ commandType: 5, command: Buffer.concat([id, Buffer.from([0xff])]), adjustment });
  const flags =
    (kind === "out" ? 0x80 : 0) |
    (components ? 0 : 0x40) |
    (durationSeconds === undefined ? 0 : 0x20) |
    (pts === null ? 0x10 : 0) |
    0x0f;
  const at = pts === null ? [] : [spliceTime(pts)];
  const moments = components
    ? [Buffer.from([components.length]), ...components.flatMap((tag) => [Buffer.from([tag]), ...at])]
    : at;
  const duration =
    durationSeconds === undefined ? [] : [time(endsItself ? 0xfe : 0x7e, Math.round(durationSeconds * 90_000))];
  const programme = Buffer.from([0, 1, 0, 0]);
  const command = Buffer.concat([id, Buffer.from([0x7f, flags]), ...moments, ...duration, programme]);
  return spliceSection({ commandType: 5, command, adjustment });
}

/** What a segmentation_descriptor() says. */
export interface SegmentationToWrite {
  eventId: number;
  /** segmentation_type_id; null: the event is canceled. */
  type: number | null;
  durationSeconds?: number;
  upid?: Buffer;
  components?: number;
  identifier?: string;
}

/** A segmentation_descriptor() (§10.3.3). */
export function segmentationDescriptor(segmentation: SegmentationToWrite): Buffer {
  const { eventId, type, durationSeconds, upid = Buffer.alloc(0), components, identifier = "CUEI" } = segmentation;
  const body: Buffer[] = [Buffer.from(identifier, "latin1"), Buffer.alloc(4)];
  body[1]?.writeUInt32BE(eventId, 0);
  if (type === null) body.push(Buffer.from([0xff]));
  else {
    const flags = (components === undefined ? 0x80 : 0) | (durationSeconds === undefined ? 0 : 0x40) | 0x3f;
    body.push(Buffer.from([0x7f, flags]));
    if (components !== undefined) body.push(Buffer.from([components]), Buffer.alloc(6 * components));
    if (durationSeconds !== undefined) body.push(time(0, Math.round(durationSeconds * 90_000)));
    body.push(Buffer.from([0x0c, upid.length]), upid, Buffer.from([type, 1, 1]));
  }
  const bytes = Buffer.concat(body);
  return Buffer.concat([Buffer.from([0x02, bytes.length]), bytes]);
}

/** A section with a time_signal() (§9.7.4). */
export const signalSection = (
  pts: number | null,
  segmentations: readonly SegmentationToWrite[],
  more: Partial<SectionToWrite> = {},
): Buffer =>
  spliceSection({
    commandType: 6,
    command: spliceTime(pts),
    descriptors: segmentations.map(segmentationDescriptor),
    ...more,
  });
