/** Element ids (RFC 9559, §5). */
const ID = {
  ebml: 0x1a45dfa3,
  docType: 0x4282,
  docTypeVersion: 0x4287,
  docTypeReadVersion: 0x4285,
  segment: 0x18538067,
  info: 0x1549a966,
  timestampScale: 0x2ad7b1,
  muxingApp: 0x4d80,
  writingApp: 0x5741,
  tracks: 0x1654ae6b,
  track: 0xae,
  number: 0xd7,
  uid: 0x73c5,
  type: 0x83,
  lacing: 0x9c,
  codec: 0x86,
  codecPrivate: 0x63a2,
  video: 0xe0,
  pixelWidth: 0xb0,
  pixelHeight: 0xba,
  audio: 0xe1,
  rate: 0xb5,
  channels: 0x9f,
  cluster: 0x1f43b675,
  timestamp: 0xe7,
  simpleBlock: 0xa3,
} as const;

const KEY_FRAME = 0x80;
/** The unknown length. */
const OPEN_ENDED = Buffer.from("01ffffffffffffff", "hex");

/** The head of a stream with these tracks: timestamps are in milliseconds. */
export const matroskaHead = (...tracks: readonly Buffer[]): Buffer =>
  Buffer.concat([
    element(ID.ebml, text(ID.docType, "matroska"), number(ID.docTypeVersion, 4), number(ID.docTypeReadVersion, 2)),
    idOf(ID.segment),
    OPEN_ENDED,
    element(ID.info, number(ID.timestampScale, 1_000_000), text(ID.muxingApp, "Kinora"), text(ID.writingApp, "Kinora")),
    element(ID.tracks, ...tracks),
  ]);

/** A cluster with a single block, so that each frame is complete when it is written. */
export function block(trackNumber: number, atMs: number, isKey: boolean, data: Buffer): Buffer {
  const head = Buffer.from([0x80 | trackNumber, 0, 0, isKey ? KEY_FRAME : 0]);
  return element(ID.cluster, number(ID.timestamp, Math.max(0, atMs)), element(ID.simpleBlock, head, data));
}

/** One track; `type` is 1 for video and 2 for audio, `more` has the elements of its kind. */
export function track(
  trackNumber: number,
  type: number,
  codec: string,
  codecPrivate: Buffer | null,
  more: Buffer[],
): Buffer {
  return element(
    ID.track,
    number(ID.number, trackNumber),
    number(ID.uid, trackNumber),
    number(ID.type, type),
    number(ID.lacing, 0),
    text(ID.codec, codec),
    ...(codecPrivate ? [element(ID.codecPrivate, codecPrivate)] : []),
    ...more,
  );
}

/** The element of an audio track; `rate` in hertz. */
export function audio(rate: number, channels: number): Buffer {
  const bytes = Buffer.alloc(8);
  bytes.writeDoubleBE(rate, 0);
  return element(ID.audio, element(ID.rate, bytes), number(ID.channels, channels));
}

/** The element of a video track; its size in pixels. */
export const video = (width: number, height: number): Buffer =>
  element(ID.video, number(ID.pixelWidth, width), number(ID.pixelHeight, height));

function element(id: number, ...content: Buffer[]): Buffer {
  const length = content.reduce((sum, part) => sum + part.length, 0);
  const size = Buffer.alloc(8);
  size.writeBigUInt64BE(0x01_00_00_00_00_00_00_00n | BigInt(length), 0);
  return Buffer.concat([idOf(id), size, ...content]);
}

const text = (id: number, value: string): Buffer => element(id, Buffer.from(value, "latin1"));

function number(id: number, value: number): Buffer {
  const bytes = Buffer.alloc(6);
  bytes.writeUIntBE(value, 0, 6);
  return element(id, bytes);
}

/** Element ids encode their own length. */
function idOf(id: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32BE(id, 0);
  return bytes.subarray(bytes.findIndex((byte) => byte !== 0));
}
