import { Writable } from "node:stream";
import type { LiveInput } from "@kinora/media/live/live-encode-plan.ts";
import { expect, test } from "vitest";
import { Publisher } from "./publisher.ts";
import { writeAmf } from "./rtmp/amf.ts";
import { tagsOf, timeOf } from "./rtmp/flv-tags.ts";
import { FLV_AUDIO, FLV_HEADER, FLV_SCRIPT, FLV_VIDEO } from "./rtmp/flv.ts";
import type { MediaTag } from "./rtmp/session.ts";
import { copyOf, type SourceMoment } from "./source-sink.ts";

/** A publisher, what it was found to send, and its callbacks. */
class Studio {
  readonly ready: LiveInput[] = [];
  readonly rejections: string[] = [];
  readonly closed: string[] = [];
  readonly notes: string[] = [];
  readonly publisher = new Publisher(
    {
      key: "",
      encoder: "a test",
      clientIp: "192.0.2.7",
      close: (reason = "closed") => void this.closed.push(reason),
      silence: () => ({ ms: 0, usualMs: 0 }),
    },
    {
      onReady: (_, input) => void this.ready.push(input),
      onEnd: () => undefined,
      onNote: (_, sentence) => void this.notes.push(sentence),
      onReject: (_, reason) => void this.rejections.push(reason),
    },
    () => 0,
  );

  metadata(facts: Record<string, number | string>): void {
    this.#write(FLV_SCRIPT, 0, writeAmf("onMetaData", facts));
  }
  video(timestamp: number, ...bytes: number[]): void {
    this.#write(FLV_VIDEO, timestamp, Buffer.from(bytes));
  }
  audio(timestamp: number, ...bytes: number[]): void {
    this.#write(FLV_AUDIO, timestamp, Buffer.from(bytes));
  }
  /** The memory of a body is used for something else as soon as it was taken. */
  #write(type: MediaTag["type"], timestamp: number, body: Buffer): void {
    this.publisher.write({ type, timestamp, body });
    body.fill(0xee);
  }
  /** What decoders of H.264 and AAC need first, then a key frame. */
  begin(at = 0): void {
    this.video(at, 0x17, 0, 0, 0, 0, 1);
    this.audio(at, 0xaf, 0, 0x11, 0x90);
    this.video(at, 0x17, 1, 0, 0, 0, 1);
  }
  /** An encoder that keeps what it is given. */
  encode(): Kept {
    const kept = new Kept();
    this.publisher.sendTo(kept);
    return kept;
  }
}

class Kept extends Writable {
  readonly chunks: Buffer[] = [];
  override _write(chunk: Buffer, _: BufferEncoding, done: () => void): void {
    this.chunks.push(chunk);
    done();
  }
  get bytes(): Buffer {
    return Buffer.concat(this.chunks);
  }
  /** Kind, moment in milliseconds and first byte of each tag after the head's. */
  get tags(): [number, number, number][] {
    return [...tagsOf(this.bytes.subarray(FLV_HEADER.length))].map((tag) => [
      tag.readUInt8(0),
      timeOf(tag),
      tag.readUInt8(11),
    ]);
  }
}

const fourCc = (packet: number, name: string, key = true): number[] => [
  0x80 | (key ? 0x10 : 0x20) | packet,
  ...Buffer.from(name),
];

test("encoding starts at a publisher's first key frame, once its audio is known", () => {
  const studio = new Studio();
  studio.metadata({ width: 1920, height: 1080, framerate: 50, audiocodecid: 10 });
  studio.video(0, 0x17, 0, 0, 0, 0, 1);
  studio.video(40, 0x27, 1, 0, 0, 0, 1);
  studio.audio(50, 0xaf, 0, 0x11, 0x90);
  expect(studio.ready).toEqual([]);
  studio.video(80, 0x17, 1, 0, 0, 0, 1);
  expect(studio.ready).toEqual([{ width: 1920, height: 1080, fps: 50, videoCodec: "h264", audioCodec: "aac" }]);
  const { tags } = studio.encode();
  expect(tags.filter(([type, , first]) => type === FLV_VIDEO && first === 0x27)).toEqual([]);
  expect(tags.at(-1)).toEqual([FLV_VIDEO, 80, 0x17]);
});

