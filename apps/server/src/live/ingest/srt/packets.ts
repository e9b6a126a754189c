/** Kinds of control packets (draft-sharabayko-srt-01 §3.2). */
export const CONTROL = {
  handshake: 0,
  keepAlive: 1,
  acknowledgement: 2,
  lossReport: 3,
  shutdown: 5,
  acknowledgementAcknowledged: 6,
  dropRequest: 7,
  /** A handshake extension sent after the handshake. */
  extension: 0x7fff,
} as const;

/** A packet with media. */
export interface DataPacket {
  kind: "data";
  sequence: number;
  /** The key it is encrypted with; 0: none. */
  keyFlags: number;
  /** Destination socket id. */
  to: number;
  payload: Buffer;
}

/** A packet with control information. */
export interface ControlPacket {
  kind: "control";
  type: number;
  /** Type of an extension. */
  subtype: number;
  /** The type-specific information field. */
  information: number;
  to: number;
  body: Buffer;
}

/** Bytes of a packet's header (§3). */
export const HEADER_BYTES = 16;
const IS_CONTROL = 0x8000;
const SEQUENCES = 0x8000_0000;
/** The largest sequence number. */
export const LAST_SEQUENCE = SEQUENCES - 1;

/** Parses a datagram; null for one that is shorter than an SRT header. */
export function readPacket(datagram: Buffer): DataPacket | ControlPacket | null {
  if (datagram.length < HEADER_BYTES) return null;
  const to = datagram.readUInt32BE(12);
  const rest = datagram.subarray(HEADER_BYTES);
  const type = datagram.readUInt16BE(0);
  if (type & IS_CONTROL)
    return {
      kind: "control",
      type: type & ~IS_CONTROL,
      subtype: datagram.readUInt16BE(2),
      information: datagram.readUInt32BE(4),
      to,
      body: rest,
    };
  const keyFlags = (datagram.readUInt8(4) >> 3) & 3;
  return { kind: "data", sequence: datagram.readUInt32BE(0), keyFlags, to, payload: rest };
}

/** Writes a control packet; `moment` is microseconds since the connection began, sent modulo 2³². */
export function writeControl(
  type: number,
  {
    to,
    subtype = 0,
    moment = 0,
    information = 0,
    body = Buffer.alloc(0),
  }: {
    to: number;
    subtype?: number;
    moment?: number;
    information?: number;
    body?: Buffer;
  },
): Buffer {
  const header = Buffer.alloc(HEADER_BYTES);
  header.writeUInt16BE(IS_CONTROL | type, 0);
  header.writeUInt16BE(subtype, 2);
  header.writeUInt32BE(information >>> 0, 4);
  header.writeUInt32BE(Math.floor(moment) % 0x1_0000_0000, 8);
  header.writeUInt32BE(to, 12);
  return Buffer.concat([header, body]);
}

/** Distance between two sequence numbers, which wrap at 2³¹: −2³⁰ to 2³⁰ − 1. */
export function sequenceStep(from: number, to: number): number {
  const step = (to - from) & LAST_SEQUENCE;
  return step >= SEQUENCES / 2 ? step - SEQUENCES : step;
}

/** The sequence number `steps` after another. */
export const sequenceAfter = (sequence: number, steps = 1): number => (sequence + steps) & LAST_SEQUENCE;
