import { execFile } from "node:child_process";
import { mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterEach, beforeEach, expect, test } from "vitest";
import { encodeAudio } from "../encoding/encode-audio.ts";
import { planEncoding } from "../encoding/encoding-plan.ts";
import { clip } from "../fixtures/clips.ts";
import { likeness, measureFrames, measureSound, onsets } from "../fixtures/measure.ts";
import { joinFragments, makeDownload } from "../packaging/mp4.ts";
import type { InitSegment, Segment } from "../packaging/segment.ts";
import { probe } from "../probe/probe.ts";
import { remux, remuxTargetDurationSeconds } from "../probe/streamable.ts";
import { mediaTools } from "../tools/capabilities.ts";
import { makePosters } from "./poster.ts";
import { makeStoryboard } from "./storyboard.ts";

const execute = promisify(execFile);

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "kinora-byproducts-"));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

// Each test has a limit of its own; one for the whole file would depend on how busy the machine is.
const { signal } = new AbortController();

async function pictureSize(path: string): Promise<string> {
  const { ffprobePath } = await mediaTools();
  const { stdout } = await execute(ffprobePath, [
    "-v",
    "error",
    "-show_entries",
    "stream=codec_name,width,height",
    "-of",
    "csv=p=0",
    path,
  ]);
  return stdout.trim();
}

async function remuxed(
  source: string,
): Promise<{ parts: Buffer[]; segments: Segment[]; plan: ReturnType<typeof planEncoding>; audio: Buffer[] }> {
  const facts = await probe(source);
  const plan = planEncoding(facts);
  const parts: Buffer[] = [];
  const audio: Buffer[] = [];
  const segments: Segment[] = [];
  await remux({
    ...{ source, facts, plan, workFolder: folder, signal },
    onInit: (init: InitSegment) => void parts.push(init.bytes),
    onSegment: (segment) => {
      segments.push(segment);
      parts.push(segment.bytes);
    },
  });
  if (facts.audio) {
    const sink = {
      onInit: (init: InitSegment) => void audio.push(init.bytes),
      onSegment: (segment: Segment) => void audio.push(segment.bytes),
    };
    await encodeAudio({ source, facts, plan, workFolder: folder, signal, ...sink });
  }
  return { parts, segments, plan, audio };
}

test("a streamable video is cut at its key frames without losing a frame, in step with its sound", async () => {
  for (const name of ["bidirectional", "flashAndBeep"] as const) {
    const source = await clip(name, { durationSeconds: 9 });
    const { parts, segments, audio } = await remuxed(source);
    expect(segments.map((segment) => [segment.index, segment.frames])).toEqual([
      [0, 100],
      [1, 100],
      [2, 25],
    ]);
    const video = join(folder, "video.mp4");
    const sound = join(folder, "sound.mp4");
    await joinFragments(parts, video);
    await joinFragments(audio, sound);
    const frames = await measureFrames(video);
    const times = frames.map(({ seconds }) => seconds);
    expect(times).toHaveLength(225);
    expect(times.every((time, index) => index < 2 || Math.abs(time - (times[index - 1] ?? 0) - 0.04) < 0.001)).toBe(
      true,
    );
    expect(await likeness(video, source)).toBeGreaterThan(0.999);
    if (name !== "flashAndBeep") continue;
    const flashes = frames
      .filter((frame, index) => frame.brightness > 128 && (frames[index - 1]?.brightness ?? 0) <= 128)
      .map((frame) => frame.seconds);
    const beeps = onsets(await measureSound(sound));
    const apart = flashes.slice(1).map((flash) => Math.min(...beeps.map((beep) => Math.abs(beep - flash))));
    expect(Math.max(...apart)).toBeLessThan(0.02);
  }
});

test("a streamable video whose key frames are too far apart is left to the encoder", async () => {
  const source = await clip("longGop", { durationSeconds: remuxTargetDurationSeconds + 2 });
  await expect(remuxed(source)).rejects.toMatchObject({ code: "gop_too_long" });
});

