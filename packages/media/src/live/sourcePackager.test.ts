import { execFile } from "node:child_process";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import fc from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";
import { mediaCapabilities } from "../capabilities.ts";
import { isKeyframe, readTrackFragments } from "../fragment.ts";
import { readAacConfig, stereoConfig } from "./aacConfig.ts";
import type { LiveFragment, LiveInit } from "./fragmentReader.ts";
import { readTracks } from "./liveInit.ts";
import { originSeconds, PackagerError, SourcePackager, type SourceFormat } from "./sourcePackager.ts";
import { advertisedPartSeconds, shapeOf } from "./timelineShape.ts";

const execute = promisify(execFile);
let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "kinora-packager-"));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

/** Profile, level and one parameter set of each kind, whose bytes say nothing. */
const avcConfig = Buffer.from([1, 0x64, 0, 0x1f, 0xff, 0xe1, 0, 2, 0x67, 1, 1, 0, 2, 0x68, 2]);
const format = { width: 320, height: 180, fps: 25, avcConfig, aacConfig: stereoConfig };
const packetSeconds = 1024 / 48_000;

interface Tag {
  kind: "video" | "audio";
  atMs: number;
  compositionMs?: number;
  isKey?: boolean;
  data: Buffer;
}

interface Packaged {
  init: LiveInit | null;
  fragments: LiveFragment[];
  inits: number;
}

function packaged(tags: readonly Tag[], over: Partial<SourceFormat> = {}, part = 0.5): Packaged {
  const made: Packaged = { init: null, fragments: [], inits: 0 };
  const packager = new SourcePackager({ ...format, ...over }, shapeOf({ partTargetSeconds: part }), {
    onInit: (init) => {
      made.init = init;
      made.inits += 1;
    },
    onFragment: (fragment) => made.fragments.push(fragment),
  });
  for (const { kind, atMs, compositionMs = 0, isKey = false, data } of tags)
    if (kind === "video") packager.video(atMs, compositionMs, isKey, data);
    else packager.audio(atMs, data);
  packager.finish();
  return made;
}

/** The samples of a track over all fragments, in seconds of the publisher's clock. */
function samplesOf({ init, fragments }: Packaged, kind: "video" | "audio") {
  const tracks = init ? readTracks(init.bytes) : [];
  const track = tracks.find((one) => one.kind === kind);
  const defaults = new Map(tracks.map((one) => [one.trackId, one.defaults]));
  return fragments.flatMap(({ bytes }) => {
    const moof = bytes.subarray(0, bytes.readUInt32BE(0));
    const own = readTrackFragments(moof, defaults).find(({ trackId }) => trackId === track?.trackId);
    if (!track || !own) return [];
    let ticks = own.decodeTimeTicks;
    return own.samples.map((sample) => {
      const decoded = ticks / track.timescale - originSeconds;
      ticks += sample.durationTicks;
      return {
        decoded,
        shown: decoded + sample.compositionOffsetTicks / track.timescale,
        end: ticks / track.timescale - originSeconds,
        sizeBytes: sample.sizeBytes,
        isKey: isKeyframe(sample),
      };
    });
  });
}

const key = (atMs: number, compositionMs = 0): Tag => ({
  ...{ kind: "video", atMs, compositionMs, isKey: true },
  data: Buffer.from([0, 0, 0, 2, 0x65, 9]),
});
const frame = (atMs: number, compositionMs = 0): Tag => ({
  ...{ kind: "video", atMs, compositionMs },
  data: Buffer.from([0, 0, 0, 2, 0x41, 9]),
});
const sound = (atMs: number): Tag => ({ kind: "audio", atMs, data: Buffer.alloc(40, 0x21) });

/** 25 frames a second with a key frame each second, and sound beside it, in the order of time. */
function programme(seconds: number, { soundFrom = 0, soundTo = Infinity, lead = 0 } = {}): Tag[] {
  const tags: Tag[] = [];
  for (let at = 0; at < seconds * 25; at += 1) tags.push((at % 25 === 0 ? key : frame)(at * 40, lead));
  for (let at = 0; at * packetSeconds < seconds; at += 1) {
    const ms = Math.round(at * packetSeconds * 1000);
    if (ms >= soundFrom && ms < soundTo) tags.push(sound(ms));
  }
  return tags.toSorted((a, b) => a.atMs - b.atMs);
}

