import { execFile } from "node:child_process";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { buffer } from "node:stream/consumers";
import { promisify } from "node:util";
import { expect, test } from "vitest";
import { testFolder } from "../fixtures/folder.ts";
import { toNumber } from "../packaging/grid.ts";
import { probe } from "../probe/probe.ts";
import { mediaTools } from "../tools/capabilities.ts";
import { passThroughProblem, planLiveEncode, type LiveInput } from "./live-encode-plan.ts";
import { startLiveEncoder } from "./live-encoder.ts";
import { probeLivePicture } from "./live-picture.ts";
import { takeSnapshot } from "./live-snapshot.ts";

const execute = promisify(execFile);
const folder = testFolder("live-picture");

async function ffmpeg(...args: string[]): Promise<{ stdout: Buffer; stderr: string }> {
  const { ffmpegPath } = await mediaTools();
  const { stdout, stderr } = await execute(ffmpegPath, ["-hide_banner", "-nostdin", "-y", ...args], {
    encoding: "buffer",
    maxBuffer: 256 << 20,
  });
  return { stdout, stderr: stderr.toString() };
}

/** What a publisher sends of a test picture in H.264. */
async function published(picture: string, ...options: string[]): Promise<Buffer> {
  const encoder = ["-c:v", "libx264", "-preset", "ultrafast", "-g", "25", "-pix_fmt", "yuv420p", ...options];
  return (await ffmpeg("-v", "error", "-f", "lavfi", "-i", picture, "-t", "1", ...encoder, "-f", "flv", "pipe:1"))
    .stdout;
}

/** A publisher's media with its picture as probed from the first frames. */
async function inputOf(bytes: Buffer): Promise<LiveInput> {
  const first = bytes.subarray(0, Math.max(65_536, bytes.length / 4));
  const picture = await probeLivePicture({ bytes: first, container: "live_flv" });
  expect(picture).not.toBeNull();
  return { width: 720, height: 576, fps: 25, videoCodec: "h264", audioCodec: null, picture };
}

/** The lowest rung that is made of it, as a file. */
async function encoded(bytes: Buffer, name: string): Promise<string> {
  const ladder = [{ label: "288p", shortSidePixels: 288, crf: 14, maxBitrateKbps: 9000 }];
  const encoder = await startLiveEncoder({
    plan: planLiveEncode({ input: await inputOf(bytes), ladder, passThrough: false }),
  });
  encoder.input.end(bytes);
  const [stream] = [...encoder.rungs.values()];
  const made = stream ? await buffer(stream) : Buffer.alloc(0);
  expect(await encoder.ended).toEqual({ exitCode: 0, stderrTail: [] });
  const path = join(folder, `${name}.mp4`);
  await writeFile(path, made);
  return path;
}

const interlaced = "testsrc2=size=720x576:rate=50,scroll=horizontal=0.02,interlace=scan=tff:lowpass=0,setsar=64/45";
const asFields = ["-flags", "+ilme+ildct"];

test("interlaced video becomes a frame of each field, none of which shows two moments", async () => {
  const path = await encoded(await published(interlaced, ...asFields), "interlaced");
  const { video } = await probe(path);
  expect(video.progressive).toBe(true);
  expect(toNumber(video.fps)).toBeGreaterThan(45);
  // At 288 lines each line is a mean of two: two moments in a frame would show each edge twice. Every frame is another moment.
  const { stdout } = await ffmpeg(
    "-v",
    "error",
    "-i",
    path,
    "-vf",
    "scale=64:36,format=gray",
    "-f",
    "rawvideo",
    "pipe:1",
  );
  const frames = Array.from({ length: stdout.length / 2304 }, (_, at) => stdout.subarray(at * 2304, (at + 1) * 2304));
  expect(frames.length).toBeGreaterThan(40);
  const repeated = frames.slice(1).filter((frame, at) => frames[at]?.equals(frame)).length;
  // The first and the last may be; of a frame for each two fields every other one would be.
  expect(repeated).toBeLessThan(5);
});

test("interlaced video at its own size is not combed", async () => {
  const bytes = await published(interlaced, ...asFields);
  const encoder = await startLiveEncoder({ plan: planLiveEncode({ input: await inputOf(bytes), passThrough: true }) });
  encoder.input.end(bytes);
  const [stream] = [...encoder.rungs.values()];
  const path = join(folder, "own-size.mp4");
  await writeFile(path, stream ? await buffer(stream) : Buffer.alloc(0));
  const { stderr } = await ffmpeg("-v", "info", "-i", path, "-vf", "idet", "-f", "null", "-");
  const [, tff, bff, progressive] =
    /Multi frame detection: TFF:\s*(\d+) BFF:\s*(\d+) Progressive:\s*(\d+)/.exec(stderr) ?? [];
  expect(Number(progressive)).toBeGreaterThan(40);
  // idet errs on a few frames of any video; of the publisher's own frames it finds all but a few interlaced.
  expect(Number(tff) + Number(bff)).toBeLessThan(Number(progressive) / 5);
});

