/** Types of messages (RTMP specification 1.0, §5.4, §7.1). */
export const MESSAGE = {
  setChunkSize: 1,
  abort: 2,
  acknowledgement: 3,
  userControl: 4,
  windowSize: 5,
  peerBandwidth: 6,
  audio: 8,
  video: 9,
  dataAmf3: 15,
  commandAmf3: 17,
  dataAmf0: 18,
  commandAmf0: 20,
  aggregate: 22,
} as const;

/** A whole message of RTMP. */
export interface RtmpMessage {
  type: number;
  streamId: number;
  /** Milliseconds; wraps at 2³². */
  timestamp: number;
  /** Valid until the next message is read, which may reuse the memory. */
  payload: Buffer;
}

/** The peer does not speak RTMP, or exceeds a limit. */
export class ProtocolError extends Error {}

interface ChunkStream {
  timestamp: number;
  delta: number;
  length: number;
  type: number;
  streamId: number;
  extended: boolean;
  /** The time in the header that began the current message: a moment, or the distance from the last. */
  time: number;
  /** Reused memory in which messages of several chunks are assembled. */
  room: Buffer;
  /** Bytes of the current message received so far. */
  received: number;
}

/** A chunk's header and the offset of its end. */
interface Header {
  id: number;
  format: number;
  time: number;
  hasExtended: boolean;
  /** Offset of the fields after the chunk stream id. */
  fieldsAt: number;
  endsAt: number;
}

const FIRST_CHUNK_BYTES = 128;
const EXTENDED = 0xff_ff_ff;
/** Larger than a key frame at 200 Mbit/s. */
export const LARGEST_MESSAGE_BYTES = 6 * 1024 * 1024;
/** A message's length has three bytes: larger chunks hold no more (§5.4.1). */
const LARGEST_CHUNK_BYTES = 0xff_ff_ff;
const MOST_CHUNK_STREAMS = 32;
const HEADER_BYTES = [11, 7, 3, 0] as const;
/** Basic header, message header and extended timestamp. */
const LONGEST_HEADER_BYTES = 3 + 11 + 4;
/** Memory allocated at first; it grows with the received bytes, not with the length a header claims. */
const FIRST_ROOM_BYTES = 4 * 1024;
/** Memory a chunk stream keeps for its next message. */
const KEPT_ROOM_BYTES = 1024 * 1024;
/** Memory of all chunk streams together: a picture and a sound are sent in turns, not thirty pictures. */
const MOST_ROOM_BYTES = 2 * LARGEST_MESSAGE_BYTES;
const NOTHING: Buffer = Buffer.alloc(0);

/**
 * Assembles messages from the chunks of a connection (RTMP specification 1.0, §5.3). Buffers at most one message per chunk stream,
 * in reused memory: a publisher sends a megabyte per second.
 */
export class ChunkReader {
  readonly #streams = new Map<number, ChunkStream>();
  #chunkBytes = FIRST_CHUNK_BYTES;
  /** Received bytes that are not parsed yet. */
  #bytes: Buffer = NOTHING;
  #at = 0;
  /** The first bytes of an incomplete header. */
  #rest: Buffer = NOTHING;
  /** The chunk whose body is being received, and how many bytes of it are missing. */
  #open: { stream: ChunkStream; leftBytes: number } | null = null;
  /** Longer messages are refused. */
  largestMessageBytes: number;

  /** @param largestMessageBytes at first. */
  constructor(largestMessageBytes = LARGEST_MESSAGE_BYTES) {
    this.largestMessageBytes = largestMessageBytes;
  }

  /** Parses received bytes. Returns the complete messages as copies. @throws ProtocolError */
  take(bytes: Buffer): RtmpMessage[] {
    this.feed(bytes);
    const messages: RtmpMessage[] = [];
    for (let message = this.next(); message; message = this.next())
      messages.push({ ...message, payload: Buffer.from(message.payload) });
    return messages;
  }

  /** Adds received bytes, which must not change until `next` returns null or `keep` was called. */
  feed(bytes: Buffer): void {
    const isUsedUp = this.#at >= this.#bytes.length;
    this.#bytes = isUsedUp ? bytes : Buffer.concat([this.#bytes.subarray(this.#at), bytes]);
    this.#at = 0;
  }

  /** The next complete message, valid until the next call; null when there is none. @throws ProtocolError */
  next(): RtmpMessage | null {
    while (this.#at < this.#bytes.length) {
      const message = this.#open ? this.#body(this.#open) : this.#head();
      if (message) return message;
    }
    this.#bytes = NOTHING;
    this.#at = 0;
    return null;
  }

