import { describe, expect, test } from "vitest";
import { AmfError, readAmf, writeAmf } from "./amf.ts";
import { ChunkReader, MESSAGE, ProtocolError, writeMessage, writeNumber } from "./chunks.ts";
import { FLV_VIDEO, PublisherClock } from "./flv.ts";

const payload = Buffer.from(Array.from({ length: 5_000 }, (_, at) => at & 0xff));

describe("chunks of a connection", () => {
  test("are assembled to messages, however the network splits them", () => {
    const bytes = Buffer.concat([
      writeNumber(MESSAGE.setChunkSize, 1_000),
      writeMessage(MESSAGE.video, payload, { streamId: 1, chunkStream: 6, chunkBytes: 1_000 }),
      writeMessage(MESSAGE.audio, payload.subarray(0, 10), { streamId: 1, chunkStream: 4, chunkBytes: 1_000 }),
    ]);
    for (const step of [1, 7, 100, bytes.length]) {
      const reader = new ChunkReader();
      const messages = [];
      for (let at = 0; at < bytes.length; at += step) messages.push(...reader.take(bytes.subarray(at, at + step)));
      expect(messages.map(({ type }) => type)).toEqual([MESSAGE.video, MESSAGE.audio]);
      expect(messages[0]?.payload.equals(payload)).toBe(true);
    }
  });

  test("of several messages may be interleaved", () => {
    const one = writeMessage(MESSAGE.video, payload.subarray(0, 200), { chunkStream: 6, chunkBytes: 128 });
    const other = writeMessage(MESSAGE.audio, payload.subarray(0, 50), { chunkStream: 4, chunkBytes: 128 });
    const reader = new ChunkReader();
    const messages = reader.take(Buffer.concat([one.subarray(0, 12 + 128), other, one.subarray(12 + 128)]));
    expect(messages.map(({ type, payload: { length } }) => [type, length])).toEqual([
      [MESSAGE.audio, 50],
      [MESSAGE.video, 200],
    ]);
  });

  test("may be read into reused memory once the rest was kept", () => {
    const bytes = Buffer.concat([
      writeNumber(MESSAGE.setChunkSize, 1_000),
      writeMessage(MESSAGE.video, payload.subarray(0, 900), { chunkStream: 6, chunkBytes: 1_000 }),
      writeMessage(MESSAGE.video, payload, { chunkStream: 6, chunkBytes: 1_000 }),
    ]);
    const reader = new ChunkReader();
    const shared = Buffer.from(bytes);
    reader.feed(shared);
    expect(reader.next()?.payload.equals(payload.subarray(0, 900))).toBe(true);
    reader.keep();
    shared.fill(0xee);
    expect(reader.next()?.payload.equals(payload)).toBe(true);
    expect(reader.next()).toBeNull();
  });

  test("are assembled after 4 hours and 40 minutes, whether or not the encoder repeats the time in each chunk", () => {
    const timestamp = 0xff_ff_ff + 40;
    const repeated = writeMessage(MESSAGE.video, payload, {
      streamId: 1,
      chunkStream: 6,
      chunkBytes: 1_000,
      timestamp,
    });
    const parts = [repeated.subarray(0, 16 + 1_000)];
    for (let at = 16 + 1_000; at < repeated.length; at += 5 + 1_000)
      parts.push(repeated.subarray(at, at + 1), repeated.subarray(at + 5, at + 5 + 1_000));
    for (const bytes of [repeated, Buffer.concat(parts)])
      for (const step of [1, 3, 1_003, bytes.length]) {
        const reader = new ChunkReader();
        reader.take(writeNumber(MESSAGE.setChunkSize, 1_000));
        const messages = [];
        const all = Buffer.concat([bytes, bytes]);
        for (let at = 0; at < all.length; at += step) messages.push(...reader.take(all.subarray(at, at + step)));
        expect(messages.map((one) => [one.timestamp, one.payload.equals(payload)])).toEqual([
          [timestamp, true],
          [timestamp, true],
        ]);
      }
  });

  test("that are invalid or too large are refused", () => {
    const huge = Buffer.from([0x03, 0, 0, 0, 0xff, 0xff, 0xff, 9, 0, 0, 0, 0]);
    expect(() => new ChunkReader().take(huge)).toThrow(ProtocolError);
    expect(() => new ChunkReader().take(Buffer.from([0xc3, 1, 2, 3]))).toThrow(ProtocolError);
    expect(() => new ChunkReader().take(writeNumber(MESSAGE.setChunkSize, 0))).toThrow(ProtocolError);
    const streams = Array.from({ length: 40 }, (_, at) => Buffer.from([3 + at, 0, 0, 0, 0, 0, 1, 9, 0, 0, 0, 0, 1]));
    expect(() => new ChunkReader().take(Buffer.concat(streams))).toThrow(ProtocolError);
  });

  test.each([2 * 1_048_576, 134_217_728, 0x7f_ff_ff_ff])("may have %i bytes, of which a message fills few", (size) => {
    const reader = new ChunkReader();
    reader.take(writeNumber(MESSAGE.setChunkSize, size));
    const whole = writeMessage(MESSAGE.video, payload, { streamId: 1, chunkStream: 6, chunkBytes: payload.length });
    expect(reader.take(Buffer.concat([whole, whole])).map((one) => one.payload.equals(payload))).toEqual([true, true]);
  });

  test("of an aborted message are discarded, and the next one may share its header", () => {
    const reader = new ChunkReader();
    const whole = writeMessage(MESSAGE.video, payload.subarray(0, 300), {
      ...{ streamId: 1, chunkStream: 6, chunkBytes: 128, timestamp: 40 },
    });
    expect(reader.take(whole.subarray(0, 12 + 128))).toEqual([]);
    reader.take(writeNumber(MESSAGE.abort, 6));
    // Type 2, as after any other message: 40 ms later.
    const next = Buffer.concat([Buffer.from([0x80 | 6, 0, 0, 40]), whole.subarray(12)]);
    const [message] = reader.take(next);
    expect(message).toMatchObject({ type: MESSAGE.video, streamId: 1, timestamp: 80 });
    expect(message?.payload.equals(payload.subarray(0, 300))).toBe(true);
  });

  test("of many large messages at the same time are refused, and idle chunk streams give their memory back", () => {
    /** The beginning of a message of 5 MiB, or a whole shorter one in two chunks. */
    const begun = (chunkStream: number) =>
      Buffer.concat([Buffer.from([chunkStream, 0, 0, 0, 0x50, 0, 0, 9, 1, 0, 0, 0]), Buffer.alloc(0x40_00_00)]);
    const short = (chunkStream: number) =>
      writeMessage(MESSAGE.video, Buffer.alloc(900_000), { chunkStream, chunkBytes: 0x08_00_00 });
    const idle = new ChunkReader();
    idle.take(writeNumber(MESSAGE.setChunkSize, 0x08_00_00));
    for (let chunkStream = 4; chunkStream < 34; chunkStream += 1) expect(idle.take(short(chunkStream))).toHaveLength(1);
    const many = new ChunkReader();
    many.take(writeNumber(MESSAGE.setChunkSize, 0x40_00_00));
    for (let chunkStream = 4; chunkStream < 7; chunkStream += 1) expect(many.take(begun(chunkStream))).toEqual([]);
    expect(() => many.take(begun(7))).toThrow("Too many messages are sent at the same time.");
  });

  test("of garbage never buffer more than a message", () => {
    let seed = 7;
    const random = () => (seed = (seed * 1_103_515_245 + 12_345) & 0x7f_ff_ff_ff) & 0xff;
    for (let run = 0; run < 200; run += 1) {
      const reader = new ChunkReader();
      try {
        for (let at = 0; at < 20; at += 1) reader.take(Buffer.from(Array.from({ length: 300 }, random)));
      } catch (error) {
        expect(error).toBeInstanceOf(ProtocolError);
      }
    }
  });
});

describe("AMF 0", () => {
  test("reads what it wrote", () => {
    const values = ["connect", 1, { app: "live", type: "nonprivate", nested: { on: true, off: null } }, [1, "two"]];
    expect(readAmf(writeAmf(...values))).toEqual(values);
  });

  test("refuses truncated, too deep and too large messages", () => {
    const whole = writeAmf("connect", 1, { app: "live" });
    for (let length = 1; length < whole.length; length += 1) {
      try {
        readAmf(whole.subarray(0, length));
      } catch (error) {
        expect(error).toBeInstanceOf(AmfError);
      }
    }
    const deep = Buffer.from(Array.from({ length: 400 }, () => [3, 0, 1, 97]).flat());
    expect(() => readAmf(deep)).toThrow(AmfError);
    expect(() => readAmf(Buffer.alloc(9 * 600))).toThrow(AmfError);
  });
});

test("a publisher's clock starts at 0 and handles wraps and jumps", () => {
  const clock = new PublisherClock();
  const moments = [4_294_967_200, 4_294_967_240, 10, 50, 3_600_000, 3_600_040, 5].map((at) =>
    clock.moment(FLV_VIDEO, at),
  );
  expect(moments).toEqual([0, 40, 106, 146, 186, 226, 266]);
});