test.each([
  ["Opus", "Opus"],
  ["ac-3", "AC-3"],
  ["ec-3", "E-AC-3"],
])("sound in %s is refused in words, once", (name, word) => {
  const studio = new Studio();
  for (const packet of [0x90, 0x91, 0x91]) studio.audio(0, packet, ...Buffer.from(name), 1);
  expect(studio.rejections).toEqual([expect.stringContaining(`The sound is ${word}.`)]);
  studio.audio(0, 0x90, ...Buffer.from("mp4a"), 0x11, 0x90);
  expect(studio.rejections).toHaveLength(1);
});

test("sound alone is announced within seconds, and a picture that comes later takes its place", () => {
  const studio = new Studio();
  studio.metadata({ audiocodecid: 10 });
  studio.audio(0, 0xaf, 0, 0x11, 0x90);
  for (let at = 0; at < 2_000; at += 500) studio.audio(at, 0xaf, 1, 7);
  expect(studio.ready).toEqual([]);
  for (let at = 2_000; at <= 3_000; at += 500) studio.audio(at, 0xaf, 1, 7);
  const still = { width: 1280, height: 720, fps: 10, videoCodec: null, audioCodec: "aac" };
  expect(studio.ready).toEqual([still]);
  const { tags } = studio.encode();
  expect(tags.filter(([type]) => type === FLV_VIDEO)).toEqual([]);
  expect(tags.at(-1)).toEqual([FLV_AUDIO, 3_000, 0xaf]);
  studio.video(4_000, 0x17, 0, 0, 0, 0, 1);
  studio.video(4_000, 0x17, 1, 0, 0, 0, 1);
  expect(studio.ready.map(({ videoCodec }) => videoCodec)).toEqual([null, "h264"]);
});

test("without metadata a picture is waited for longer", () => {
  const studio = new Studio();
  studio.audio(0, 0xaf, 0, 0x11, 0x90);
  for (let at = 0; at <= 4_500; at += 500) studio.audio(at, 0xaf, 1, 7);
  expect(studio.ready).toEqual([]);
  studio.audio(5_000, 0xaf, 1, 7);
  expect(studio.ready).toMatchObject([{ videoCodec: null }]);
});

test("missing audio delays the start briefly, and late audio restarts the encoder", () => {
  const studio = new Studio();
  studio.video(0, 0x17, 0, 0, 0, 0, 1);
  for (let at = 0; at <= 1_200; at += 400) studio.video(at, 0x17, 1, 0, 0, 0, 1);
  expect(studio.ready.map(({ audioCodec }) => audioCodec)).toEqual([null]);
  const silent = studio.encode();
  studio.audio(5_000, 0xaf, 0, 0x11, 0x90);
  expect(studio.ready.map(({ audioCodec }) => audioCodec)).toEqual([null, "aac"]);
  const before = silent.bytes.length;
  studio.audio(5_010, 0xaf, 1, 7);
  studio.video(5_020, 0x27, 1, 0, 0, 0, 1);
  studio.video(5_040, 0x17, 1, 0, 0, 0, 1);
  studio.audio(5_050, 0xaf, 1, 7);
  expect(silent.bytes).toHaveLength(before);
  expect(studio.encode().tags.slice(-2)).toEqual([
    [FLV_VIDEO, 5_040, 0x17],
    [FLV_AUDIO, 5_050, 0xaf],
  ]);
});

test("a new size or codec restarts the encoder at its key frame, and none of it goes to the old one", () => {
  const studio = new Studio();
  studio.begin();
  const first = studio.encode();
  const { length } = first.bytes;
  studio.video(1000, 0x17, 0, 0, 0, 0, 2);
  studio.video(1000, 0x17, 1, 0, 0, 0, 9);
  expect(studio.ready).toHaveLength(2);
  studio.encode();
  studio.video(2000, ...fourCc(0, "hvc1"), 1, 2, 3);
  studio.video(2000, ...fourCc(3, "hvc1"), 4, 5, 6);
  expect(studio.ready.map(({ videoCodec }) => videoCodec)).toEqual(["h264", "h264", "hevc"]);
  expect(first.bytes).toHaveLength(length);
  const matroska = studio.encode().bytes;
  expect(matroska.readUInt32BE(0)).toBe(0x1a45dfa3);
  expect(matroska.includes("V_MPEGH/ISO/HEVC")).toBe(true);
  expect(matroska.includes(Buffer.from([4, 5, 6]))).toBe(true);
});