/** Whether sound has no hole from the picture's first moment to its last, and begins with it. */
function expectSoundThroughout(made: Packaged): void {
  const pictures = samplesOf(made, "video");
  const sounds = samplesOf(made, "audio");
  const startsAt = pictures[0]?.decoded ?? 0;
  expect(sounds[0]?.decoded).toBeLessThanOrEqual(startsAt + 0.0001);
  expect(sounds[0]?.decoded).toBeGreaterThan(startsAt - packetSeconds - 0.001);
  for (const [at, { end }] of sounds.entries()) {
    const next = sounds[at + 1];
    if (next) expect(Math.abs(next.decoded - end)).toBeLessThan(0.0001);
  }
  expect(sounds.at(-1)?.end).toBeGreaterThan((pictures.at(-1)?.end ?? 0) - 0.001);
}

test("parts are as long as players are told, one begins at each key frame, and each has its sound", () => {
  for (const part of [0.2, 0.5]) {
    const made = packaged(programme(4), {}, part);
    expect(made.inits).toBe(1);
    expect(made.init).toMatchObject({ width: 320, height: 180, frameRate: 25, codecs: ["avc1.64001F", "mp4a.40.2"] });
    for (const [at, { durationSeconds }] of made.fragments.entries()) {
      expect(durationSeconds).toBeLessThanOrEqual(advertisedPartSeconds(shapeOf({ partTargetSeconds: part })));
      const isLast = made.fragments[at + 1]?.independent ?? true;
      if (!isLast) expect(durationSeconds).toBeGreaterThanOrEqual(0.85 * part);
    }
    expect(made.fragments.filter(({ independent }) => independent).map(({ startSeconds }) => startSeconds)).toEqual([
      1, 2, 3, 4,
    ]);
    expect(samplesOf(made, "video")).toHaveLength(100);
    expectSoundThroughout(made);
  }
});

test("frames that point forwards are shown when the publisher says, the first one at once, and its sound begins there", () => {
  const made = packaged(programme(2, { lead: 80, soundFrom: 80 }));
  const pictures = samplesOf(made, "video");
  expect(pictures[0]).toMatchObject({ decoded: 0, shown: 0, isKey: true });
  for (const { decoded, shown } of pictures.slice(1)) expect(shown - decoded).toBeCloseTo(0.08, 5);
  expectSoundThroughout(made);
});

test.each([
  ["never comes", { soundFrom: Infinity }],
  ["comes late", { soundFrom: 2_400 }],
  ["stops", { soundTo: 2_300 }],
])("sound that %s is silence, and holds no picture back for long", (_, options) => {
  const tags = programme(6, options);
  expectSoundThroughout(packaged(tags));
  const until = packaged(tags.filter(({ atMs }) => atMs < 5_000));
  expect(samplesOf(until, "video").length).toBe(125);
  expectSoundThroughout(packaged(tags, { aacConfig: null }));
});

test("sound that comes back is where the clock says", () => {
  const tags = programme(6).filter(({ kind, atMs }) => kind === "video" || atMs < 2_000 || atMs >= 4_000);
  const made = packaged(tags);
  expectSoundThroughout(made);
  const back = samplesOf(made, "audio").find(({ decoded, sizeBytes }) => decoded > 3 && sizeBytes === 40);
  expect(Math.abs((back?.decoded ?? 0) - 4)).toBeLessThan(0.04);
});

test("sound that is always two seconds late is waited for once it is known", () => {
  const early = programme(12).map((tag, at) => ({ tag, at, when: tag.atMs + (tag.kind === "audio" ? 2_000 : 0) }));
  const made = packaged(early.toSorted((a, b) => a.when - b.when || a.at - b.at).map(({ tag }) => tag));
  expectSoundThroughout(made);
  const late = samplesOf(made, "audio").filter(({ decoded }) => decoded > 6 && decoded < 9);
  expect(late.every(({ sizeBytes }) => sizeBytes === 40)).toBe(true);
});

test("a clock that stands still or goes back loses no frame", () => {
  const tags = [key(0), frame(40, 40), frame(40, 80), frame(20, 120), frame(120), key(1000)];
  const pictures = samplesOf(packaged(tags), "video");
  expect(pictures).toHaveLength(6);
  for (const [at, { decoded, shown }] of pictures.entries()) {
    expect(shown).toBeGreaterThanOrEqual(decoded);
    expect(decoded).toBeGreaterThan(pictures[at - 1]?.decoded ?? -1);
  }
});