  /** Copies the unparsed bytes, so that the caller may reuse their memory. */
  keep(): void {
    this.#bytes = Buffer.from(this.#bytes.subarray(this.#at));
    this.#at = 0;
  }

  /** Reads a chunk's header, or the available part of it. */
  #head(): RtmpMessage | null {
    const rest = this.#rest;
    const begun = rest.length;
    const start = this.#at;
    const window = begun === 0 ? null : this.#bytes.subarray(start, start + LONGEST_HEADER_BYTES - begun);
    const buffer = window ? Buffer.concat([rest, window]) : this.#bytes;
    const header = this.#read(buffer, window ? 0 : start);
    if (!header) {
      // Copied: a few bytes must not keep the whole received buffer alive.
      this.#rest = Buffer.from(window ? buffer : buffer.subarray(start));
      this.#at += window?.length ?? this.#rest.length;
      return null;
    }
    this.#rest = NOTHING;
    if (header.endsAt < begun) this.#bytes = Buffer.concat([rest, this.#bytes.subarray(start)]);
    this.#at = window && header.endsAt >= begun ? start + header.endsAt - begun : header.endsAt;
    const { id, format, fieldsAt, time, hasExtended } = header;
    const stream = this.#streams.get(id) ?? this.#begin(id, format);
    const length = format < 2 ? buffer.readUIntBE(fieldsAt + 3, 3) : stream.length;
    if (length > this.largestMessageBytes) throw new ProtocolError("A message is too large.");
    const bodyBytes = Math.min(this.#chunkBytes, length - stream.received);
    if (bodyBytes < 0) throw new ProtocolError("A message changes its length between chunks.");
    if (stream.received === 0) this.#beginMessage(stream, format, time, length, buffer, fieldsAt, hasExtended);
    else if (format < 3) throw new ProtocolError("A message begins within another.");
    const end = this.#at + length;
    if (bodyBytes === length && end <= this.#bytes.length) {
      const payload = this.#bytes.subarray(this.#at, end);
      this.#at = end;
      return this.#finish(stream, payload);
    }
    this.#open = { stream, leftBytes: bodyBytes };
    return null;
  }

  /** Null when the header is incomplete. */
  #read(buffer: Buffer, at: number): Header | null {
    const first = buffer.readUInt8(at);
    const format = first >> 6;
    let id = first & 63;
    let fieldsAt = at + 1;
    if (id < 2) {
      const idBytes = id + 1;
      if (buffer.length < fieldsAt + idBytes) return null;
      id = 64 + buffer.readUIntLE(fieldsAt, idBytes);
      fieldsAt += idBytes;
    }
    const headerBytes = HEADER_BYTES[format] ?? 0;
    if (buffer.length < fieldsAt + headerBytes) return null;
    const time = format < 3 ? buffer.readUIntBE(fieldsAt, 3) : 0;
    const stream = format < 3 ? undefined : this.#streams.get(id);
    const mayBeExtended = stream ? stream.extended : time === EXTENDED;
    const extendedAt = fieldsAt + headerBytes;
    if (mayBeExtended && buffer.length < extendedAt + 4) return null;
    const hasExtended = mayBeExtended && !(stream && goesOnWithout(stream, buffer.readUInt32BE(extendedAt)));
    const endsAt = extendedAt + (hasExtended ? 4 : 0);
    return { id, format, fieldsAt, hasExtended, time: hasExtended ? buffer.readUInt32BE(extendedAt) : time, endsAt };
  }

  /** Copies the available part of a chunk's body. */
  #body(open: { stream: ChunkStream; leftBytes: number }): RtmpMessage | null {
    const { stream } = open;
    const count = Math.min(open.leftBytes, this.#bytes.length - this.#at);
    const end = stream.received + count;
    if (end > stream.room.length) this.#enlarge(stream, end);
    this.#bytes.copy(stream.room, stream.received, this.#at, this.#at + count);
    this.#at += count;
    stream.received = end;
    open.leftBytes -= count;
    if (open.leftBytes > 0) return null;
    this.#open = null;
    return end < stream.length ? null : this.#finish(stream, stream.room.subarray(0, end));
  }

  /** Gives a chunk stream memory for so many bytes of its message, that of idle ones if need be. @throws ProtocolError */
  #enlarge(stream: ChunkStream, bytes: number): void {
    const wanted = Math.min(LARGEST_MESSAGE_BYTES, Math.max(bytes, stream.room.length * 2, FIRST_ROOM_BYTES));
    const others = [...this.#streams.values()].filter((other) => other !== stream);
    const total = () => others.reduce((sum, { room }) => sum + room.length, wanted);
    if (total() > MOST_ROOM_BYTES) for (const other of others) if (other.received === 0) other.room = NOTHING;
    if (total() > MOST_ROOM_BYTES) throw new ProtocolError("Too many messages are sent at the same time.");
    const larger = Buffer.allocUnsafeSlow(wanted);
    stream.room.copy(larger, 0, 0, stream.received);
    stream.room = larger;
  }

  #begin(id: number, format: number): ChunkStream {
    if (format !== 0 && format !== 1) throw new ProtocolError("A chunk stream begins in the middle.");
    if (this.#streams.size >= MOST_CHUNK_STREAMS) throw new ProtocolError("There are too many chunk streams.");
    const stream = {
      timestamp: 0,
      delta: 0,
      length: 0,
      type: 0,
      streamId: 0,
      extended: false,
      time: 0,
      room: NOTHING,
      received: 0,
    };
    this.#streams.set(id, stream);
    return stream;
  }

  #beginMessage(
    stream: ChunkStream,
    format: number,
    time: number,
    length: number,
    buffer: Buffer,
    at: number,
    hasExtended: boolean,
  ): void {
    if (format < 3) {
      stream.extended = hasExtended;
      stream.time = time;
      stream.delta = time;
    }
    stream.timestamp = format === 0 ? time : (stream.timestamp + stream.delta) >>> 0;
    // A type 3 chunk that starts a message after a type 0 chunk uses its timestamp as delta (§5.3.1.2.4).
    if (format === 0) stream.delta = 0;
    if (format < 2) {
      stream.length = length;
      stream.type = buffer.readUInt8(at + 6);
    }
    if (format === 0) stream.streamId = buffer.readUInt32LE(at + 7);
  }

  /** Returns a complete message; null for protocol control messages, which are applied here. */
  #finish(stream: ChunkStream, payload: Buffer): RtmpMessage | null {
    const { type, streamId, timestamp } = stream;
    clear(stream);
    if (type === MESSAGE.setChunkSize) this.#resize(payload);
    else if (type === MESSAGE.abort && payload.length >= 4) {
      // What is discarded is the message (§5.4.2): headers of the next one may leave out what they share with it.
      const aborted = this.#streams.get(payload.readUInt32BE(0));
      if (aborted) clear(aborted);
    } else return { type, streamId, timestamp, payload };
    return null;
  }

  #resize(payload: Buffer): void {
    const bytes = payload.length >= 4 ? payload.readUInt32BE(0) & 0x7f_ff_ff_ff : 0;
    if (bytes < 1) throw new ProtocolError("The chunk size is invalid.");
    this.#chunkBytes = Math.min(bytes, LARGEST_CHUNK_BYTES);
  }
}