test("wide pixels become square ones: the picture keeps the shape it is displayed in", async () => {
  const { video } = await probe(await encoded(await published(interlaced, ...asFields), "wide"));
  expect([video.width, video.height, video.squarePixels]).toEqual([512, 288, true]);
});

test("a snapshot of wide pixels has the displayed shape", async () => {
  const bytes = await published("testsrc2=size=720x576:rate=25,setsar=64/45");
  const snapshot = await takeSnapshot({ bytes, container: "live_flv", hasSound: false });
  const path = join(folder, "snapshot.jpg");
  await writeFile(path, snapshot?.picture ?? Buffer.alloc(0));
  const { stderr } = await ffmpeg("-v", "info", "-i", path, "-f", "null", "-");
  expect(stderr).toContain("480x270");
});

test.each(["smpte2084", "arib-std-b67"])("HDR by %s is tone mapped and says so", async (transfer) => {
  const tags = ["-color_primaries", "bt2020", "-color_trc", transfer, "-colorspace", "bt2020nc"];
  // The level of graphics white (ITU-R BT.2408 table 1): 58 % of PQ, 75 % of HLG, in 10 bits of video range.
  const level = Math.round(64 + 876 * (transfer === "smpte2084" ? 0.58 : 0.75));
  const white = `color=size=720x576:rate=25,format=yuv420p10le,geq=lum=${level}:cb=512:cr=512`;
  const path = await encoded(await published(white, "-pix_fmt", "yuv420p10le", ...tags), transfer);
  const { video } = await probe(path);
  expect(video).toMatchObject({
    hdr: false,
    bitDepth: 8,
    colorTransfer: "bt709",
    colorSpace: "bt709",
    colorPrimaries: "bt709",
  });
  const { stdout } = await ffmpeg(
    "-v",
    "error",
    "-i",
    path,
    "-vf",
    "scale=1:1,format=gray",
    "-frames:v",
    "1",
    "-f",
    "rawvideo",
    "pipe:1",
  );
  expect(stdout[0]).toBeGreaterThan(185);
});

test("only what every player shows is passed through", async () => {
  const problem = async (picture: string, ...options: string[]) =>
    passThroughProblem(await inputOf(await published(picture, ...options)));
  expect(await problem("testsrc2=size=720x576:rate=25")).toBeNull();
  expect(await problem(interlaced, ...asFields)).not.toBeNull();
  expect(await problem("testsrc2=size=720x576:rate=25,setsar=64/45")).toBe("The pixels are not square.");
  expect(await problem("testsrc2=size=720x576:rate=25", "-pix_fmt", "yuv422p")).not.toBeNull();
});

test("what is no picture has no facts", async () => {
  expect(await probeLivePicture({ bytes: Buffer.from("nothing"), container: "live_flv" })).toBeNull();
});

test("sound alone is encoded with a still as its picture", async () => {
  const input: LiveInput = { width: 320, height: 180, fps: 10, videoCodec: null, audioCodec: "aac" };
  const tone = [
    "-f",
    "lavfi",
    "-i",
    "sine=frequency=440:sample_rate=48000",
    "-t",
    "4",
    "-c:a",
    "aac",
    "-f",
    "flv",
    "pipe:1",
  ];
  const { stdout: bytes } = await ffmpeg("-v", "error", ...tone);
  const picture = join(folder, "still.jpg");
  await ffmpeg("-v", "error", "-f", "lavfi", "-i", "color=white:size=64x64", "-frames:v", "1", picture);
  const encoder = await startLiveEncoder({ plan: planLiveEncode({ input, passThrough: true }), picture });
  encoder.input.end(bytes);
  const [stream] = [...encoder.rungs.values()];
  const path = join(folder, "sound-alone.mp4");
  await writeFile(path, stream ? await buffer(stream) : Buffer.alloc(0));
  expect(await encoder.ended).toEqual({ exitCode: 0, stderrTail: [] });
  const { video, audio } = await probe(path);
  expect([video.width, video.height, audio?.codec]).toEqual([320, 180, "aac"]);
  expect(Math.abs(video.durationSeconds - 4)).toBeLessThan(0.6);
  const grey = await ffmpeg(
    "-v",
    "error",
    "-i",
    path,
    "-vf",
    "scale=1:1,format=gray",
    "-frames:v",
    "1",
    "-f",
    "rawvideo",
    "pipe:1",
  );
  expect(grey.stdout[0]).toBeGreaterThan(200);
});
