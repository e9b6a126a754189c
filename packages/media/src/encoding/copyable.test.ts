import { execFile } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterEach, beforeEach, expect, test } from "vitest";
import { clip, type ClipName, type ClipOptions } from "../fixtures/clips.ts";
import { frameTimes, likeness, measureFrames, measureSound, onsets, type MeasuredFrame } from "../fixtures/measure.ts";
import { joinFragments } from "../packaging/mp4.ts";
import type { InitSegment, Segment } from "../packaging/segment.ts";
import { probe } from "../probe/probe.ts";
import { copyTargetDurationSeconds, remux } from "../probe/streamable.ts";
import { mediaTools } from "../tools/capabilities.ts";
import { MediaError } from "../tools/errors.ts";
import { copyProblem } from "./copyable.ts";
import { encodeAudio } from "./encode-audio.ts";
import { encodeChunk } from "./encode-chunk.ts";
import { planEncoding } from "./encoding-plan.ts";

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "kinora-copyable-"));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

// Each test has a limit of its own; one for the whole file would depend on how busy the machine is.
const { signal } = new AbortController();
const anything = { maximumFps: 60, maximumKbps: null };

/** Cuts a clip as a rendition that stays, and unless said with its sound and the lowest rung encoded beside it. */
async function copied(source: string, { beside = true } = {}) {
  const facts = await probe(source);
  const plan = planEncoding(facts, [{ label: "90p", shortSidePixels: 90, crf: 28, maxBitrateKbps: 400 }]);
  const common = { source, facts, plan, workFolder: folder, signal };
  const made = { picture: [] as Buffer[], sound: [] as Buffer[], encoded: [] as Buffer[], segments: [] as Segment[] };
  const sink = (into: Buffer[]) => ({
    onInit: ({ bytes }: InitSegment) => void into.push(bytes),
    onSegment: ({ bytes }: Segment) => void into.push(bytes),
  });
  await remux({
    ...common,
    rendition: "180p",
    stays: true,
    onInit: ({ bytes }) => void made.picture.push(bytes),
    onSegment: (segment) => {
      made.segments.push(segment);
      made.picture.push(segment.bytes);
    },
  });
  if (beside && facts.audio) await encodeAudio({ ...common, ...sink(made.sound) });
  if (beside) await encodeChunk({ ...common, chunkIndex: 0, preset: "ultrafast", ...sink(made.encoded) });
  const path = (name: string) => join(folder, `${name}.mp4`);
  for (const name of ["picture", "sound", "encoded"] as const)
    if (made[name].length > 0) await joinFragments(made[name], path(name));
  return {
    facts,
    plan,
    segments: made.segments,
    picture: path("picture"),
    sound: path("sound"),
    encoded: path("encoded"),
  };
}

/** When the picture turns white. */
const flashes = (frames: readonly MeasuredFrame[]): number[] =>
  frames
    .filter(({ brightness }, index) => brightness > 128 && (frames[index - 1]?.brightness ?? 0) <= 128)
    .map(({ seconds }) => seconds);

test.each<ClipName>(["flashAndBeep", "loneKeyFrames", "lateStart"])(
  "a copied %s clip is in step with its sound and with the rung that is encoded beside it",
  async (name) => {
    const source = await clip(name, { durationSeconds: 14 });
    expect(await copyProblem(source, await probe(source), anything)).toBeNull();
    const made = await copied(source);
    const frames = await measureFrames(made.picture);
    expect(frames).toHaveLength(350);
    expect(made.segments.reduce((sum, { frames }) => sum + frames, 0)).toBe(350);
    expect(Math.max(...made.segments.map(({ durationSeconds }) => durationSeconds))).toBeLessThanOrEqual(
      copyTargetDurationSeconds,
    );
    expect(await likeness(made.picture, source)).toBeGreaterThan(0.999);
    const white = flashes(frames).slice(1);
    expect(white).toHaveLength(13);
    const beeps = onsets(await measureSound(made.sound));
    const beside = flashes(await measureFrames(made.encoded));
    for (const moment of white) {
      expect(Math.min(...beeps.map((beep) => Math.abs(beep - moment)))).toBeLessThan(0.04);
      expect(Math.min(...beside.map((other) => Math.abs(other - moment)))).toBeLessThan(0.021);
    }
  },
);

