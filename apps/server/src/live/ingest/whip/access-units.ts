import { avcPicture } from "../rtmp/avc.ts";

/** What of an RTP packet is read. */
export interface RtpMedia {
  header: { sequenceNumber: number; timestamp: number; marker: boolean };
  payload: Buffer;
}

/** One picture of a video track. */
export interface AccessUnit {
  /** RTP timestamp. */
  timestamp: number;
  isKey: boolean;
  /** H.264 with length-prefixed NAL units, or VP8. */
  data: Buffer;
  /** The format as of this picture; null before its description came. */
  format: PictureFormat | null;
}

/** The format of a video track, which begins with a key frame. */
export interface PictureFormat {
  codec: "h264" | "vp8";
  /** In pixels. */
  width: number;
  height: number;
  /** AVCDecoderConfigurationRecord; null for VP8. */
  config: Buffer | null;
}

/** Assembles the packets of one picture, which are in order. */
export interface PictureAssembler {
  add(payload: Buffer): void;
  /** The picture of the packets since the last call; null when it cannot be read. */
  finish(timestamp: number): AccessUnit | null;
}

/** Packets of one picture, in bytes: more are no picture. */
const LARGEST_BYTES = 16 * 1024 * 1024;
/** What a packet takes beside its payload. */
const PACKET_BYTES = 128;
/** NAL units of one picture; level 6.2 has no more than 600 slices (ITU-T H.264, table A-1). */
const MOST_UNITS = 2_048;

/** Assembles packets, which are in order, to pictures; after a loss, pictures are left out until the next key frame. */
export class AccessUnits {
  readonly #assembler: PictureAssembler;
  readonly #onUnit: (unit: AccessUnit) => void;
  readonly #onLoss: () => void;
  #timestamp: number | null = null;
  #sizeBytes = 0;
  #isIncomplete = false;
  #waitsForKey = true;

  /** @param onLoss called when a key frame is needed. */
  constructor(codec: "h264" | "vp8", onUnit: (unit: AccessUnit) => void, onLoss: () => void) {
    this.#assembler = codec === "h264" ? new AvcAssembler() : new Vp8Assembler();
    this.#onUnit = onUnit;
    this.#onLoss = onLoss;
  }

