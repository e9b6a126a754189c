import { execFile } from "node:child_process";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, expect, test } from "vitest";
import { encodedOnce } from "../fixtures/made-once.ts";
import { publisherClip } from "../fixtures/publisher-clip.ts";
import { BoxError, readBoxes, requireBox } from "../packaging/boxes.ts";
import { withoutEditList } from "../packaging/init-segment.ts";
import { mediaTools } from "../tools/capabilities.ts";
import { openFragments } from "./fragment-reader.ts";
import { planLiveEncode } from "./live-encode-plan.ts";
import { startLiveEncoder } from "./live-encoder.ts";
import { readTracks } from "./live-init.ts";
import { muxInit, muxSegment } from "./loop-content.ts";
import { packaged, programme } from "./packager-fixtures.ts";
import { makeSlate } from "./slate.ts";
import { trackFragments } from "./track-fragments.ts";
import { keyFrameView, trackInit, trackView } from "./track-view.ts";

const execute = promisify(execFile);
const RUNG = "180p";
const plan = planLiveEncode({
  input: { width: 320, height: 180, fps: 25, videoCodec: "h264", audioCodec: "aac" },
  ladder: [{ label: RUNG, shortSidePixels: 180, crf: 28, maxBitrateKbps: 500 }],
  passThrough: false,
});

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "kinora-view-"));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

/** Media as livestreams have it: an initialization segment and pieces, each of which starts where the one before ends. */
interface Media {
  init: Buffer;
  pieces: Buffer[];
}

async function ffmpeg(...args: string[]): Promise<Buffer> {
  const { ffmpegPath } = await mediaTools();
  const all = ["-hide_banner", "-nostdin", "-y", "-v", "error", ...args];
  const { stdout, stderr } = await execute(ffmpegPath, all, { encoding: "buffer", maxBuffer: 64 << 20 });
  expect(stderr.toString()).toBe("");
  return stdout;
}

async function encoded(): Promise<Media> {
  const encoder = await startLiveEncoder({ plan });
  encoder.input.end(await ffmpeg("-i", await publisherClip(), "-t", "3", "-c", "copy", "-f", "flv", "pipe:1"));
  const stream = encoder.rungs.get(RUNG);
  const opened = stream && (await openFragments(stream));
  if (!opened) throw new Error("Nothing was encoded.");
  const pieces: Buffer[] = [];
  for await (const { bytes } of opened.fragments) pieces.push(bytes);
  await encoder.ended;
  return { init: opened.init.bytes, pieces };
}

async function slate(): Promise<Media> {
  const { signal } = new AbortController();
  const made = await makeSlate({ rungs: plan.rungs, fps: 25, audioKbps: 64, text: null, picture: null, signal });
  const { init, segments = [] } = made.get(RUNG) ?? {};
  return { init: init?.bytes ?? Buffer.alloc(0), pieces: segments.map(({ bytes }) => bytes) };
}

/** A finished video with frames that point both ways, as loops list it. */
async function loop(): Promise<Media> {
  const made = await encodedOnce("mp4", [
    ...["-i", await publisherClip(), "-t", "2", "-c:v", "libx264", "-preset", "ultrafast", "-bf", "2", "-g", "50"],
    ...["-c:a", "copy"],
  ]);
  const track = async (kind: "v" | "a") => {
    const movflags = ["-movflags", "+frag_custom+empty_moov+default_base_moof", "-f", "mp4", "pipe:1"];
    const bytes = await ffmpeg("-i", made, "-map", `0:${kind}`, "-c", "copy", ...movflags);
    const at = bytes.indexOf("moof") - 4;
    return { init: withoutEditList(bytes.subarray(0, at)), segment: bytes.subarray(at) };
  };
  const [video, audio] = [await track("v"), await track("a")];
  const inits = { video: video.init, audio: audio.init };
  return { init: muxInit(inits), pieces: [muxSegment(inits, video.segment, [audio.segment])] };
}

interface Packet {
  codec_type: string;
  pts: number;
  dts: number;
  size: string;
  flags: string;
  data_hash: string;
}

/** What ffprobe reads in it, with a hash of the bytes of each frame. */
async function packetsOf(name: string, init: Buffer, pieces: readonly Buffer[]): Promise<Packet[]> {
  const path = join(folder, `${name}.mp4`);
  await writeFile(path, Buffer.concat([init, ...pieces]));
  const { ffprobePath } = await mediaTools();
  const fields = "packet=codec_type,pts,dts,size,flags,data_hash";
  const args = ["-v", "error", "-show_packets", "-show_data_hash", "md5", "-show_entries", fields, "-of", "json", path];
  const { stdout, stderr } = await execute(ffprobePath, args, { maxBuffer: 64 << 20 });
  expect(stderr).toBe("");
  return (JSON.parse(stdout) as { packets: Packet[] }).packets;
}

