/** Kinds of control packets (draft-sharabayko-srt-01 §3.2). */
export const CONTROL = {
  handshake: 0,
  keepAlive: 1,
  acknowledgement: 2,
  lossReport: 3,
  shutdown: 5,
  acknowledgementHeard: 6,
  dropRequest: 7,
  /** What is said in a handshake, said again later. */
  extension: 0x7fff,
} as const;

/** A piece of the media. */
export interface DataPacket {
  kind: "data";
  sequence: number;
  /** Which key it is encrypted with; 0: none. */
  keyFlags: number;
  /** The socket it is for. */
  to: number;
  payload: Buffer;
}

/** What the two sides say to each other. */
export interface ControlPacket {
  kind: "control";
  type: number;
  /** Of an extension. */
  subtype: number;
  /** What the word after the type says; depends on the type. */
  information: number;
  to: number;
  body: Buffer;
}

/** Bytes before what a packet carries (§3). */
export const HEADER_BYTES = 16;
const IS_CONTROL = 0x8000;
const SEQUENCES = 0x8000_0000;
/** The largest number of a packet of media. */
export const LAST_SEQUENCE = SEQUENCES - 1;

/** Reads a datagram; null for one that is too short to be of SRT. */
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

/** A control packet; `moment` is microseconds since the connection began, of which 32 bits go. */
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

/** How far it is from one packet's number to another's, which wrap at 2³¹: −2³⁰ to 2³⁰ − 1. */
export function sequenceStep(from: number, to: number): number {
  const step = (to - from) & LAST_SEQUENCE;
  return step >= SEQUENCES / 2 ? step - SEQUENCES : step;
}

/** The number `steps` after one. */
export const sequenceAfter = (sequence: number, steps = 1): number => (sequence + steps) & LAST_SEQUENCE;