test("a source sink gets the decoder configurations first, and no audio of another codec", () => {
  const studio = new Studio();
  studio.begin();
  const calls: string[] = [];
  const taker = (name: string) => ({
    begin: (avc: Buffer, aac: Buffer | null) =>
      void calls.push(`${name} ${avc.toString("hex")} ${aac?.toString("hex")}`),
    take: ({ type, at }: SourceMoment) => void calls.push(`${name} ${type} ${at}`),
    end: () => void calls.push(`${name} ends`),
  });
  studio.publisher.sendTo(taker("first"));
  studio.audio(20, 0xaf, 1, 7);
  studio.audio(40, 0xaf, 0, 0x12, 0x10);
  studio.audio(60, 0xaf, 1, 7);
  studio.video(80, 0x17, 1, 0, 0, 0, 1);
  studio.publisher.sendTo(taker("second"));
  studio.publisher.end();
  expect(studio.ready).toHaveLength(2);
  expect(calls).toEqual([
    ...["first 01 1190", "first 9 0", "first 8 20", "first ends"],
    ...["second 01 1210", "second 9 80", "second ends"],
  ]);
});

test("an AAC profile that cannot be packaged is encoded", () => {
  const studio = new Studio();
  studio.video(0, 0x17, 0, 0, 0, 0, 1);
  studio.audio(0, 0xaf, 0, 0xf8, 0xe8, 0x50, 0);
  studio.video(0, 0x17, 1, 0, 0, 0, 1);
  expect(studio.ready.map(({ audioCodec }) => audioCodec)).toEqual(["other"]);
});

test.each([
  ["hvc1", "hevc"],
  ["av01", "av1"],
  ["vp09", "vp9"],
])("a video codec named %s is reported as %s", (name, codec) => {
  const studio = new Studio();
  studio.metadata({ width: 640, height: 360, framerate: 25 });
  studio.video(0, ...fourCc(0, name), 1, 2, 3);
  for (let at = 0; at <= 1_200; at += 600) studio.video(at, ...fourCc(1, name), 0, 0, 0, 4);
  expect(studio.ready).toEqual([{ width: 640, height: 360, fps: 25, videoCodec: codec, audioCodec: null }]);
  expect(studio.publisher.facts()).toMatchObject({
    video_codec: codec,
    width: 640,
    height: 360,
    keyframe_seconds: 0.6,
  });
});

test("H.264 and AAC with a FourCC are recognized", () => {
  const studio = new Studio();
  studio.video(0, ...fourCc(0, "avc1"), 9, 9);
  studio.audio(0, 0x90, ...Buffer.from("mp4a"), 0x11, 0x90);
  studio.video(0, ...fourCc(1, "avc1"), 0, 0, 40, 7, 7);
  expect(studio.ready.map(({ videoCodec, audioCodec }) => [videoCodec, audioCodec])).toEqual([["h264", "aac"]]);
  expect(studio.encode().bytes.includes(Buffer.from([0x17, 1, 0, 0, 40, 7, 7]))).toBe(true);
});

test("HEVC by the number that cameras give it is recognized", () => {
  const studio = new Studio();
  studio.audio(0, 0xaf, 0, 0x11, 0x90);
  studio.video(0, 0x1c, 0, 0, 0, 0, 9, 9);
  studio.video(0, 0x1c, 1, 0, 0, 40, 7, 7);
  expect(studio.ready.map(({ videoCodec }) => videoCodec)).toEqual(["hevc"]);
  const taken: SourceMoment[] = [];
  const configs: Buffer[] = [];
  studio.publisher.sendTo({
    begin: (picture) => void configs.push(picture),
    take: (moment) => void taken.push(copyOf(moment)),
    end: () => undefined,
  });
  studio.video(40, 0x2c, 1, 0, 0, 0, 8);
  studio.video(80, 0x1c, 2, 0, 0, 0);
  expect(configs).toEqual([Buffer.from([9, 9])]);
  const pictures = taken.filter(({ type }) => type === FLV_VIDEO).map(({ body }) => [...body]);
  expect(pictures[0]).toEqual([...fourCc(1, "hvc1"), 0, 0, 40, 7, 7]);
  expect(pictures[1]).toEqual([...fourCc(1, "hvc1", false), 0, 0, 0, 8]);
});