  take({ header, payload }: RtpMedia, isAfterLoss: boolean): void {
    if (isAfterLoss) this.#isIncomplete = true;
    if (this.#timestamp !== null && this.#timestamp !== header.timestamp) this.#finish();
    // Both the picture before and this one may lack packets.
    if (isAfterLoss) this.#lose();
    this.#timestamp = header.timestamp;
    this.#sizeBytes += PACKET_BYTES + payload.length;
    if (this.#sizeBytes > LARGEST_BYTES) this.#lose();
    // Senders probe the network with packets that have no payload.
    else if (payload.length > 0) this.#assembler.add(payload);
    if (header.marker) this.#finish();
  }

  #lose(): void {
    this.#isIncomplete = true;
    this.#waitsForKey = true;
    this.#onLoss();
  }

  #finish(): void {
    const unit = this.#timestamp === null ? null : this.#assembler.finish(this.#timestamp);
    const isIncomplete = this.#isIncomplete;
    this.#timestamp = null;
    this.#sizeBytes = 0;
    this.#isIncomplete = false;
    if (!unit || isIncomplete || (this.#waitsForKey && !unit.isKey)) return;
    this.#waitsForKey = false;
    this.#onUnit(unit);
  }
}

/** Types of NAL units (ITU-T H.264, table 7-1) and of packets (RFC 6184 §5.2). */
const NAL = { idr: 5, sequence: 7, picture: 8, delimiter: 9, filler: 12, aggregate: 24, fragment: 28 } as const;
const LEFT_OUT: ReadonlySet<number> = new Set([NAL.sequence, NAL.picture, NAL.delimiter, NAL.filler]);

/** Single NAL units, STAP-A and FU-A, the packets of packetization modes 0 and 1 (RFC 6184 §5.4). */
class AvcAssembler implements PictureAssembler {
  #units: Buffer[] = [];
  #fragments: Buffer[] = [];
  #sequence: Buffer | null = null;
  #picture: Buffer | null = null;
  #format: PictureFormat | null = null;

  add(payload: Buffer): void {
    const type = payload.readUInt8(0) & 0x1f;
    if (type === NAL.aggregate) {
      for (let at = 1; at + 2 < payload.length;) {
        const end = at + 2 + payload.readUInt16BE(at);
        if (end <= payload.length) this.#addUnit(payload.subarray(at + 2, end));
        at = end;
      }
    } else if (type === NAL.fragment) this.#addFragment(payload);
    else if (type > 0 && type < NAL.aggregate) this.#addUnit(payload);
  }

  #addUnit(unit: Buffer): void {
    if (unit.length > 0 && this.#units.length < MOST_UNITS) this.#units.push(unit);
  }

  /** §5.8. */
  #addFragment(payload: Buffer): void {
    if (payload.length < 3) return;
    const [indicator, head] = [payload.readUInt8(0), payload.readUInt8(1)];
    if (head & 0x80) this.#fragments = [Buffer.from([(indicator & 0xe0) | (head & 0x1f)])];
    this.#fragments.push(payload.subarray(2));
    if (!(head & 0x40)) return;
    this.#addUnit(Buffer.concat(this.#fragments));
    this.#fragments = [];
  }

  finish(timestamp: number): AccessUnit | null {
    const units = this.#units;
    this.#units = [];
    this.#fragments = [];
    const typeOf = (unit: Buffer) => unit.readUInt8(0) & 0x1f;
    const [sequence, picture] = [NAL.sequence, NAL.picture].map((type) => units.find((unit) => typeOf(unit) === type));
    if (sequence) this.#sequence = sequence;
    if (picture) this.#picture = picture;
    if (sequence || picture) this.#format = formatOf(this.#sequence, this.#picture);
    const coded = units.filter((unit) => !LEFT_OUT.has(typeOf(unit)));
    if (coded.length === 0) return null;
    const isKey = coded.some((unit) => typeOf(unit) === NAL.idr);
    return {
      timestamp,
      isKey,
      data: Buffer.concat(coded.flatMap((unit) => [lengthOf(unit), unit])),
      format: this.#format,
    };
  }
}

function lengthOf(unit: Buffer): Buffer {
  const length = Buffer.alloc(4);
  length.writeUInt32BE(unit.length, 0);
  return length;
}

/** ISO/IEC 14496-15 §5.3.3.1, with one parameter set of each kind and lengths of four bytes. */
function formatOf(sequence: Buffer | null, picture: Buffer | null): PictureFormat | null {
  if (!sequence || sequence.length < 4 || !picture) return null;
  const sized = (unit: Buffer) => [Buffer.from([unit.length >> 8, unit.length & 0xff]), unit];
  const head = Buffer.from([1, ...sequence.subarray(1, 4), 0xff]);
  const config = Buffer.concat([head, Buffer.from([0xe1]), ...sized(sequence), Buffer.from([1]), ...sized(picture)]);
  const size = avcPicture(config);
  return size && { codec: "h264", width: size.width, height: size.height, config };
}

/** RFC 7741 §4. */
class Vp8Assembler implements PictureAssembler {
  #parts: Buffer[] = [];
  #format: PictureFormat | null = null;

  add(payload: Buffer): void {
    const length = descriptorLength(payload);
    if (length < payload.length) this.#parts.push(payload.subarray(length));
  }

  finish(timestamp: number): AccessUnit | null {
    const data = Buffer.concat(this.#parts);
    this.#parts = [];
    if (data.length === 0) return null;
    const isKey = (data.readUInt8(0) & 1) === 0;
    if (isKey) this.#format = vp8Format(data);
    return { timestamp, isKey, data, format: this.#format };
  }
}

/** Bytes of the payload descriptor (§4.2). */
function descriptorLength(payload: Buffer): number {
  const flags = payload.readUInt8(0);
  if (!(flags & 0x80) || payload.length < 3) return 1;
  const extended = payload.readUInt8(1);
  const pictureId = extended & 0x80 ? (payload.readUInt8(2) & 0x80 ? 2 : 1) : 0;
  return 2 + pictureId + (extended & 0x40 ? 1 : 0) + (extended & 0x30 ? 1 : 0);
}

/** The size in the head of a key frame (RFC 6386 §9.1). */
function vp8Format(frame: Buffer): PictureFormat | null {
  if (frame.length < 10) return null;
  const [width, height] = [frame.readUInt16LE(6) & 0x3fff, frame.readUInt16LE(8) & 0x3fff];
  return width > 0 && height > 0 ? { codec: "vp8", width, height, config: null } : null;
}