test.each([
  ["an encoder", encoded],
  ["a slate", slate],
  ["a loop", loop],
])("the views of %s have each frame and each packet of sound of the whole, and nothing else", async (_, make) => {
  const { init, pieces } = await make();
  const whole = await packetsOf("whole", init, pieces);
  for (const track of ["video", "audio"] as const) {
    const own = trackInit(init, track);
    if (!own) throw new Error(`There is no ${track}.`);
    expect(readTracks(own)).toEqual(readTracks(init).filter(({ kind }) => kind === track));
    const viewed = pieces.map((piece) => trackView(piece, track));
    const expected = whole.filter(({ codec_type: kind }) => kind === track);
    expect(expected.length).toBeGreaterThan(20);
    expect(await packetsOf(track, own, viewed)).toEqual(expected);
    await ffmpeg("-i", join(folder, `${track}.mp4`), "-f", "null", "-");
  }
});

test("what is passed through is viewed alike, and the bytes of both views are those of the whole", () => {
  const { init, fragments } = packaged(programme(3));
  expect(fragments.length).toBeGreaterThan(4);
  for (const { bytes } of fragments) {
    const [video, audio] = [trackView(bytes, "video"), trackView(bytes, "audio")];
    const dataOf = (media: Buffer) =>
      [...readBoxes(media)].flatMap(({ type, payload, end }) =>
        type === "mdat" ? [media.subarray(payload, end)] : [],
      );
    expect(Buffer.concat([...dataOf(video), ...dataOf(audio)])).toEqual(Buffer.concat(dataOf(bytes)));
  }
  expect(trackInit(trackInit(init?.bytes ?? Buffer.alloc(0), "video") ?? Buffer.alloc(0), "audio")).toBeNull();
});

/** How long the pictures of a view are shown. */
const durationTicks = (view: Buffer): number =>
  [...trackFragments(view, { durationTicks: 0, sizeBytes: 0, flags: 0 })].reduce(
    (sum, { fragment }) => sum + fragment.durationTicks,
    0,
  );

test("the key frame of a segment is a segment that is as long", async () => {
  const { init, pieces } = await encoded();
  const segment = Buffer.concat(pieces);
  const view = keyFrameView(segment);
  const own = trackInit(init, "video");
  if (!view || !own) throw new Error("There is no key frame.");
  expect(view.length).toBeLessThan(segment.length / 4);
  const pictures = (await packetsOf("segment", init, pieces)).filter(({ codec_type: kind }) => kind === "video");
  expect(await packetsOf("key-frame", own, [view])).toEqual([pictures[0]]);
  expect(durationTicks(view)).toBe(durationTicks(trackView(segment, "video")));
  expect(pictures[0]?.flags).toContain("K");
  await ffmpeg("-i", join(folder, "key-frame.mp4"), "-f", "null", "-");
});

test("a segment that starts with another frame has no view of its key frame, and one without sound an empty one", () => {
  const { fragments } = packaged(programme(2));
  const [first, second] = fragments;
  expect(keyFrameView(first?.bytes ?? Buffer.alloc(0))).not.toBeNull();
  expect(keyFrameView(second?.bytes ?? Buffer.alloc(0))).toBeNull();
  const picture = trackView(first?.bytes ?? Buffer.alloc(0), "video");
  expect(trackView(picture, "audio")).toHaveLength(0);
  expect(trackView(picture, "video")).toEqual(picture);
});

test("what is malformed is refused", () => {
  const bytes = packaged(programme(1)).fragments[0]?.bytes ?? Buffer.alloc(0);
  const broken = (path: string[], at: number, value: number) => {
    const out = Buffer.from(bytes);
    out.writeUInt32BE(value, requireBox(out, path).payload + at);
    return () => trackView(out, "video");
  };
  const run = ["moof", "traf", "trun"];
  expect(broken(run, 8, 0x7fff_ff00)).toThrow(BoxError);
  expect(broken(run, 8, 0)).toThrow(BoxError);
  expect(broken(run, 4, 0xffff)).toThrow(BoxError);
  expect(broken(run, 0, 0x200)).toThrow(BoxError);
  expect(broken(run, 0, 0x1)).toThrow(BoxError);
  expect(broken(["moof", "traf", "tfhd"], 0, 0x1)).toThrow(BoxError);
});