test("of several tracks the first is taken, and the others are named once they are known", () => {
  const studio = new Studio();
  const aac = [...Buffer.from("mp4a")];
  // The first track by itself, the others as messages of one track each, as OBS sends them.
  studio.audio(0, 0xaf, 0, 0x11, 0x90);
  for (const track of [1, 2]) studio.audio(0, 0x95, 0x00, ...aac, track, 0x11, 0x88);
  studio.video(0, 0x17, 0, 0, 0, 0, 1);
  expect(studio.notes).toEqual([]);
  studio.video(0, 0x17, 1, 0, 0, 0, 1);
  const kept = studio.encode();
  for (const track of [1, 2]) studio.audio(20, 0x95, 0x01, ...aac, track, 0xbb);
  studio.audio(20, 0xaf, 1, 0xaa);
  const two = "Viewers hear the first track of sound; 2 others are left out.";
  expect(studio.notes).toEqual([two]);
  expect(studio.publisher.facts()).toMatchObject({ audio_codec: "aac", left_out_tracks: [two] });
  expect(kept.bytes.includes(Buffer.from([0xaf, 1, 0xaa]))).toBe(true);
  expect(kept.bytes.includes(0xbb)).toBe(false);
  // Another picture is named as it comes.
  studio.video(40, 0x96, 0x01, ...Buffer.from("avc1"), 1, 0, 0, 0, 9);
  expect(studio.notes).toEqual([two, "Viewers see the first picture; another one is left out."]);
});

test("a first track in a message with others, or after modifiers, is taken", () => {
  const studio = new Studio();
  const aac = [...Buffer.from("mp4a")];
  // Each track with its length, of one codec (1) and of codecs of their own (2).
  studio.audio(0, 0x95, 0x10, ...aac, 0, 0, 0, 2, 0x11, 0x90, 1, 0, 0, 2, 0x11, 0x88);
  studio.video(0, 0x97, 2, 0, 0, 0, 0x00, ...Buffer.from("avc1"), 9, 9);
  studio.video(0, 0x97, 2, 0, 0, 0, 0x01, ...Buffer.from("avc1"), 0, 0, 0, 1);
  const kept = studio.encode();
  studio.audio(20, 0x95, 0x21, ...aac, 0, 0, 0, 1, 0xaa, ...Buffer.from("Opus"), 1, 0, 0, 1, 0xbb);
  expect(studio.ready.map(({ videoCodec, audioCodec }) => [videoCodec, audioCodec])).toEqual([["h264", "aac"]]);
  expect(kept.bytes.includes(Buffer.from([0xaf, 1, 0xaa]))).toBe(true);
  expect(kept.bytes.includes(0xbb)).toBe(false);
  expect(studio.notes).toEqual(["Viewers hear the first track of sound; another one is left out."]);
  expect(studio.rejections).toEqual([]);
});

test("clocks that wrap and jump become continuous", () => {
  const studio = new Studio();
  studio.begin(4_294_967_000);
  const kept = studio.encode();
  for (const at of [4_294_967_200, 104, 304, 9_000_000, 9_000_200, 50, 250]) studio.video(at, 0x17, 1, 0, 0, 0, 1);
  expect(kept.tags.slice(-7).map(([, at]) => at)).toEqual([200, 400, 600, 640, 840, 880, 1080]);
});

test("audio and video that count from different moments, or far apart, each go on by their own timestamps", () => {
  for (const apart of [1_000_000_000, 5_000, -5_000, -1_000_000_000]) {
    const studio = new Studio();
    studio.begin();
    const kept = studio.encode();
    for (let at = 40; at <= 400; at += 40) {
      studio.video(at, 0x17, 1, 0, 0, 0, 1);
      studio.audio((at + apart) >>> 0, 0xaf, 1, 7);
    }
    for (const wanted of [FLV_VIDEO, FLV_AUDIO]) {
      const moments = kept.tags.filter(([type]) => type === wanted).map(([, at]) => at);
      const steps = moments.slice(1).map((at, place) => at - (moments[place] ?? 0));
      expect(new Set(steps.slice(2))).toEqual(new Set([40]));
    }
  }
});

test("timestamps of both that jump together stay together", () => {
  const studio = new Studio();
  studio.begin();
  const kept = studio.encode();
  for (const base of [0, 9_000_000, 500]) {
    studio.video(base + 40, 0x17, 1, 0, 0, 0, 1);
    studio.audio(base + 50, 0xaf, 1, 7);
  }
  expect(kept.tags.slice(-6).map(([, at]) => at)).toEqual([40, 50, 90, 100, 140, 150]);
});

/** A frame of one NAL unit: an IDR picture, or a slice (P: 0x9a…, I: 0x88…). */
const frame = (...unit: number[]): number[] => [1, 0, 0, 0, 0, 0, 0, unit.length, ...unit];