test("the download is an MP4 that starts before it is whole, with picture and sound", async () => {
  const { parts, audio } = await remuxed(await clip("streamable", { durationSeconds: 5 }));
  const made = await makeDownload({ tracks: [parts, audio], workFolder: folder, signal });
  const facts = await probe(made.path);
  expect(facts).toMatchObject({
    container: "mov",
    video: { codec: "h264", width: 320, height: 180, frames: 125 },
    audio: { codec: "aac", channels: 2 },
  });
  expect(Math.abs(facts.durationSeconds - 5)).toBeLessThan(0.15);
  const { ffprobePath } = await mediaTools();
  const { stderr } = await execute(ffprobePath, ["-v", "trace", made.path], { maxBuffer: 64 << 20 });
  expect(stderr.indexOf("type:'moov'")).toBeLessThan(stderr.indexOf("type:'mdat'"));
  expect(await readdir(folder)).toEqual(["download.mp4"]);
});

test("a video without sound has a download too", async () => {
  const { parts } = await remuxed(await clip("silent"));
  const made = await makeDownload({ tracks: [parts], workFolder: folder, signal });
  expect((await probe(made.path)).audio).toBeNull();
});

test("posters come in every size up to the source's, upright", async () => {
  const landscape = await clip("silent", { width: 1280, height: 720, durationSeconds: 1 });
  const posters = await makePosters({ source: landscape, facts: await probe(landscape), workFolder: folder, signal });
  expect(posters.map(({ label, width, height }) => [label, width, height])).toEqual([
    ["360p", 640, 360],
    ["720p", 1280, 720],
  ]);
  expect(await Promise.all(posters.map((poster) => pictureSize(poster.path)))).toEqual([
    "mjpeg,640,360",
    "mjpeg,1280,720",
  ]);

  const turned = await clip("rotated");
  const [poster] = await makePosters({ source: turned, facts: await probe(turned), workFolder: folder, signal });
  expect(poster).toMatchObject({ label: "180p", width: 180, height: 320 });
  expect(await pictureSize(poster?.path ?? "")).toBe("mjpeg,180,320");
});

test("a poster is the moment a person chose, even the very last, and otherwise not a black frame", async () => {
  const source = await clip("flashAndBeep", { durationSeconds: 4 });
  const facts = await probe(source);
  const brightness = async (atSeconds: number): Promise<number> => {
    const [poster] = await makePosters({ source, facts, atSeconds, workFolder: folder, signal });
    return (await measureFrames(poster?.path ?? ""))[0]?.brightness ?? -1;
  };
  expect(await brightness(2.02)).toBeGreaterThan(200);
  expect(await brightness(2.5)).toBeLessThan(40);
  expect(await brightness(99)).toBeLessThan(40);
});

test("a storyboard has a picture for every moment, on sheets that exist", async () => {
  const source = await clip("streamable", { durationSeconds: 61 });
  const { vtt, sprites, intervalSeconds } = await makeStoryboard({
    video: source,
    width: 320,
    height: 180,
    durationSeconds: 61,
    matrix: "smpte170m",
    workFolder: folder,
    signal,
  });
  expect(intervalSeconds).toBe(2);
  expect(sprites.map((sprite) => sprite.fileName)).toEqual(["sprite-00000.jpg", "sprite-00001.jpg"]);
  expect(await pictureSize(sprites[0]?.path ?? "")).toBe("mjpeg,800,450");
  const cues = [...vtt.matchAll(/^(\S+) --> (\S+)\n(\S+)#xywh=(\d+),(\d+),(\d+),(\d+)$/gm)];
  expect(vtt.startsWith("WEBVTT\n\n")).toBe(true);
  expect(cues).toHaveLength(31);
  expect(cues[0]?.slice(1)).toEqual(["00:00:00.000", "00:00:02.000", "sprite-00000.jpg", "0", "0", "160", "90"]);
  expect(cues[26]?.slice(3)).toEqual(["sprite-00001.jpg", "160", "0", "160", "90"]);
  expect(cues[30]?.slice(1, 3)).toEqual(["00:01:00.000", "00:01:01.000"]);
});