/** Ends a chunk stream's message. */
function clear(stream: ChunkStream): void {
  stream.received = 0;
  if (stream.room.length > KEPT_ROOM_BYTES) stream.room = NOTHING;
}

/**
 * Whether a message continues without the extended timestamp, though it began with one. The specification wants it in every
 * chunk (§5.3.1.3), but encoders leave it out after the first, such as OBS before 30.1; what is there is the message's body.
 */
const goesOnWithout = ({ received, time, timestamp }: ChunkStream, given: number): boolean =>
  received > 0 && given !== time && given !== timestamp;

/** Size of the chunks we send; announced before the first of them. */
export const OUT_CHUNK_BYTES = 65_536;

/** Writes a message as chunks of `chunkBytes`; `timestamp` in milliseconds. */
export function writeMessage(
  type: number,
  payload: Buffer,
  { streamId = 0, chunkStream = 3, chunkBytes = OUT_CHUNK_BYTES, timestamp = 0 } = {},
): Buffer {
  const isLate = timestamp >= EXTENDED;
  const late = Buffer.alloc(isLate ? 4 : 0);
  if (isLate) late.writeUInt32BE(timestamp >>> 0, 0);
  const head = Buffer.alloc(12);
  head.writeUInt8(chunkStream, 0);
  head.writeUIntBE(isLate ? EXTENDED : timestamp, 1, 3);
  head.writeUIntBE(payload.length, 4, 3);
  head.writeUInt8(type, 7);
  head.writeUInt32LE(streamId, 8);
  const parts = [head, late, payload.subarray(0, chunkBytes)];
  const next = Buffer.concat([Buffer.from([0xc0 | chunkStream]), late]);
  for (let at = chunkBytes; at < payload.length; at += chunkBytes)
    parts.push(next, payload.subarray(at, at + chunkBytes));
  return Buffer.concat(parts);
}

/** A message with one 32-bit number. */
export function writeNumber(type: number, value: number, extra: readonly number[] = []): Buffer {
  const payload = Buffer.alloc(4 + extra.length);
  payload.writeUInt32BE(value, 0);
  payload.set(extra, 4);
  return writeMessage(type, payload, { chunkStream: 2 });
}