test("a picture that is held begins a part of its own, so that those before it keep their length", () => {
  const tags = programme(3).filter(({ kind, atMs }) => kind === "audio" || atMs <= 1_480 || atMs >= 2_000);
  const lengths = packaged(tags).fragments.map(({ durationSeconds }) => Math.round(durationSeconds * 100) / 100);
  expect(lengths).toEqual([0.48, 0.48, 0.04, 0.48, 0.52, 0.48, 0.48, 0.04]);
});

test("descriptions nobody can read are refused, and more than is held is too", () => {
  expect(() => packaged([], { avcConfig: Buffer.from([1]) })).toThrow(PackagerError);
  expect(() => packaged([], { aacConfig: Buffer.from([0xf8, 0, 0, 0]) })).toThrow(PackagerError);
  const large = { ...frame(0), data: Buffer.alloc(6 << 20) };
  expect(() => packaged([key(0), ...Array.from({ length: 12 }, (__, at) => ({ ...large, atMs: at }))])).toThrow(
    PackagerError,
  );
});

const anyTag = fc.record({
  kind: fc.constantFrom<Tag["kind"]>("video", "audio"),
  stepMs: fc.oneof(
    { weight: 20, arbitrary: fc.integer({ min: -50, max: 120 }) },
    fc.integer({ min: -1000, max: 9_000 }),
  ),
  compositionMs: fc.oneof(
    { weight: 9, arbitrary: fc.integer({ min: 0, max: 200 }) },
    fc.integer({ min: -300, max: 0 }),
  ),
  isKey: fc.boolean(),
  sizeBytes: fc.integer({ min: 0, max: 300 }),
});

test("whatever order and clock tags come with, time goes on without a hole and no frame is lost", () => {
  fc.assert(
    fc.property(fc.array(anyTag, { maxLength: 120 }), fc.constantFrom(0.2, 0.5), (steps, part) => {
      let atMs = 0;
      const tags = steps.map(({ stepMs, sizeBytes, ...tag }): Tag => {
        atMs = Math.max(0, atMs + stepMs);
        return { ...tag, atMs, data: Buffer.alloc(sizeBytes, 1) };
      });
      const made = packaged(tags, {}, part);
      const usable = tags.filter(({ kind, data }) => kind === "video" && data.length > 0);
      const firstKey = usable.findIndex(({ isKey }) => isKey);
      const pictures = samplesOf(made, "video");
      expect(pictures).toHaveLength(firstKey < 0 ? 0 : usable.length - firstKey);
      if (firstKey < 0) return;
      expectSoundThroughout(made);
      for (const [at, { startSeconds, durationSeconds }] of made.fragments.entries()) {
        const next = made.fragments[at + 1];
        expect(durationSeconds).toBeGreaterThan(0);
        if (next) expect(next.startSeconds).toBeCloseTo(startSeconds + durationSeconds, 4);
      }
    }),
    { numRuns: 300 },
  );
});

interface ProbedPacket {
  stream_index: number;
  pts_time: string;
  dts_time: string;
  size: string;
  flags: string;
}

async function packetsOf(path: string): Promise<ProbedPacket[]> {
  const { ffprobePath } = await mediaCapabilities();
  const args = ["-v", "error", "-show_packets", "-of", "json", path];
  const { stdout, stderr } = await execute(ffprobePath, args, { maxBuffer: 64 << 20 });
  expect(stderr).toBe("");
  return (JSON.parse(stdout) as { packets: ProbedPacket[] }).packets;
}

/** The tags of an FLV file, and what it describes. */
function readFlv(bytes: Buffer) {
  const tags: Tag[] = [];
  const configs: Record<number, Buffer> = {};
  for (let at = 13; at + 11 < bytes.length;) {
    const type = bytes.readUInt8(at);
    const size = bytes.readUIntBE(at + 1, 3);
    const atMs = bytes.readUIntBE(at + 4, 3);
    const body = bytes.subarray(at + 11, at + 11 + size);
    at += 15 + size;
    const headBytes = type === 9 ? 5 : 2;
    if ((type === 8 || type === 9) && body.readUInt8(1) === 0) configs[type] = body.subarray(headBytes);
    else if (type === 9)
      tags.push({
        ...{ kind: "video", atMs, compositionMs: body.readIntBE(2, 3), isKey: body.readUInt8(0) >> 4 === 1 },
        data: body.subarray(headBytes),
      });
    else if (type === 8) tags.push({ kind: "audio", atMs, data: body.subarray(headBytes) });
  }
  return { tags, avcConfig: configs[9] ?? Buffer.alloc(0), aacConfig: configs[8] ?? Buffer.alloc(0) };
}

