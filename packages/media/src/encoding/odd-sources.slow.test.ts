import { execFile } from "node:child_process";
import { mkdtemp, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { expect, test } from "vitest";
import { captionedClip } from "../fixtures/captioned-clip.ts";
import { clip } from "../fixtures/clips.ts";
import { testFolder } from "../fixtures/folder.ts";
import { frameTimes, measureColours } from "../fixtures/measure.ts";
import { toNumber } from "../packaging/grid.ts";
import type { InitSegment, Segment } from "../packaging/segment.ts";
import { makePosters } from "../pictures/poster.ts";
import { probe } from "../probe/probe.ts";
import { makeSoundFilm } from "../sound/sound-film.ts";
import { mediaTools } from "../tools/capabilities.ts";
import { encodeAudio } from "./encode-audio.ts";
import { encodeChunk } from "./encode-chunk.ts";
import { planEncoding } from "./encoding-plan.ts";

const execute = promisify(execFile);
const x264 = ["-c:v", "libx264", "-preset", "ultrafast", "-pix_fmt", "yuv420p"];
const film = ["-f", "lavfi", "-i", "testsrc2=s=160x90:r=25:d=3"];
const tone = (hertz: number) => ["-f", "lavfi", "-i", `sine=${hertz}:r=48000:d=3`];

const folder = testFolder("odd");

async function made(name: string, args: readonly string[]): Promise<string> {
  const { ffmpegPath } = await mediaTools();
  const path = join(folder, name);
  await execute(ffmpegPath, ["-hide_banner", "-nostdin", "-y", "-v", "error", ...args, path]);
  return path;
}

async function encoded(source: string, kind: "picture" | "sound", maximumFps = 60) {
  const facts = await probe(source);
  const plan = planEncoding(facts, undefined, { maximumFps });
  const parts: Buffer[] = [];
  const shared = {
    ...{ source, facts, plan, workFolder: folder, signal: new AbortController().signal },
    onInit: ({ bytes }: InitSegment) => void parts.push(bytes),
    onSegment: ({ bytes }: Segment) => void parts.push(bytes),
  };
  if (kind === "sound") await encodeAudio(shared);
  else await encodeChunk({ ...shared, chunkIndex: 0, preset: "ultrafast" });
  const path = join(folder, `${kind}.mp4`);
  await writeFile(path, Buffer.concat(parts));
  return { path, facts, plan };
}

interface Level {
  peak: number;
  /** Root of the mean square, in decibels of full scale. */
  decibels: number;
}

/** How loud each channel of a file is. */
async function levels(path: string): Promise<Level[]> {
  const { ffmpegPath } = await mediaTools();
  const { stdout } = await execute(ffmpegPath, ["-v", "error", "-i", path, "-map", "0:a:0", "-f", "f32le", "pipe:1"], {
    encoding: "buffer",
    maxBuffer: 64 << 20,
  });
  const samples = new Float32Array(stdout.buffer, stdout.byteOffset, stdout.length >> 2);
  return [0, 1].map((side) => {
    // The middle second: no beginning and no end.
    const own = samples.filter((_, index) => index % 2 === side).subarray(48_000, 96_000);
    const square = own.reduce((sum, value) => sum + value * value, 0) / own.length;
    return {
      peak: own.reduce((most, value) => Math.max(most, Math.abs(value)), 0),
      decibels: 10 * Math.log10(square + 1e-12),
    };
  });
}

test.each([
  ["mov", "default"],
  ["mkv", "0"],
])("a picture before the film is left out of a %s file, and named", async (extension, disposition) => {
  const picture = await made("picture.mov", [
    ...["-f", "lavfi", "-i", "color=red:s=320x320:d=1:r=1", "-frames:v", "1", "-c:v", "mjpeg"],
  ]);
  const real = await made("film.mp4", [...film, ...tone(440), ...x264, "-c:a", "aac"]);
  const both = await made(`both.${extension}`, [
    ...["-i", picture, "-i", real, "-map", "0:v", "-map", "1:v", "-map", "1:a", "-c", "copy"],
    ...["-disposition:v:0", "default", "-disposition:v:1", disposition],
  ]);
  const facts = await probe(both);
  expect(facts.video).toMatchObject({ codec: "h264", width: 160, height: 90 });
  expect(facts.durationSeconds).toBeCloseTo(3, 1);
  expect(facts.leftOut).toEqual([{ kind: "still", codec: "mjpeg", language: null, streamIndex: 0 }]);
});

test.each(["mkv", "ts", "avi", "flv"])(
  "a sound that continues after the picture of a %s file is heard to its end",
  async (extension) => {
    const whole = await clip("soundContinues", { durationSeconds: 9 });
    const source = await made(`goes-on.${extension}`, ["-i", whole, "-c", "copy"]);
    const { path, plan } = await encoded(source, "picture");
    expect(plan.durationSeconds).toBeGreaterThan(8.9);
    expect(plan.durationSeconds).toBeLessThan(9.2);
    expect(await frameTimes(path)).toHaveLength(plan.totalFrames);
  },
);

test("a file that says its sound continues, and breaks off before, ends where it does", async () => {
  const whole = await made("whole.mkv", ["-i", await clip("numbered", { durationSeconds: 6 }), "-c", "copy"]);
  const bytes = await readFile(whole);
  const path = join(folder, "broken-off.mkv");
  await writeFile(path, bytes.subarray(0, Math.floor(bytes.length * 0.6)));
  const facts = await probe(path);
  expect(facts.audio?.durationSeconds).toBeGreaterThan(facts.video.durationSeconds + 1);
  expect(facts.soundEndsSeconds).toBeUndefined();
});

test.each(["h264", "hevc", "m2v"])(
  "a bare stream of .%s, which says of no picture when it shows, is encoded whole",
  async (extension) => {
    const codecs = {
      h264: ["-c:v", "libx264", "-bf", "3"],
      hevc: ["-c:v", "libx265", "-x265-params", "log-level=error"],
    };
    const codec = extension === "m2v" ? ["-c:v", "mpeg2video"] : codecs[extension as keyof typeof codecs];
    const source = await made(`bare.${extension}`, [...film, ...codec, "-preset", "ultrafast"]);
    const { path, facts, plan } = await encoded(source, "picture");
    expect(facts.durationSeconds).toBeCloseTo(3, 1);
    expect(plan.chunkCount).toBe(1);
    expect(Math.abs((await frameTimes(path)).length - 75)).toBeLessThanOrEqual(1);
  },
);

test("one picture with a sound stands for as long as that lasts", async () => {
  const still = ["-f", "lavfi", "-i", "color=red:s=320x180:r=25:d=0.04"];
  const source = await made("still.mp4", [...still, ...tone(440), ...x264, "-c:a", "aac"]);
  const { path, plan } = await encoded(source, "picture");
  expect(plan).toMatchObject({ totalFrames: 75, pictureFrames: 1 });
  expect(await frameTimes(path)).toHaveLength(75);
});

test("a sound with a cover that its file does not mark as one is a sound, or has it as its picture", async () => {
  const still = await made("cover.mov", [
    "-f",
    "lavfi",
    "-i",
    "color=red:s=320x320:d=1:r=1",
    "-frames:v",
    "1",
    "-c:v",
    "mjpeg",
  ]);
  const both = ["-i", still, ...tone(440), "-map", "0:v", "-map", "1:a", "-c:v", "copy", "-c:a", "aac"];
  const source = await made("covered.mov", both);
  await expect(probe(source)).rejects.toMatchObject({ code: "no_video_track" });
  const target = join(folder, "cover.mkv");
  const signal = new AbortController().signal;
  expect(await makeSoundFilm({ source, target, workFolder: folder, signal })).toMatchObject({ hasCover: true });
  // Matroska does not count pictures.
  const { plan } = await encoded(await made("covered.mkv", both), "picture");
  expect(plan.durationSeconds).toBeCloseTo(3, 0);
});

test("two mono tracks of equal length are left and right", async () => {
  const silence = ["-f", "lavfi", "-i", "anullsrc=r=48000:cl=mono:d=3"];
  const source = await made("first-silent.mp4", [
    ...[...film, ...silence, ...tone(1000)],
    ...["-map", "0:v", "-map", "1:a", "-map", "2:a", ...x264, "-t", "3", "-c:a", "aac"],
  ]);
  const { path, facts } = await encoded(source, "sound");
  expect(facts.leftOut).toBeUndefined();
  const [left, right] = await levels(path);
  expect(left?.decibels).toBeLessThan(-60);
  expect(right?.decibels).toBeGreaterThan(-25);
});

test("two mono tracks in two languages are not left and right: the second is another sound", async () => {
  const source = await made("languages.mp4", [
    ...[...film, ...tone(440), ...tone(1000), "-map", "0:v", "-map", "1:a", "-map", "2:a", ...x264, "-c:a", "aac"],
    ...["-metadata:s:a:0", "language=deu", "-metadata:s:a:1", "language=eng"],
  ]);
  const { audio, leftOut, otherSounds } = await probe(source);
  expect(audio?.rightStreamIndex).toBeUndefined();
  expect(leftOut).toBeUndefined();
  expect(otherSounds).toMatchObject([{ language: "en", streamIndex: 2 }]);
});

test("one channel is as loud as in its file", async () => {
  const source = await made("mono.mov", [...film, ...tone(440), ...x264, "-c:a", "pcm_s16le"]);
  const [left, right] = await levels((await encoded(source, "sound")).path);
  // A sine of ffmpeg has an eighth of full scale.
  const own = 20 * Math.log10(1 / 8 / Math.SQRT2);
  expect(left?.decibels).toBeCloseTo(own, 0);
  expect(right?.decibels).toBeCloseTo(own, 0);
});

test("loud surround sound does not clip", async () => {
  const loud = [
    "-f",
    "lavfi",
    "-i",
    "aevalsrc=0.9*sin(880*PI*t)|0.9*sin(880*PI*t)|0.9*sin(880*PI*t)|0|0.9*sin(880*PI*t)|0.9*sin(880*PI*t):c=5.1:s=48000:d=3",
  ];
  const source = await made("surround.mov", [...film, ...loud, ...x264, "-c:a", "pcm_s16le"]);
  for (const { peak, decibels } of await levels((await encoded(source, "sound")).path)) {
    expect(peak).toBeLessThan(1);
    expect(decibels).toBeGreaterThan(-6);
  }
});

test("a screen recording keeps the motion between its stills", async () => {
  const source = await made("screen.mp4", [
    ...["-f", "lavfi", "-i", "testsrc2=s=160x90:r=30:d=9", "-vf", "select='lt(t,2)+not(mod(n,60))'"],
    ...["-vsync", "vfr", ...x264],
  ]);
  const facts = await probe(source);
  expect(facts.video.variableFrameRate).toBe(true);
  expect(toNumber(planEncoding(facts).grid.fps)).toBe(30);
  expect(toNumber(planEncoding(facts, undefined, { maximumFps: 15 }).grid.fps)).toBe(15);
});

test.each([
  [60, 50],
  [30, 25],
])("both fields of interlaced pictures are shown where %d a second are allowed", async (maximumFps, rate) => {
  const source = await made("interlaced.mp4", [
    ...["-f", "lavfi", "-i", "testsrc2=s=160x96:r=50:d=2", "-vf", "tinterlace=interleave_top,setfield=tff"],
    ...[...x264, "-flags", "+ilme+ildct", "-x264-params", "tff=1"],
  ]);
  const { path, facts, plan } = await encoded(source, "picture", maximumFps);
  expect(facts.video.progressive).toBe(false);
  expect(toNumber(plan.grid.fps)).toBe(rate);
  const times = await frameTimes(path);
  expect(times.length / rate).toBeCloseTo(2, 1);
  // Frames that repeat are not motion.
  const { ffmpegPath } = await mediaTools();
  const { stdout } = await execute(ffmpegPath, ["-v", "error", "-i", path, "-an", "-f", "framemd5", "pipe:1"]);
  const sums = stdout
    .split("\n")
    .filter((line) => line.startsWith("0,"))
    .map((line) => line.split(",").at(-1));
  expect(new Set(sums).size).toBeGreaterThan(rate * 2 * 0.9);
});

test.each([
  { fps: 30, maximumFps: 60, rate: 30, interlaced: false },
  { fps: 30, maximumFps: 60, rate: 60, interlaced: true },
  { fps: 30, maximumFps: 30, rate: 30, interlaced: true },
])(
  "captions within pictures are the same within renditions, with $maximumFps of $fps, fields $interlaced",
  async (shape) => {
    const texts = [
      { fromSeconds: 1, toSeconds: 2, text: "GOOD DAY" },
      { fromSeconds: 3, toSeconds: 4, text: "SECOND LINE" },
    ];
    const source = await captionedClip({ ...shape, texts });
    const { path, plan } = await encoded(source, "picture", shape.maximumFps);
    expect(toNumber(plan.grid.fps)).toBe(shape.rate);
    expect(await captionsWithin(path)).toEqual(await captionsWithin(source));
    expect(await captionsWithin(path)).toEqual(["GOOD DAY", "SECOND LINE"]);
  },
);

/** The texts within the pictures of a file, as ffmpeg reads them. */
async function captionsWithin(path: string): Promise<string[]> {
  const { ffmpegPath } = await mediaTools();
  const film = ["-f", "lavfi", "-i", `movie=${path}[out+subcc]`];
  const { stdout } = await execute(ffmpegPath, ["-v", "error", ...film, "-map", "0:s", "-f", "srt", "pipe:1"]);
  return [...stdout.matchAll(/\}([^<]+)</g)].map(([, text]) => (text ?? "").trim());
}

