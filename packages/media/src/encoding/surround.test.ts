import { join } from "node:path";
import { SURROUND_CHANNELS, SURROUND_KBPS } from "@kinora/domain/videos/audio-tracks.ts";
import { expect, test, vi } from "vitest";
import { patient } from "../../../../tools/setup/patience.mjs";
import { surroundTones, type ClipName } from "../fixtures/clip-recipes.ts";
import { clip } from "../fixtures/clips.ts";
import { testFolder } from "../fixtures/folder.ts";
import { tonesOf } from "../fixtures/measure.ts";
import { joinFragments } from "../packaging/mp4.ts";
import type { InitSegment, Segment } from "../packaging/segment.ts";
import { probe } from "../probe/probe.ts";
import { probeSound } from "../sound/sound-file.ts";
import { encodeAudio } from "./encode-audio.ts";
import { planEncoding } from "./encoding-plan.ts";

vi.setConfig({ testTimeout: patient(60_000) });

const folder = testFolder("surround");

/** Encodes the first sound of a clip in 5.1, in two runs; returns the file and its segments. */
async function surroundOf(name: ClipName) {
  const source = await clip(name, { durationSeconds: 10 });
  const facts = await probe(source);
  const plan = { ...planEncoding(facts), audioBitrateKbps: SURROUND_KBPS };
  let init: Buffer = Buffer.alloc(0);
  const segments = new Map<number, Segment>();
  const shared = {
    ...{ source, facts, plan, surround: true, rendition: "audio-surround", workFolder: folder },
    signal: new AbortController().signal,
    onInit(made: InitSegment) {
      init = made.bytes;
    },
    onSegment(segment: Segment) {
      segments.set(segment.index, segment);
    },
  };
  await encodeAudio(shared);
  await encodeAudio({ ...shared, fromSegment: 1, expectedInit: init });
  const made = [...segments.values()];
  const path = join(folder, `${name}.mp4`);
  await joinFragments([init, ...made.map(({ bytes }) => bytes)], path);
  return { path, made, facts };
}

test("a sound in 5.1 keeps its channels, each in its place, at its own bitrate", async () => {
  const { path, made, facts } = await surroundOf("surround");
  expect(facts.audio?.channels).toBe(SURROUND_CHANNELS);
  const { audio } = await probeSound(path, new AbortController().signal);
  expect([audio.codec, audio.channels, audio.sampleRate]).toEqual(["aac", SURROUND_CHANNELS, 48_000]);
  const tones = await tonesOf(path, SURROUND_CHANNELS);
  for (const [channel, hertz] of surroundTones.entries())
    expect(Math.abs((tones[channel] ?? 0) - hertz), `${channel}`).toBeLessThan(hertz * 0.05);
  expect(made.map(({ index }) => index)).toEqual(made.map((_, index) => index));
  const bits = made.reduce((sum, { bytes }) => sum + bytes.length * 8, 0);
  expect(bits / 10_000).toBeLessThan(SURROUND_KBPS * 1.1);
});

test("7.1 is mixed down to 5.1, and what is beside and behind comes from behind", async () => {
  const { path, facts } = await surroundOf("moreSurround");
  expect(facts.audio?.channels).toBe(8);
  const tones = await tonesOf(path, SURROUND_CHANNELS);
  for (const [channel, hertz] of surroundTones.slice(0, 4).entries())
    expect(Math.abs((tones[channel] ?? 0) - hertz), `${channel}`).toBeLessThan(hertz * 0.05);
  expect(tones.slice(4).every((hertz) => hertz !== null)).toBe(true);
});
