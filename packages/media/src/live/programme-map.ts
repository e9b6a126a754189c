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
  const association = readSection(bytes, 0, 0);
  if (!association) return null;
  const programmes: (Omit<Programme, "others"> | null)[] = [];
  for (let at = 8; at + 4 <= association.length - 4; at += 4) {
    const number = association.readUInt16BE(at);
    // Programme 0 is the network's own table.
    if (number === 0) continue;
    const map = readSection(bytes, association.readUInt16BE(at + 2) & 0x1fff, 2);
    programmes.push(map && readMap(map, number));
  }
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

/** The first complete table of a type, which may span several packets. */
function readSection(bytes: Buffer, wantedPid: number, tableId: number): Buffer | null {
  let parts: Buffer[] = [];
  for (let at = firstPacket(bytes); at + PACKET_BYTES <= bytes.length; at += PACKET_BYTES) {
    const head = bytes.readUIntBE(at + 1, 3);
    if (bytes.readUInt8(at) !== SYNC || ((head >> 8) & 0x1fff) !== wantedPid || (head & 0x10) === 0) continue;
    const start = at + 4 + (head & 0x20 ? 1 + bytes.readUInt8(at + 4) : 0);
    const payload = bytes.subarray(start, at + PACKET_BYTES);
    const begins = (head & 0x40_00_00) !== 0;
    if (begins) parts = payload.length > 0 ? [payload.subarray(1 + payload.readUInt8(0))] : [];
    else if (parts.length > 0) parts.push(payload);
    const section = Buffer.concat(parts);
    if (section.length < 12 || section.readUInt8(0) !== tableId) continue;
    const length = 3 + (section.readUInt16BE(1) & 0x0fff);
    if (length >= 16 && section.length >= length) return section.subarray(0, length);
  }
  return null;
}

function firstPacket(bytes: Buffer): number {
  for (let at = 0; at + PACKET_BYTES < bytes.length && at < PACKET_BYTES; at += 1)
    if (bytes.readUInt8(at) === SYNC && bytes.readUInt8(at + PACKET_BYTES) === SYNC) return at;
  return 0;
}