test("transparent areas are black", async () => {
  const source = await made("transparent.mov", [
    ...["-f", "lavfi", "-i", "color=red@0.0:s=160x90:r=25:d=2,format=rgba", "-c:v", "qtrle"],
  ]);
  const { path, facts } = await encoded(source, "picture");
  expect(facts.video.pixelFormat).toBe("argb");
  const [frame] = await measureColours(path, 160, 90, [[80, 45]]);
  expect(Math.max(...(frame?.[0]?.slice(0, 3) ?? [255]))).toBeLessThan(10);
});

test.each([
  ["mp4", "yuv420p", "libx264"],
  ["mp4", "gbrp", "libx264rgb"],
  ["mov", "rgb24", "qtrle"],
  ["mov", "argb", "qtrle"],
  ["mov", "rgb24", "png"],
  ["mov", "rgba", "png"],
  ["avi", "bgr24", "rawvideo"],
  ["avi", "gbrp", "utvideo"],
  ["mkv", "bgr0", "ffv1"],
  ["mkv", "gbrp10le", "ffv1"],
  ["gif", "rgb8", "gif"],
  ["apng", "rgb24", "apng"],
])("a poster is not chosen from black pictures of a %s in %s by %s", async (extension, pixels, codec) => {
  const source = await made(`opening-${pixels}-${codec}.${extension}`, [
    ...["-f", "lavfi", "-i", "color=black:s=160x90:r=25:d=4", "-f", "lavfi", "-i", "color=yellow:s=160x90:r=25:d=6"],
    ...["-filter_complex", "[0:v][1:v]concat=n=2", "-c:v", codec, "-pix_fmt", pixels],
  ]);
  const facts = await probe(source);
  const workFolder = await mkdtemp(join(folder, "poster-"));
  const [poster] = await makePosters({ source, facts, workFolder, signal: new AbortController().signal });
  const [frame] = await measureColours(poster?.path ?? "", 160, 90, [[80, 45]]);
  const [red = 0, green = 0, blue = 255] = frame?.[0] ?? [];
  expect(Math.min(red, green)).toBeGreaterThan(230);
  expect(blue).toBeLessThan(40);
});

test("an animated PNG is a film of all its pictures", async () => {
  const { path, facts, plan } = await encoded(await clip("animatedPng"), "picture");
  expect(facts).toMatchObject({ container: "apng", durationSeconds: 3, audio: null });
  expect(plan.totalFrames).toBe(75);
  expect(await frameTimes(path)).toHaveLength(75);
});
