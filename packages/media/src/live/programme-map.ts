import { languageTag } from "../probe/language-tag.ts";

/** The codecs of the first video and first audio of a transport stream's programme. */
export interface Programme {
  /** Its number in the stream. */
  number: number;
  /** Other programmes of the stream, which are left out. */
  others: number;
  video: "h264" | "hevc" | "other" | null;
  audio: "aac" | "other" | null;
  /** Its tracks of sound, in their order; left out for fewer than two. */
  sounds?: ProgrammeSound[];
  /** Where it announces splices (ANSI/SCTE 35 2023 §8.1); left out for one that does not, and for one without a picture. */
  splices?: SplicePids;
}

/** A track of sound of a programme. */
export interface ProgrammeSound {
  pid: number;
  codec: "aac" | "other";
  /** BCP 47; null where the programme does not say. */
  language: string | null;
}

/** The packets to read splices from, and those of the picture, on whose clock their times are. */
export interface SplicePids {
  pids: readonly number[];
  videoPid: number;
}

const PACKET_BYTES = 188;
const SYNC = 0x47;
/** Longest section of these tables (ISO/IEC 13818-1 §2.4.4.5, §2.4.4.9), and a packet in which it may begin. */
const MOST_SECTION_BYTES = 1_024 + PACKET_BYTES;
const ASSOCIATION = { pid: 0, tableId: 0 } as const;
const MAP_TABLE = 2;
/** Elementary stream types (ISO/IEC 13818-1, table 2-34; ATSC A/53 for AC-3). */
const VIDEO = new Map<number, Programme["video"]>([
  [0x1b, "h264"],
  [0x24, "hevc"],
  ...[0x01, 0x02, 0x10, 0x33, 0x42, 0xd1, 0xea].map((type) => [type, "other"] as const),
]);
const AUDIO = new Map<number, ProgrammeSound["codec"]>([
  [0x0f, "aac"],
  ...[0x03, 0x04, 0x11, 0x1c, 0x81, 0x82, 0x83, 0x84, 0x85, 0x87].map((type) => [type, "other"] as const),
]);
const PRIVATE = 0x06;
/** Descriptors of AC-3, E-AC-3 and DTS (ETSI EN 300 468, table 12), and the registration descriptor. */
const SOUND_DESCRIPTORS: ReadonlySet<number> = new Set([0x6a, 0x7a, 0x7b]);
const REGISTRATION = 0x05;
const LANGUAGE = 0x0a;
/** Splice information, where the programme or the stream is registered for it. */
const SPLICES = 0x86;
const SPLICES_NAME = "CUEI";

/**
 * Reads the tables of a transport stream (ISO/IEC 13818-1 §2.4.4) and returns its first programme with a picture, or else its first
 * one; null while tables that decide it are missing.
 */
export function readProgramme(bytes: Buffer): Programme | null {
  const association = readSections(bytes, [ASSOCIATION.pid], ASSOCIATION.tableId).get(ASSOCIATION.pid);
  if (!association) return null;
  const listed: { number: number; pid: number }[] = [];
  for (let at = 8; at + 4 <= association.length - 4; at += 4)
    listed.push({ number: association.readUInt16BE(at), pid: association.readUInt16BE(at + 2) & 0x1fff });
  // Programme 0 is the network's own table.
  const own = listed.filter(({ number }) => number !== 0);
  const pids = own.map(({ pid }) => pid);
  const maps = readSections(bytes, pids, MAP_TABLE);
  const programmes = own.map(({ number, pid }) => {
    const map = maps.get(pid);
    return map ? readMap(map, number) : null;
  });
  const others = programmes.length - 1;
  const [first] = programmes;
  const chosen = programmes.find((programme) => programme?.video) ?? (programmes.includes(null) ? null : first);
  return chosen ? { ...chosen, others } : null;
}

function readMap(map: Buffer, number: number): Omit<Programme, "others"> {
  const programme: Omit<Programme, "others"> = { number, video: null, audio: null };
  let at = 12 + (map.readUInt16BE(10) & 0x0fff);
  const isRegistered = registrations(map.subarray(12, at)).includes(SPLICES_NAME);
  const pids: number[] = [];
  const sounds: ProgrammeSound[] = [];
  let videoPid: number | null = null;
  while (at + 5 <= map.length - 4) {
    const type = map.readUInt8(at);
    const end = at + 5 + (map.readUInt16BE(at + 3) & 0x0fff);
    const pid = map.readUInt16BE(at + 1) & 0x1fff;
    if (programme.video === null && VIDEO.has(type)) videoPid = pid;
    programme.video ??= VIDEO.get(type) ?? null;
    const isNamed = () => isRegistered || registrations(map.subarray(at + 5, end)).includes(SPLICES_NAME);
    if (type === SPLICES && isNamed()) pids.push(pid);
    const audio = AUDIO.get(type) ?? (type === PRIVATE ? privateSound(map.subarray(at + 5, end)) : null);
    if (audio !== null) sounds.push({ pid, codec: audio, language: languageIn(map.subarray(at + 5, end)) });
    programme.audio ??= audio;
    at = end;
  }
  if (sounds.length > 1) programme.sounds = sounds;
  if (pids.length > 0 && videoPid !== null) programme.splices = { pids, videoPid };
  return programme;
}

