import { readKeyMaterial } from "./key-material.ts";
import { CONTROL, LAST_SEQUENCE, writeControl } from "./packets.ts";

/** The caller's induction, answered with the cookie, and its conclusion, with its request (§4.3.1). */
export const HANDSHAKE_TYPE = { induction: 1, conclusion: 0xffff_ffff } as const;

/** Rejection reasons: the handshake type of the answer (§4.3, "Handshake Type"; libsrt, docs/features/access-control.md). */
export const REFUSAL = {
  version: 1008,
  badSecret: 1010,
  unsecure: 1011,
  messages: 1012,
  congestion: 1013,
  cipher: 1017,
  badRequest: 2400,
  overload: 2402,
  forbidden: 2403,
  badMode: 2405,
  conflict: 2409,
} as const;

/** A handshake control packet (§3.2.1). */
export interface Handshake {
  version: number;
  /** Length of the media key in units of 8 bytes; 0: not encrypted. */
  encryption: number;
  extensionField: number;
  firstSequence: number;
  /** Largest datagram in bytes, and the flow window in packets. */
  mtu: number;
  window: number;
  type: number;
  socketId: number;
  cookie: number;
  /** Extensions of a conclusion. */
  extensions: readonly HandshakeExtension[];
}

export interface HandshakeExtension {
  type: number;
  content: Buffer;
}

/** A caller's version, flags and latency in milliseconds (§3.2.1.1). */
export interface Abilities {
  /** `1.5.1` */
  version: string;
  flags: number;
  receiverLatencyMs: number;
  senderLatencyMs: number;
}

/** Extension types (§3.2.1). */
export const EXTENSION = {
  abilities: 1,
  ownAbilities: 2,
  keys: 3,
  keysConfirmed: 4,
  streamId: 5,
  congestion: 6,
} as const;
/** Bits of the extension field: abilities, keys. */
const FIELD = { abilities: 1, keys: 2 } as const;
const FIXED_BYTES = 48;
const ABILITIES_BYTES = 12;
const STREAM_ID_BYTES = 512;
/** The extension field of an induction answer (§4.3.1.1). */
const MAGIC = 0x4a17;
const VERSION = 5;
const FLAG = { pacedSender: 1, pacedReceiver: 2, encryption: 4, dropsLate: 8, repeatsLoss: 16, marksRepeated: 32 };
/** The stream (file) mode, without message boundaries. */
const FLAG_STREAM = 64;
const OWN_FLAGS = Object.values(FLAG).reduce((all, flag) => all | flag, 0);
/** The SRT version this implements. */
const OWN_VERSION = 0x01_05_00;

/** Parses the body of a handshake; null when it is too short or an extension exceeds it. */
export function readHandshake(body: Buffer): Handshake | null {
  if (body.length < FIXED_BYTES) return null;
  const extensions: HandshakeExtension[] = [];
  const type = body.readUInt32BE(20);
  for (let at = FIXED_BYTES; type === HANDSHAKE_TYPE.conclusion && at < body.length;) {
    if (at + 4 > body.length) return null;
    const end = at + 4 + body.readUInt16BE(at + 2) * 4;
    if (end > body.length) return null;
    extensions.push({ type: body.readUInt16BE(at), content: body.subarray(at + 4, end) });
    at = end;
  }
  return {
    version: body.readUInt32BE(0),
    encryption: body.readUInt16BE(4),
    extensionField: body.readUInt16BE(6),
    firstSequence: body.readUInt32BE(8) & LAST_SEQUENCE,
    mtu: body.readUInt32BE(12),
    window: body.readUInt32BE(16),
    type,
    socketId: body.readUInt32BE(24),
    cookie: body.readUInt32BE(28),
    extensions,
  };
}

