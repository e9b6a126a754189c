import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { expect, test } from "vitest";
import { publisherClip } from "../fixtures/publisher-clip.ts";
import { mediaTools } from "../tools/capabilities.ts";
import { markOfFrame } from "./picture-mark.ts";
import { readProgramme } from "./programme-map.ts";
import { SpliceClock } from "./splice-clock.ts";
import { insertSection, signalSection } from "./splice-fixtures.ts";
import { sectionPackets, splicePid, withSplices } from "./transport-fixtures.ts";
import { TransportSplices, type MarkedPicture, type TimedSplice } from "./transport-splices.ts";
import { openTransportStream } from "./transport-stream.ts";

async function transportStream(...more: string[]): Promise<Buffer> {
  const { ffmpegPath } = await mediaTools();
  const args = ["-v", "error", ...more, "-i", await publisherClip(), "-t", "4", "-c", "copy", "-f", "mpegts", "pipe:1"];
  const options = { encoding: "buffer", maxBuffer: 64 * 1024 * 1024 } as const;
  return (await promisify(execFile)(ffmpegPath, args, options)).stdout;
}

const pids = { pids: [splicePid], videoPid: 0x100 };

/** What is read of a stream that comes in pieces of so many bytes. */
function read(bytes: Buffer, pieceBytes = 1_316) {
  const splices: TimedSplice[] = [];
  const pictures: MarkedPicture[] = [];
  const reader = new TransportSplices(pids, "h264", {
    onSplice: (one) => splices.push(one),
    onPicture: (one) => pictures.push(one),
  });
  for (let at = 0; at < bytes.length; at += pieceBytes) reader.read(bytes.subarray(at, at + pieceBytes));
  return { splices, pictures };
}

const long = signalSection(
  900,
  [1, 2, 3].map((eventId) => ({ eventId, type: 0x34, upid: Buffer.alloc(60, eventId) })),
);

test("the map names the packets of splices where they are registered, and the picture's", async () => {
  const plain = await transportStream();
  expect(readProgramme(plain)).not.toHaveProperty("splices");
  const { packets } = withSplices(plain, () => []);
  const bytes = Buffer.concat(packets.map((one) => one.bytes));
  expect(readProgramme(bytes)).toMatchObject({ video: "h264", audio: "aac", splices: pids });
  const unregistered = Buffer.from(bytes.toString("latin1").replaceAll("CUEI", "ABCD"), "latin1");
  expect(readProgramme(unregistered)).not.toHaveProperty("splices");
});

test.each([1_316, 1_024, 188, 7])("splices are read from pieces of %i bytes, in their order", async (pieceBytes) => {
  const begins = insertSection({ eventId: 5, kind: "out", pts: 4_000, durationSeconds: 30 });
  const atOnce = insertSection({ eventId: 5, kind: "in" });
  const { packets, firstPts } = withSplices(await transportStream(), () => [
    { seconds: 1, section: begins },
    { seconds: 1.5, section: long },
    { seconds: 2, section: atOnce },
  ]);
  const { splices } = read(Buffer.concat(packets.map(({ bytes }) => bytes)), pieceBytes);
  expect(splices.map(({ kind, eventId, isAtOnce }) => ({ kind, eventId, isAtOnce }))).toEqual([
    { kind: "out", eventId: 5, isAtOnce: false },
    ...[1, 2, 3].map((eventId) => ({ kind: "out", eventId, isAtOnce: false })),
    { kind: "in", eventId: 5, isAtOnce: true },
  ]);
  expect(splices[0]).toMatchObject({ pts: 4_000, durationSeconds: 30, section: begins });
  expect(Math.abs((splices.at(-1)?.pts ?? 0) - firstPts - 2 * 90_000)).toBeLessThan(0.2 * 90_000);
});

test("sections share a packet, and one that lost a packet, is damaged or has no picture before it is left out", () => {
  const at = insertSection({ eventId: 5, kind: "out", pts: 900 });
  const two = insertSection({ eventId: 6, kind: "out", pts: 900 });
  const events = (...packets: Buffer[]) => read(Buffer.concat(packets)).splices.map(({ eventId }) => eventId);
  expect(events(...sectionPackets(splicePid, Buffer.concat([at, two])))).toEqual([5, 6]);
  const [first, second] = sectionPackets(splicePid, long);
  if (!first || !second) throw new Error("The section is too short for two packets.");
  expect(events(first, second)).toEqual([1, 2, 3]);
  expect(events(first, ...sectionPackets(splicePid, at), second)).toEqual([5]);
  expect(events(second, ...sectionPackets(splicePid, at))).toEqual([5]);
  expect(events(...sectionPackets(splicePid, insertSection({ eventId: 5, kind: "out" })))).toEqual([]);
  expect(events(...sectionPackets(splicePid + 1, at))).toEqual([]);
  expect(events(...sectionPackets(splicePid, Buffer.concat([Buffer.from([0xfc, 0x3f, 0xff]), at])))).toEqual([]);
  // A section whose end is in front of the next one, in a packet that has both.
  const shared = Buffer.from(second);
  const [whole] = sectionPackets(splicePid, at);
  const rest = long.length - (188 - 5);
  shared.writeUInt8(shared.readUInt8(1) | 0x40, 1);
  shared.writeUInt8(rest, 4);
  second.copy(shared, 5, 4, 4 + rest);
  at.copy(shared, 5 + rest);
  expect(whole && events(first, shared)).toEqual([1, 2, 3, 5]);
});

test("bytes between packets and a hostile packet cost no more than what is damaged", () => {
  const at = sectionPackets(splicePid, insertSection({ eventId: 5, kind: "out", pts: 900 }));
  const empty = Buffer.alloc(188, 0xff);
  Buffer.from([0x47, 0x41, 0xf4, 0x30, 0xff]).copy(empty);
  const noise = Buffer.alloc(500, 0x12);
  const { splices } = read(Buffer.concat([noise, ...at, ...at, noise, empty, ...at, ...at]), 60);
  expect(splices.length).toBeGreaterThanOrEqual(3);
});

test("the clock of the stream is known from the pictures after the demuxer, also where it begins within a group of pictures", async () => {
  const whole = await transportStream();
  const programme = readProgramme(whole);
  if (!programme) throw new Error("The stream has no programme.");
  for (const bytes of [whole, whole.subarray(188 * 40)]) {
    const { pictures } = read(bytes);
    const clock = new SpliceClock();
    for (const picture of pictures) clock.picture(picture);
    const stream = await openTransportStream(programme, () => undefined);
    // The tables are in front.
    stream.input.end(Buffer.concat([whole.subarray(0, 3 * 188), bytes]));
    const [first] = pictures;
    const begins = new Set<number | null>();
    for await (const piece of stream.pieces) {
      if (piece.kind !== "frame" || piece.codec !== "h264") continue;
      clock.frame(markOfFrame(piece.data, "h264"), piece.decodeMs + piece.compositionMs);
      const ms = clock.msOf(first?.pts ?? 0);
      if (ms !== null) begins.add(Math.round(ms));
    }
    await stream.stop(0);
    expect(begins.size).toBe(1);
  }
});