function privateSound(descriptors: Buffer): "other" | null {
  const isSound = descriptorsIn(descriptors).some(({ tag }) => SOUND_DESCRIPTORS.has(tag));
  return isSound || registrations(descriptors).includes("Opus") ? "other" : null;
}

/** The first language of a track (ISO/IEC 13818-1 §2.6.18). */
function languageIn(descriptors: Buffer): string | null {
  const said = descriptorsIn(descriptors).find(({ tag }) => tag === LANGUAGE);
  return languageTag(said?.body.toString("latin1", 0, 3));
}

/** What format identifiers the registration descriptors have. */
const registrations = (descriptors: Buffer): string[] =>
  descriptorsIn(descriptors).flatMap(({ tag, body }) => (tag === REGISTRATION ? [body.toString("latin1", 0, 4)] : []));

function descriptorsIn(bytes: Buffer): { tag: number; body: Buffer }[] {
  const found: { tag: number; body: Buffer }[] = [];
  for (let at = 0; at + 2 <= bytes.length; at += 2 + bytes.readUInt8(at + 1))
    found.push({ tag: bytes.readUInt8(at), body: bytes.subarray(at + 2, at + 2 + bytes.readUInt8(at + 1)) });
  return found;
}

/** The tracks of which a part of a transport stream has the beginning of a frame. */
export function pidsWithFrames(bytes: Buffer): Set<number> {
  const pids = new Set<number>();
  for (let at = firstPacket(bytes); at + PACKET_BYTES <= bytes.length; at += PACKET_BYTES) {
    const head = bytes.readUIntBE(at + 1, 3);
    if (bytes.readUInt8(at) === SYNC && (head & 0x40_00_00) !== 0 && (head & 0x10) !== 0)
      pids.add((head >> 8) & 0x1fff);
  }
  return pids;
}

/** The first complete table of a type in the packets of each id, which may span several packets. All are found in one pass. */
function readSections(bytes: Buffer, wantedPids: readonly number[], tableId: number): Map<number, Buffer> {
  const found = new Map<number, Buffer>();
  const begun = new Map<number, Buffer>(wantedPids.map((pid) => [pid, Buffer.alloc(0)]));
  for (let at = firstPacket(bytes); at + PACKET_BYTES <= bytes.length && begun.size > 0; at += PACKET_BYTES) {
    const head = bytes.readUIntBE(at + 1, 3);
    const pid = (head >> 8) & 0x1fff;
    const before = begun.get(pid);
    if (bytes.readUInt8(at) !== SYNC || !before || (head & 0x10) === 0) continue;
    const start = at + 4 + (head & 0x20 ? 1 + bytes.readUInt8(at + 4) : 0);
    const section = continued(before, bytes.subarray(start, at + PACKET_BYTES), (head & 0x40_00_00) !== 0);
    const whole = wholeSection(section, tableId);
    if (whole) {
      found.set(pid, whole);
      begun.delete(pid);
      // What is longer is no such table, or another one: what follows it would be copied again with each packet.
    } else begun.set(pid, section.length > MOST_SECTION_BYTES ? Buffer.alloc(0) : section);
  }
  return found;
}

/** The section that a packet begins, or the one before with what the packet adds to it; empty before the first. */
function continued(before: Buffer, payload: Buffer, begins: boolean): Buffer {
  if (begins) return payload.length > 0 ? payload.subarray(1 + payload.readUInt8(0)) : Buffer.alloc(0);
  return before.length > 0 ? Buffer.concat([before, payload]) : before;
}

/** Null while the section is not whole, and for one of another table. */
function wholeSection(section: Buffer, tableId: number): Buffer | null {
  if (section.length < 12 || section.readUInt8(0) !== tableId) return null;
  const length = 3 + (section.readUInt16BE(1) & 0x0fff);
  return length >= 16 && section.length >= length ? section.subarray(0, length) : null;
}

function firstPacket(bytes: Buffer): number {
  for (let at = 0; at + PACKET_BYTES < bytes.length && at < PACKET_BYTES; at += 1)
    if (bytes.readUInt8(at) === SYNC && bytes.readUInt8(at + PACKET_BYTES) === SYNC) return at;
  return 0;
}