test("a key frame is what decoders can start at, whatever the encoder calls it", () => {
  const studio = new Studio();
  studio.video(0, 0x17, 0, 0, 0, 0, 1);
  studio.audio(0, 0xaf, 0, 0x11, 0x90);
  // A P slice that is called a key frame.
  studio.video(0, 0x17, ...frame(0x41, 0x9a, 0x24));
  expect(studio.ready).toEqual([]);
  // An IDR picture that is not.
  studio.video(40, 0x27, ...frame(0x65, 0x88, 0x84));
  expect(studio.ready).toHaveLength(1);
  const kept = studio.encode();
  // A picture of its own that is not IDR, and one that is not called a key frame.
  studio.video(80, 0x17, ...frame(0x41, 0x88, 0x84));
  studio.video(120, 0x27, ...frame(0x41, 0x88, 0x84));
  expect(kept.tags.slice(-3)).toEqual([
    [FLV_VIDEO, 40, 0x17],
    [FLV_VIDEO, 80, 0x17],
    [FLV_VIDEO, 120, 0x27],
  ]);
});

test("a publisher whose picture's timestamps do not move is rejected with a sentence", () => {
  const studio = new Studio();
  studio.begin();
  for (let at = 0; at < 200; at += 1) {
    studio.video(0, 0x27, 1, 0, 0, 0, 1);
    studio.audio(at * 20, 0xaf, 1, 7);
  }
  expect(studio.rejections).toEqual([expect.stringContaining("The timestamps of the picture do not move")]);
});

test("a publisher that never describes its picture is rejected with a sentence", () => {
  const studio = new Studio();
  for (let at = 0; at <= 30_000; at += 40) studio.video(at, 0x17, 1, 0, 0, 0, 1);
  expect(studio.ready).toEqual([]);
  expect(studio.rejections).toEqual([expect.stringContaining("did not send the description of its picture")]);
});

test("a publisher that never sends a key frame is rejected with a sentence", () => {
  const studio = new Studio();
  studio.video(0, 0x17, 0, 0, 0, 0, 1);
  for (let at = 0; at <= 30_000; at += 40) studio.video(at, 0x27, 1, 0, 0, 0, ...Array.from({ length: 200 }, () => 1));
  expect(studio.ready).toEqual([]);
  expect(studio.rejections).toEqual(["No key frame came within 20 seconds. In OBS set Keyframe Interval to 2."]);
  expect(studio.encode().bytes.length).toBeLessThan(1000);
});

test("a publisher that sends too much before its format is known is disconnected", () => {
  const studio = new Studio();
  studio.video(0, 0x17, 0, 0, 0, 0, 1);
  const large = Buffer.concat([Buffer.from([0x17, 1, 0, 0, 0]), Buffer.alloc(5 << 20)]);
  for (let sent = 0; sent < 6; sent += 1) studio.publisher.write({ type: FLV_VIDEO, timestamp: sent, body: large });
  expect(studio.closed).toEqual(["closed", "closed"]);
});

test.each([
  ["an enhanced tag of a single byte", FLV_VIDEO, [0x90]],
  ["an enhanced frame without its composition time", FLV_VIDEO, [0x91, 0x68, 0x76, 0x63, 0x31, 0]],
  ["a codec nobody knows", FLV_VIDEO, [0x90, 0x7a, 0x7a, 0x7a, 0x7a, 1]],
  ["several tracks that are cut off", FLV_VIDEO, [0x96, 0x11, 2, 3, 4, 5, 6]],
  ["a track longer than its message", FLV_AUDIO, [0x95, 0x11, 0x6d, 0x70, 0x34, 0x61, 0, 0, 0, 9, 1]],
  ["modifiers without an end", FLV_VIDEO, [0x97, 255, 255]],
  ["sound of a codec nobody knows", FLV_AUDIO, [0x91, 0x7a, 0x7a, 0x7a, 0x7a, 1]],
  ["facts that are none", FLV_SCRIPT, [2, 255, 255]],
] as const)("%s is ignored", (_, type, bytes) => {
  const studio = new Studio();
  studio.publisher.write({ type, timestamp: 0, body: Buffer.from(bytes) });
  studio.begin();
  expect(studio.ready.map(({ videoCodec }) => videoCodec)).toEqual(["h264"]);
});

test("the encoder's name is that of its metadata, not of its connection", () => {
  const studio = new Studio();
  expect(studio.publisher.facts().encoder).toBe("a test");
  studio.metadata({ encoder: "Camera 3" });
  expect(studio.publisher.facts().encoder).toBe("Camera 3");
});
