import { execFile } from "node:child_process";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { testFolder } from "@kinora/media/fixtures/folder.ts";
import { frameTimes } from "@kinora/media/fixtures/measure.ts";
import type { LiveFragment } from "@kinora/media/live/fragment-reader.ts";
import type { LiveInput } from "@kinora/media/live/live-encode-plan.ts";
import { readBoxes } from "@kinora/media/packaging/boxes.ts";
import { isKeyframe, readTrackFragments } from "@kinora/media/packaging/fragment.ts";
import { mediaTools } from "@kinora/media/tools/capabilities.ts";
import { expect, test, vi } from "vitest";
import { livePicture } from "../../testing/live-picture.ts";
import { planEncoding, startEncoding, type RunningEncoder } from "../encoding/encoding.ts";
import { Recorder } from "../recordings/recorder.ts";
import { readableRecording } from "../recordings/recording-container.ts";
import { Publisher } from "./publisher.ts";
import { writeAmf } from "./rtmp/amf.ts";
import { TAG_HEAD_BYTES, TAG_TAIL_BYTES, tagsOf, timeOf } from "./rtmp/flv-tags.ts";
import { FLV_AUDIO, FLV_HEADER, FLV_SCRIPT, FLV_VIDEO } from "./rtmp/flv.ts";
import type { MediaTag } from "./rtmp/session.ts";

const execute = promisify(execFile);
const FPS = 25;
const SECONDS = 3;
const folder = testFolder("publisher");

async function film(...args: string[]): Promise<Buffer> {
  const { ffmpegPath } = await mediaTools();
  const picture = ["-f", "lavfi", "-i", `testsrc2=size=160x90:rate=${FPS}`];
  const sound = ["-f", "lavfi", "-i", "sine=frequency=440:sample_rate=48000"];
  const quiet = ["-hide_banner", "-nostdin", "-v", "error"];
  const all = [...quiet, ...picture, ...sound, "-t", String(SECONDS), ...args, "pipe:1"];
  return (await execute(ffmpegPath, all, { encoding: "buffer", maxBuffer: 64 << 20 })).stdout;
}

/** What an encoder of H.264 and AAC sends. */
async function oldTags(): Promise<MediaTag[]> {
  const bytes = await film(...livePicture(FPS), "-c:a", "aac", "-f", "flv", "-flvflags", "no_duration_filesize");
  return [...tagsOf(bytes.subarray(FLV_HEADER.length))].map((tag) => ({
    type: tag.readUInt8(0) as MediaTag["type"],
    timestamp: timeOf(tag),
    body: Buffer.from(tag.subarray(TAG_HEAD_BYTES, tag.length - TAG_TAIL_BYTES)),
  }));
}

const u24 = (value: number) => {
  const bytes = Buffer.alloc(3);
  bytes.writeIntBE(value, 0, 3);
  return bytes;
};

/** What an encoder of HEVC or AV1 and AAC sends (Enhanced RTMP), made of fragments of a frame each. */
async function enhancedTags(fourCc: "hvc1" | "av01", ...video: string[]): Promise<MediaTag[]> {
  const movflags = ["-movflags", "+frag_every_frame+empty_moov+default_base_moof", "-f", "mp4"];
  const bytes = await film("-map", "0:v", ...video, "-pix_fmt", "yuv420p", "-tag:v", fourCc, ...movflags);
  const boxes = [...readBoxes(bytes)];
  const configAt = bytes.indexOf(fourCc === "hvc1" ? "hvcC" : "av1C");
  const config = bytes.subarray(configAt + 4, configAt - 4 + bytes.readUInt32BE(configAt - 4));
  const timescale = 12_800;
  const name = Buffer.from(fourCc);
  const tag = (timestamp: number, head: number, ...rest: Buffer[]): MediaTag => ({
    type: FLV_VIDEO,
    timestamp,
    body: Buffer.concat([Buffer.from([head]), name, ...rest]),
  });
  const facts = { width: 160, height: 90, framerate: FPS, audiocodecid: 10 };
  const tags: MediaTag[] = [
    { type: FLV_SCRIPT, timestamp: 0, body: writeAmf("onMetaData", facts) },
    tag(0, 0x90, config),
  ];
  const defaults = new Map([[1, { durationTicks: 0, sizeBytes: 0, flags: 0 }]]);
  let offset: number | null = null;
  for (const [at, moof] of boxes.entries()) {
    const mdat = boxes[at + 1];
    if (moof.type !== "moof" || !mdat) continue;
    const [read] = readTrackFragments(bytes.subarray(moof.start, moof.end), defaults);
    const sample = read?.samples[0];
    if (!read || !sample) continue;
    offset ??= -sample.compositionOffsetTicks;
    const composition = Math.round(((sample.compositionOffsetTicks + Math.max(0, offset)) / timescale) * 1000);
    const timestamp = Math.round((read.decodeTimeTicks / timescale) * 1000);
    const parts = [...(fourCc === "hvc1" ? [u24(composition)] : []), bytes.subarray(mdat.payload, mdat.end)];
    tags.push(tag(timestamp, 0x80 | (isKeyframe(sample) ? 0x10 : 0x20) | 1, ...parts));
  }
  const sound = (await oldTags()).filter(({ type }) => type === FLV_AUDIO);
  return [...tags, ...sound].toSorted((a, b) => a.timestamp - b.timestamp);
}

