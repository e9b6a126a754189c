import { markOfByteStream } from "./picture-mark.ts";
import type { SplicePids } from "./programme-map.ts";
import { readSplices, type Splice } from "./splice-info.ts";

/** A splice with its section, and the moment it is for on the clock of the programme. */
export interface TimedSplice extends Omit<Splice, "pts"> {
  /** Ticks of 90 kHz, 33 bits; for a splice at once, of the picture before it. */
  pts: number;
  isAtOnce: boolean;
  section: Buffer;
}

/** A picture of the transport stream: its time of presentation, and what tells it from those around it. */
export interface MarkedPicture {
  /** Ticks of 90 kHz, 33 bits. */
  pts: number;
  mark: string;
}

/** Is called for what a transport stream has in it, in its order. */
export interface TransportListener {
  onSplice(splice: TimedSplice): void;
  onPicture(picture: MarkedPicture): void;
}

const packetBytes = 188;
const sync = 0x47;
/** Longer sections are not read: they are named in playlists as a whole. */
const mostSectionBytes = 1024;
/** Before its first slice a picture has its parameter sets and messages. */
const mostHeadBytes = 16 * 1024;
const pesHeadBytes = 14;

/** Reads the splices and the pictures' times of a transport stream while it passes by (ISO/IEC 13818-1 §2.4.3, §2.4.4). */
export class TransportSplices {
  readonly #videoPid: number;
  readonly #codec: "h264" | "hevc";
  readonly #listener: TransportListener;
  readonly #sections: Map<number, Buffer>;
  #rest: Buffer = Buffer.alloc(0);
  /** The beginning of a picture whose first slice has not come; null after it. */
  #head: Buffer | null = null;
  #pts: number | null = null;

  constructor({ pids, videoPid }: SplicePids, codec: "h264" | "hevc", listener: TransportListener) {
    this.#videoPid = videoPid;
    this.#codec = codec;
    this.#listener = listener;
    this.#sections = new Map(pids.map((pid) => [pid, Buffer.alloc(0)]));
  }

  /** Reads the next bytes, which need not be whole packets. */
  read(bytes: Buffer): void {
    const all = this.#rest.length > 0 ? Buffer.concat([this.#rest, bytes]) : bytes;
    let at = 0;
    while (at + packetBytes <= all.length) {
      const next = all[at + packetBytes];
      // Between packets that are lost or damaged, only bytes of which two have their distance begin a packet.
      if (all[at] !== sync || (next !== undefined && next !== sync)) at += 1;
      else {
        this.#packet(all.subarray(at, at + packetBytes));
        at += packetBytes;
      }
    }
    this.#rest = Buffer.from(all.subarray(at));
  }

  #packet(packet: Buffer): void {
    const head = packet.readUIntBE(1, 3);
    const pid = (head >> 8) & 0x1fff;
    const isVideo = pid === this.#videoPid;
    const hasPayload = (head & 0x10) !== 0 && (head & 0x80_00_00) === 0;
    const isScrambled = (head & 0xc0) !== 0;
    if (!hasPayload || isScrambled || !(isVideo || this.#sections.has(pid))) return;
    const start = 4 + (head & 0x20 ? 1 + packet.readUInt8(4) : 0);
    if (start >= packetBytes) return;
    const payload = packet.subarray(start);
    const begins = (head & 0x40_00_00) !== 0;
    if (isVideo) this.#picture(payload, begins);
    else this.#section(pid, payload, begins);
  }

  #picture(payload: Buffer, begins: boolean): void {
    if (begins) this.#head = Buffer.alloc(0);
    if (!this.#head) return;
    const bytes = Buffer.concat([this.#head, payload]);
    this.#head = bytes.length > mostHeadBytes ? null : bytes;
    if (bytes.length < pesHeadBytes) return;
    const pts = readPesPts(bytes);
    this.#pts = pts ?? this.#pts;
    const mark = markOfByteStream(bytes.subarray(9 + bytes.readUInt8(8)), this.#codec);
    if (pts !== null && mark === null) return;
    this.#head = null;
    if (pts !== null && mark !== null) this.#listener.onPicture({ pts, mark });
  }

  /** Packets of a section follow one another; what is before and after it in them belongs to others. */
  #section(pid: number, payload: Buffer, begins: boolean): void {
    const before = this.#sections.get(pid) ?? Buffer.alloc(0);
    const pointer = begins ? payload.readUInt8(0) : 0;
    // The end of the section that began in an earlier packet is in front of the pointer's.
    if (before.length > 0)
      this.#sections.set(
        pid,
        this.#whole(Buffer.concat([before, begins ? payload.subarray(1, 1 + pointer) : payload])),
      );
    if (begins) this.#sections.set(pid, this.#whole(payload.subarray(1 + pointer)));
  }

  /** Tells of the whole sections; returns the beginning of one that is not whole. */
  #whole(bytes: Buffer): Buffer {
    let at = 0;
    // Stuffing is 0xff.
    while (at + 3 <= bytes.length && bytes[at] !== 0xff) {
      const end = at + 3 + (bytes.readUInt16BE(at + 1) & 0x0fff);
      if (end - at > mostSectionBytes) return Buffer.alloc(0);
      if (end > bytes.length) return Buffer.from(bytes.subarray(at));
      this.#tell(bytes.subarray(at, end));
      at = end;
    }
    return bytes[at] === 0xff ? Buffer.alloc(0) : Buffer.from(bytes.subarray(at));
  }

  #tell(bytes: Buffer): void {
    const section = Buffer.from(bytes);
    for (const splice of readSplices(section)) {
      const pts = splice.pts ?? this.#pts;
      if (pts !== null) this.#listener.onSplice({ ...splice, pts, isAtOnce: splice.pts === null, section });
    }
  }
}

/** The time of presentation in the head of a PES packet (ISO/IEC 13818-1 §2.4.3.7); null where it has none. */
function readPesPts(head: Buffer): number | null {
  if (head.readUIntBE(0, 3) !== 1 || (head.readUInt8(7) & 0x80) === 0) return null;
  return (
    ((head.readUInt8(9) >> 1) & 7) * 2 ** 30 + (head.readUInt16BE(10) >> 1) * 2 ** 15 + (head.readUInt16BE(12) >> 1)
  );
}