test.each([
  ["frames that point forwards only", ["-bf", "0", "-tune", "zerolatency"], 48_000],
  ["frames that point both ways", ["-bf", "3", "-x264-params", "b-adapt=0"], 44_100],
])("ffmpeg finds in it what it finds in the publisher's own: %s", async (name, video, rate) => {
  const { ffmpegPath } = await mediaCapabilities();
  const path = join(folder, `${rate}.flv`);
  await execute(ffmpegPath, [
    ...["-hide_banner", "-nostdin", "-y", "-v", "error", "-f", "lavfi", "-i", "testsrc2=size=160x90:rate=30"],
    ...[
      "-f",
      "lavfi",
      "-i",
      `sine=frequency=440:sample_rate=${rate}`,
      "-t",
      "4",
      "-c:v",
      "libx264",
      "-preset",
      "veryfast",
    ],
    ...["-g", "60", "-pix_fmt", "yuv420p", ...video, "-c:a", "aac", "-f", "flv", path],
  ]);
  const { tags, ...configs } = readFlv(await readFile(path));
  const made = packaged(tags, configs);
  const out = join(folder, `${rate}.mp4`);
  await writeFile(
    out,
    Buffer.concat([made.init?.bytes ?? Buffer.alloc(0), ...made.fragments.map(({ bytes }) => bytes)]),
  );
  const [theirs, ours] = await Promise.all([packetsOf(path), packetsOf(out)]);
  const pictures = (packets: ProbedPacket[]) => packets.filter(({ stream_index: index }) => index === 0);
  const extra = Number(pictures(ours)[0]?.size) - Number(pictures(theirs)[0]?.size);
  expect(pictures(ours)).toHaveLength(pictures(theirs).length);
  for (const [at, packet] of pictures(theirs).entries()) {
    const own = pictures(ours)[at];
    const isKey = packet.flags.startsWith("K");
    expect(own?.flags.startsWith("K"), name).toBe(isKey);
    expect(Number(own?.dts_time)).toBeCloseTo(Number(packet.dts_time) + originSeconds, 3);
    if (at > 0) expect(Number(own?.pts_time)).toBeCloseTo(Number(packet.pts_time) + originSeconds, 3);
    expect(Number(own?.size)).toBe(Number(packet.size) + (isKey ? extra : 0));
  }
  // Sound that came before the picture is passed over; silence, of a few bytes, reaches to the first packet and from the last.
  const heard = (packets: ProbedPacket[]) =>
    packets.filter(({ stream_index: index, size }) => index === 1 && Number(size) > 6);
  const own = heard(ours);
  const passedOver = heard(theirs).findIndex(
    ({ size }, at, all) => size === own[0]?.size && all[at + 1]?.size === own[1]?.size,
  );
  const expected = heard(theirs).slice(passedOver, passedOver + own.length);
  expect(passedOver).toBeLessThan(5);
  expect(heard(theirs).length - own.length).toBeLessThan(8);
  expect(own.map(({ size }) => size)).toEqual(expected.map(({ size }) => size));
  for (const [at, { pts_time: theirTime }] of expected.entries())
    expect(Math.abs(Number(own[at]?.pts_time) - Number(theirTime) - originSeconds)).toBeLessThan(0.012);
  const decoded = await execute(ffmpegPath, ["-v", "error", "-i", out, "-f", "null", "-"]);
  expect(decoded.stderr).toBe("");
});

test.each([1, 2, 3, 4, 5, 6, 7])("silence of channel configuration %d is silent to a decoder", async (channels) => {
  const { ffmpegPath } = await mediaCapabilities();
  const aacConfig = Buffer.from([0x11, 0x80 | (channels << 3)]);
  expect(readAacConfig(aacConfig)).toMatchObject({ sampleRate: 48_000, packetSamples: 1024 });
  const made = packaged(programme(2, { soundFrom: Infinity }), { aacConfig });
  const out = join(folder, `silence-${channels}.mp4`);
  await writeFile(
    out,
    Buffer.concat([made.init?.bytes ?? Buffer.alloc(0), ...made.fragments.map(({ bytes }) => bytes)]),
  );
  const { stderr } = await execute(ffmpegPath, [
    "-hide_banner",
    "-i",
    out,
    "-map",
    "0:a",
    "-af",
    "volumedetect",
    "-f",
    "null",
    "-",
  ]);
  expect(stderr).toMatch(/max_volume: -91\.0 dB/);
  expect(stderr).not.toMatch(/\[aac[^\n]*(error|invalid|not allocated)/i);
});