/** Writes the body of a handshake; the peer's address, which callers ignore, stays empty. */
export function writeHandshake(handshake: Handshake): Buffer {
  const fixed = Buffer.alloc(FIXED_BYTES);
  fixed.writeUInt32BE(handshake.version, 0);
  fixed.writeUInt16BE(handshake.encryption, 4);
  fixed.writeUInt16BE(handshake.extensionField, 6);
  fixed.writeUInt32BE(handshake.firstSequence, 8);
  fixed.writeUInt32BE(handshake.mtu, 12);
  fixed.writeUInt32BE(handshake.window, 16);
  fixed.writeUInt32BE(handshake.type, 20);
  fixed.writeUInt32BE(handshake.socketId, 24);
  fixed.writeUInt32BE(handshake.cookie, 28);
  const extensions = handshake.extensions.flatMap(({ type, content }) => {
    const head = Buffer.alloc(4);
    head.writeUInt16BE(type, 0);
    head.writeUInt16BE(content.length / 4, 2);
    return [head, content];
  });
  return Buffer.concat([fixed, ...extensions]);
}

/** The answer to an induction; not longer than the induction. */
export const inductionAnswer = (asked: Handshake, cookie: number): Handshake => ({
  ...asked,
  version: VERSION,
  encryption: 0,
  extensionField: MAGIC,
  cookie,
  extensions: [],
});

/** The answer to an admitted caller; `keys` confirms its key material. */
export function conclusionAnswer(
  asked: Handshake,
  { socketId, window, latencyMs, keys }: { socketId: number; window: number; latencyMs: number; keys: Buffer | null },
): Handshake {
  const content = Buffer.alloc(ABILITIES_BYTES);
  content.writeUInt32BE(OWN_VERSION, 0);
  content.writeUInt32BE(OWN_FLAGS, 4);
  content.writeUInt16BE(latencyMs, 8);
  content.writeUInt16BE(latencyMs, 10);
  return {
    ...asked,
    version: VERSION,
    encryption: 0,
    extensionField: keys ? FIELD.abilities | FIELD.keys : FIELD.abilities,
    window,
    socketId,
    extensions: [
      { type: EXTENSION.ownAbilities, content },
      ...(keys ? [{ type: EXTENSION.keysConfirmed, content: keys }] : []),
    ],
  };
}

/** The answer to a refused caller. */
export const refusal = (asked: Handshake, type: number): Handshake => ({
  ...asked,
  encryption: 0,
  extensionField: 0,
  type,
  extensions: [],
});

/** Reads the handshake request extension; null when it is missing or too short. */
export function readAbilities({ extensions }: Handshake): Abilities | null {
  const content = extensions.find(({ type }) => type === EXTENSION.abilities)?.content;
  if (!content || content.length < ABILITIES_BYTES) return null;
  return {
    version: [...content.subarray(1, 4)].join("."),
    flags: content.readUInt32BE(4),
    receiverLatencyMs: content.readUInt16BE(8),
    senderLatencyMs: content.readUInt16BE(10),
  };
}

/** The rejection reason for a conclusion this listener does not support; null when it is supported. */
export function unsupported(handshake: Handshake): number | null {
  const { version } = handshake;
  const abilities = readAbilities(handshake);
  if (version !== VERSION || !abilities) return REFUSAL.version;
  const keys = readKeys(handshake);
  if (keys && !readKeyMaterial(keys)) return REFUSAL.cipher;
  if (abilities.flags & FLAG_STREAM) return REFUSAL.messages;
  const congestion = readText(handshake, EXTENSION.congestion);
  return congestion === "" || congestion === "live" ? null : REFUSAL.congestion;
}

/** The key material message; null when the media is not encrypted. */
export const readKeys = ({ extensions }: Handshake): Buffer | null =>
  extensions.find(({ type }) => type === EXTENSION.keys)?.content ?? null;

/** The Stream ID (§3.2.1.3); empty when missing. */
export const readStreamId = (handshake: Handshake): string => readText(handshake, EXTENSION.streamId);

/** Text is sent in 32-bit words with reversed bytes, padded with zeros. */
function readText({ extensions }: Handshake, wanted: number): string {
  const content = extensions.find(({ type }) => type === wanted)?.content;
  if (!content) return "";
  const text = Buffer.from(content.subarray(0, STREAM_ID_BYTES)).swap32();
  return text.toString("utf8").replace(/\0[\s\S]*$/, "");
}

/** A handshake packet to a caller's socket. */
export const handshakePacket = (to: number, handshake: Handshake): Buffer =>
  writeControl(CONTROL.handshake, { to, body: writeHandshake(handshake) });