/** Publishes tags into a real encoder; answers what it was found to send, and its fragments of the lowest rung as a file. */
async function encoded(tags: readonly MediaTag[], ladder: "360p" | "passthrough") {
  let said: LiveInput | null = null;
  const hooks = {
    onReady: (_: Publisher, found: LiveInput) => (said = found),
    onEnd: () => undefined,
    onReject: () => undefined,
  };
  const publisher = new Publisher(
    { key: "", encoder: null, clientIp: "", close: () => undefined, silence: () => ({ ms: 0, usualMs: 0 }) },
    hooks,
  );
  const begunAt = tags.findIndex((tag) => (publisher.write(tag), said !== null));
  if (said === null) throw new Error("Nothing could be begun with.");
  const found: LiveInput = said;
  const lines: string[] = [];
  const callbacks = { onLine: (line: string) => void lines.push(line), onProgress: () => undefined };
  const plan = planEncoding({ ladder, latency: "normal" }, found);
  let input: RunningEncoder | null = null;
  const starting = startEncoding(plan, (encoder) => publisher.sendTo((input = encoder).input), callbacks);
  await vi.waitFor(() => expect(input).not.toBeNull());
  for (const tag of tags.slice(begunAt + 1)) publisher.write(tag);
  publisher.end();
  const encoding = await starting;
  const [init] = encoding?.inits.values() ?? [];
  const [{ label } = { label: "" }] = encoding?.rungs ?? [];
  const fragments: LiveFragment[] = [];
  const reading = encoding?.run((rung, fragment) => void (rung === label && fragments.push(fragment)));
  await encoding?.encoder.stop();
  await reading;
  expect(lines).toEqual([]);
  const path = join(folder, `${Math.random()}.mp4`);
  await writeFile(path, Buffer.concat([init?.bytes ?? Buffer.alloc(0), ...fragments.map((each) => each.bytes)]));
  return { found, init, frames: await frameTimes(path) };
}

const HEVC = ["-c:v", "libx265", "-preset", "ultrafast", "-g", "25", "-x265-params", "log-level=none"];

test.each([
  ["HEVC", "hevc", "hvc1", HEVC],
  [
    "AV1",
    "av1",
    "av01",
    ["-c:v", "libaom-av1", "-cpu-used", "8", "-usage", "realtime", "-g", "25", "-lag-in-frames", "0"],
  ],
] as const)("%s is received and encoded to H.264 with its audio", async (_, codec, fourCc, options) => {
  const { found, init, frames } = await encoded(await enhancedTags(fourCc, ...options), "passthrough");
  expect(found).toEqual({ width: 160, height: 90, fps: FPS, videoCodec: codec, audioCodec: "aac" });
  expect(init?.codecs).toEqual([expect.stringMatching(/^avc1/), "mp4a.40.2"]);
  expect(init).toMatchObject({ width: 160, height: 90 });
  expect(Math.abs(frames.length - FPS * SECONDS)).toBeLessThanOrEqual(2);
});

test("a recording of HEVC becomes a file that every ffmpeg reads, one of H.264 stays unchanged", async () => {
  const hevc = await enhancedTags("hvc1", ...HEVC);
  for (const [tags, extension] of [
    [hevc, "mkv"],
    [await oldTags(), "flv"],
  ] as const) {
    const path = join(folder, `recording-${extension}.flv`);
    const publisher = new Publisher(
      { key: "", encoder: null, clientIp: "", close: () => undefined, silence: () => ({ ms: 0, usualMs: 0 }) },
      { onReady: () => undefined, onEnd: () => undefined, onReject: () => undefined },
    );
    const recorder = new Recorder(
      path,
      (error) => expect.fail(error.message),
      () => Promise.resolve({ freeBytes: 2 ** 40, totalBytes: 2 ** 40 }),
    );
    recorder.follow(publisher);
    for (const tag of tags) publisher.write(tag);
    await recorder.finish();
    const readable = await readableRecording(path);
    expect(readable).toEqual({ path: extension === "mkv" ? `${path}.mkv` : path, extension });
    expect(await frameTimes(readable.path)).toHaveLength(FPS * SECONDS);
  }
});

test("audio that stops does not delay the video", async () => {
  const tags = (await oldTags()).filter(({ type, timestamp }) => type !== FLV_AUDIO || timestamp < 1000);
  const { frames } = await encoded(tags, "360p");
  expect(frames.length).toBeGreaterThanOrEqual(FPS * SECONDS - 2);
});

test("a clock that wraps and then jumps loses no frame", async () => {
  const tags = (await oldTags()).map((tag) => {
    const jump = tag.timestamp > 2000 ? 7_000_000 : 0;
    return { ...tag, timestamp: tag.type === FLV_SCRIPT ? 0 : (tag.timestamp + 4_294_966_296 + jump) % 2 ** 32 };
  });
  for (const ladder of ["360p", "passthrough"] as const) {
    const { frames } = await encoded(tags, ladder);
    expect(Math.abs(frames.length - FPS * SECONDS)).toBeLessThanOrEqual(2);
    expect((frames.at(-1) ?? 0) - (frames[0] ?? 0)).toBeLessThan(SECONDS + 0.2);
  }
});