test("segments are whole groups of pictures and none is longer than its playlist may say", async () => {
  const made = await copied(await clip("loneKeyFrames", { durationSeconds: 14 }), { beside: false });
  expect(made.segments.map(({ durationSeconds }) => Math.round(durationSeconds * 10) / 10)).toEqual([7.4, 5.2, 1.4]);
  const close = await copied(await clip("flashAndBeep", { durationSeconds: 14 }), { beside: false });
  // Key frames every two seconds: the borders are those of the encoded rungs.
  expect(close.segments.map(({ durationSeconds }) => Math.round(durationSeconds * 10) / 10)).toEqual([4, 4, 4, 2]);
});

test("frames at uneven times keep the times they had", async () => {
  const source = await clip("variableRate", { durationSeconds: 8 });
  const made = await copied(source, { beside: false });
  const [before, after] = [await frameTimes(source), await frameTimes(made.picture)];
  expect(after).toHaveLength(before.length);
  const shift = (after[1] ?? 0) - (before[1] ?? 0);
  for (const [index, seconds] of before.entries())
    if (index > 0) expect(Math.abs((after[index] ?? 0) - seconds - shift)).toBeLessThan(0.002);
  expect(
    Math.abs(shift - made.plan.grid.delayFrames / (made.plan.grid.fps.numerator / made.plan.grid.fps.denominator)),
  ).toBeLessThan(0.03);
});

test("sound that begins late is as late beside a copied picture", async () => {
  const made = await copied(await clip("lateAudio", { durationSeconds: 5 }));
  const sound = await measureSound(made.sound);
  const begins = sound.startSeconds + sound.samples.findIndex((sample) => Math.abs(sample) > 1500) / 48_000;
  const delaySeconds = made.plan.grid.delayFrames / 25;
  expect(Math.abs(begins - 1 - delaySeconds)).toBeLessThan(0.04);
  expect(Math.abs((await frameTimes(made.picture))[1] ?? 0)).toBeLessThan(delaySeconds + 0.041);
});

test.each<[ClipName, ClipOptions, string]>([
  ["openGroups", {}, "not_copyable"],
  ["numberedRecovery", { durationSeconds: 4 }, "not_copyable"],
  // Too few frames a second for the ladder to show them late, so frames that depend on later ones would show before they are decoded.
  ["bidirectional", { fps: "10" }, "not_copyable"],
  ["longGop", { durationSeconds: 12 }, "gop_too_long"],
])("a %s clip is left to the encoder once it is cut", async (name, options, code) => {
  const outcome = await copied(await clip(name, options)).catch((error: unknown) => error);
  expect(outcome).toBeInstanceOf(MediaError);
  expect(outcome).toMatchObject({ code });
});

test("a clip that begins before its first key frame is left to the encoder", async () => {
  const { ffmpegPath } = await mediaTools();
  const source = join(folder, "headless.mkv");
  const whole = await clip("streamable", { durationSeconds: 6 });
  await promisify(execFile)(ffmpegPath, ["-v", "error", "-i", whole, "-ss", "0.2", "-c", "copy", "-copyinkf", source]);
  expect(await copyProblem(source, await probe(source), anything)).toBeNull();
  await expect(copied(source)).rejects.toMatchObject({
    code: "not_copyable",
    message: expect.stringContaining("in the middle of a group"),
  });
});

test.each<[ClipName, ClipOptions, RegExp]>([
  ["rotated", {}, /turned/],
  ["mirrored", {}, /turned/],
  ["tenBit", {}, /profile/],
  ["hdr", {}, /not H\.264/],
  ["webm", {}, /not H\.264/],
  ["transportStream", {}, /container/],
  ["cutBeginning", { durationSeconds: 4 }, /hides the beginning/],
  ["streamable", { fps: "100" }, /100 frames/],
])("a %s clip is not copied, and why is said in a sentence", async (name, options, reason) => {
  const source = await clip(name, options);
  const problem = await copyProblem(source, await probe(source), anything);
  expect(problem).toMatch(reason);
  expect(problem).toMatch(/^[A-Z].*\.$/);
});

test("a clip with more bits than are copied says how many it has", async () => {
  const source = await clip("streamable");
  const facts = await probe(source);
  expect(await copyProblem(source, facts, { maximumFps: 60, maximumKbps: 20 })).toMatch(
    /^It has \d+ kbps, more than the 20/,
  );
  expect(await copyProblem(source, facts, { maximumFps: 60, maximumKbps: 12_000 })).toBeNull();
});
