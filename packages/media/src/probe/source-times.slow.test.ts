import { execFile } from "node:child_process";
import { copyFile, readFile, stat, truncate, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { expect, test } from "vitest";
import { encodeAudio } from "../encoding/encode-audio.ts";
import { encodeChunk } from "../encoding/encode-chunk.ts";
import { planEncoding } from "../encoding/encoding-plan.ts";
import { clip } from "../fixtures/clips.ts";
import { testFolder } from "../fixtures/folder.ts";
import { measureFrames, measureSound, onsets } from "../fixtures/measure.ts";
import { toNumber } from "../packaging/grid.ts";
import { joinFragments } from "../packaging/mp4.ts";
import type { InitSegment, Segment } from "../packaging/segment.ts";
import { mediaTools } from "../tools/capabilities.ts";
import type { SourceFacts } from "./facts.ts";
import { probe } from "./probe.ts";

const execute = promisify(execFile);

const folder = testFolder("times");

/** Writes a clip, which flashes and beeps at the start of every second, into another container or in another way. */
async function rewritten(name: string, options: readonly string[], durationSeconds = 9): Promise<string> {
  const { ffmpegPath } = await mediaTools();
  const path = join(folder, name);
  const source = await clip("flashAndBeep", { durationSeconds, width: 160, height: 90 });
  await execute(ffmpegPath, ["-v", "error", "-y", "-i", source, "-c", "copy", ...options, path]);
  return path;
}

/** Encodes a source as a worker does and measures, in seconds of the video, its flashes, its beeps and its ends. */
async function measured(source: string, known?: SourceFacts) {
  const facts = known ?? (await probe(source));
  const plan = planEncoding(facts);
  const shared = { source, facts, plan, workFolder: folder, signal: new AbortController().signal };
  const collect = () => {
    const parts: Buffer[] = [];
    const onInit = ({ bytes }: InitSegment) => void (parts.length === 0 && parts.push(bytes));
    return { parts, onInit, onSegment: ({ bytes }: Segment) => void parts.push(bytes) };
  };
  const picture = collect();
  for (let chunkIndex = 0; chunkIndex < plan.chunkCount; chunkIndex += 1)
    await encodeChunk({ ...shared, ...picture, chunkIndex, preset: "ultrafast" });
  const sound = collect();
  const { durationSeconds: soundSeconds } = await encodeAudio({ ...shared, ...sound });
  await joinFragments(picture.parts, join(folder, "picture.mp4"));
  await joinFragments(sound.parts, join(folder, "sound.mp4"));
  const frames = await measureFrames(join(folder, "picture.mp4"));
  const isFlash = ({ brightness }: { brightness: number }, index: number) =>
    brightness > 128 && (frames[index - 1]?.brightness ?? 0) <= 128;
  return {
    plan,
    frames: frames.length,
    flashes: frames.filter(isFlash).map(({ seconds }) => seconds),
    beeps: onsets(await measureSound(join(folder, "sound.mp4"))),
    soundSeconds,
    delaySeconds: plan.grid.delayFrames / toNumber(plan.grid.fps),
  };
}

/** The very first picture shows from zero on; all others are compared. */
function expectInStep({ flashes, beeps }: { flashes: number[]; beeps: number[] }, seconds: number): void {
  expect([flashes.length, beeps.length]).toEqual([seconds, seconds]);
  const apart = flashes.slice(1).map((flash, index) => Math.abs(flash - (beeps[index + 1] ?? 0)));
  expect(Math.max(...apart)).toBeLessThan(0.02);
}

test.each([
  ["fragments without edit lists", "fragments.mp4", ["-movflags", "+frag_keyframe+empty_moov+default_base_moof"]],
  [
    "fragments with negative offsets",
    "negative.mp4",
    ["-movflags", "+frag_keyframe+empty_moov+default_base_moof+negative_cts_offsets"],
  ],
  ["no edit lists", "unedited.mp4", ["-use_editlist", "0"]],
  ["a clock that begins late", "late.mkv", ["-output_ts_offset", "10"]],
  ["a clock that begins late in a broadcast", "late.ts", ["-output_ts_offset", "3600"]],
  ["a clock of its own", "own.flv", []],
] as const)("a source with %s has its sound in step and not a picture too many", async (_, name, options) => {
  const found = await measured(await rewritten(name, options));
  expectInStep(found, 9);
  expect([found.frames, found.plan.totalFrames]).toEqual([225, 225]);
});

test.each([
  ["seams.mp4", ["-movflags", "+frag_keyframe+empty_moov+default_base_moof"]],
  ["delayed.mp4", ["-movflags", "+frag_keyframe+delay_moov+default_base_moof"]],
  ["whole.mp4", []],
  ["whole.mkv", ["-output_ts_offset", "7.5"]],
] as const)("of %s a later chunk begins with the picture that shows then", async (name, options) => {
  const found = await measured(await rewritten(name, options, 30));
  expect(found.plan.chunkCount).toBe(2);
  expectInStep(found, 30);
  const steady = found.flashes.slice(1).map((flash, index) => flash - (index + 1) - found.delaySeconds);
  expect(Math.max(...steady.map(Math.abs))).toBeLessThan(0.001);
});

test("a file that is sought by decode times has every picture in its place, too, with facts that say nothing of them", async () => {
  const source = await rewritten("decoded.mp4", ["-movflags", "+frag_keyframe+empty_moov+default_base_moof"], 30);
  const { video, ...facts } = await probe(source);
  const { lateSeconds, reorderFrames, ...known } = video;
  expect([lateSeconds, reorderFrames]).toEqual([0.08, 2]);
  const { flashes, plan } = await measured(source, { ...facts, video: known });
  expect(plan.chunkCount).toBe(2);
  const steps = flashes.slice(2).map((flash, index) => flash - (flashes[index + 1] ?? 0));
  expect(Math.max(...steps.map((step) => Math.abs(step - 1)))).toBeLessThan(0.001);
});

test.each([
  ["joined with one that continues much later", 5000],
  ["joined with one of the same time", 0],
] as const)("a broadcast %s becomes both, without the time between, and stays in step", async (_, laterSeconds) => {
  const first = await readFile(await rewritten("first.ts", ["-output_ts_offset", "100"]));
  const second = await readFile(await rewritten("second.ts", ["-output_ts_offset", String(100 + laterSeconds)]));
  const source = join(folder, "joined.ts");
  await writeFile(source, Buffer.concat([first, second, first]));
  const found = await measured(source);
  expectInStep(found, 27);
  expect(found.plan.durationSeconds).toBeCloseTo(27, 1);
  expect(found.frames).toBe(675);
});

test.each(["whole.mp4", "whole.mkv"])("of %s that was cut off, sound and picture end together", async (name) => {
  const source = await rewritten(name, ["-movflags", "+faststart"]);
  const path = join(folder, `cut-${name}`);
  await copyFile(source, path);
  await truncate(path, Math.round((await stat(source)).size * 0.55));
  const found = await measured(path);
  const rate = toNumber(found.plan.grid.fps);
  expect(found.frames / rate).toBeLessThan(6);
  expect(Math.abs(found.soundSeconds - found.delaySeconds - found.frames / rate)).toBeLessThan(0.1);
});
