import { join } from "node:path";
import type { LadderRung } from "@kinora/domain/transcoding/ladder.ts";
import { describe, expect, test } from "vitest";
import { clip, hostileFile } from "../fixtures/clips.ts";
import type { ClipName, ClipOptions } from "../fixtures/clips.ts";
import { testFolder } from "../fixtures/folder.ts";
import { frameTimes, likeness, measureFrames, measureNumbers, measureSound, onsets } from "../fixtures/measure.ts";
import { readFragment } from "../packaging/fragment.ts";
import { toNumber } from "../packaging/grid.ts";
import { readInit } from "../packaging/init-segment.ts";
import { joinFragments, makeDownload } from "../packaging/mp4.ts";
import type { InitSegment, Segment } from "../packaging/segment.ts";
import type { SourceFacts } from "../probe/facts.ts";
import { probe } from "../probe/probe.ts";
import { encodeAudio } from "./encode-audio.ts";
import { encodeChunk } from "./encode-chunk.ts";
import { planEncoding } from "./encoding-plan.ts";
import type { EncodingPlan } from "./encoding-plan.ts";

const rungs: LadderRung[] = [
  { label: "90p", shortSidePixels: 90, crf: 24, maxBitrateKbps: 400 },
  { label: "180p", shortSidePixels: 180, crf: 22, maxBitrateKbps: 1000 },
];

const folder = testFolder("encode");

interface Made {
  facts: SourceFacts;
  plan: EncodingPlan;
  source: string;
  inits: Map<string, InitSegment>;
  segments: Map<string, Segment[]>;
  frames: number;
}

function collector(): Pick<Made, "inits" | "segments"> & {
  onInit: (init: InitSegment) => void;
  onSegment: (segment: Segment) => void;
} {
  const inits = new Map<string, InitSegment>();
  const segments = new Map<string, Segment[]>();
  return {
    inits,
    segments,
    onInit: (init) => void inits.set(init.rendition, init),
    onSegment: (segment) => void segments.set(segment.rendition, [...(segments.get(segment.rendition) ?? []), segment]),
  };
}

interface Making {
  segmentsPerChunk?: number;
  preset?: string;
  /** Whether the sound is encoded, too. */
  sound?: boolean;
}

/** Everything a worker does for one video; short chunks, so that small clips have several. */
async function make(source: string, options: Making = {}): Promise<Made> {
  const facts = await probe(source);
  const planned = planEncoding(facts, rungs);
  const framesPerChunk = planned.grid.framesPerSegment * (options.segmentsPerChunk ?? 1);
  const chunkCount = Math.max(1, Math.ceil((planned.totalFrames - planned.grid.framesPerGroup) / framesPerChunk));
  const plan = { ...planned, chunkCount, grid: { ...planned.grid, framesPerChunk } };
  const { onInit, onSegment, ...made } = collector();
  const shared = { source, facts, plan, workFolder: folder, signal: new AbortController().signal, onInit, onSegment };
  let frames = 0;
  for (let chunkIndex = 0; chunkIndex < chunkCount; chunkIndex += 1) {
    const expectedInits = new Map([...made.inits].map(([label, init]) => [label, init.bytes]));
    const result = await encodeChunk({ ...shared, chunkIndex, expectedInits, preset: options.preset ?? "ultrafast" });
    frames += result.frames;
    expect(result.endOfSource).toBe(chunkIndex === chunkCount - 1);
  }
  if (options.sound) await encodeAudio(shared);
  return { facts, plan, source, frames, ...made };
}

function parts(made: Pick<Made, "inits" | "segments">, rendition: string): Buffer[] {
  const init = made.inits.get(rendition);
  if (!init) throw new Error(`${rendition} was not made.`);
  return [
    init.bytes,
    ...(made.segments.get(rendition) ?? []).toSorted((a, b) => a.index - b.index).map((segment) => segment.bytes),
  ];
}

async function joined(made: Pick<Made, "inits" | "segments">, rendition: string, name: string): Promise<string> {
  const path = join(folder, `${name}-${rendition}.mp4`);
  await joinFragments(parts(made, rendition), path);
  return path;
}

/** No gap and no double: each frame comes exactly one frame after the one before, the first at the plan's delay. */
async function expectSeamless(made: Made, rendition: string, name: string): Promise<void> {
  const times = await frameTimes(await joined(made, rendition, name));
  const rate = toNumber(made.plan.grid.fps);
  expect(times).toHaveLength(made.frames);
  const expected = times.map((_, index) => (index === 0 ? 0 : (index + made.plan.grid.delayFrames) / rate));
  expect(Math.max(...times.map((time, index) => Math.abs(time - (expected[index] ?? 0))))).toBeLessThan(0.0005);
}

const known = new Map<string, Promise<Made>>();

/** The picture of a clip, encoded once for all tests. */
async function madeOf(name: ClipName, shape: ClipOptions): Promise<Made> {
  const source = await clip(name, shape);
  const made = known.get(source) ?? make(source);
  known.set(source, made);
  return made;
}

const kinds: [ClipName, ClipOptions][] = [
  ["fractionalRate", { durationSeconds: 9 }],
  ["variableRate", { durationSeconds: 7 }],
  ["transportStream", { durationSeconds: 9 }],
  ["webm", { durationSeconds: 7 }],
  ["tenBit", { durationSeconds: 7 }],
  ["hdr", { durationSeconds: 7 }],
  ["oddSize", { durationSeconds: 7 }],
  ["rotated", { durationSeconds: 7 }],
];

test.each(kinds)(
  "a %s clip encoded in chunks is one stream without gap or double in every rendition",
  async (name, shape) => {
    const made = await madeOf(name, shape);
    expect(made.plan.chunkCount).toBeGreaterThan(1);
    expect(Math.abs(made.frames - made.plan.totalFrames)).toBeLessThanOrEqual(1);
    for (const { label, width, height } of made.plan.renditions) {
      await expectSeamless(made, label, name);
      expect(made.inits.get(label)?.codec).toMatch(/^avc1\.(4D40|6400)[0-9A-F]{2}$/);
      expect([width % 2, height % 2]).toEqual([0, 0]);
      const segments = made.segments.get(label) ?? [];
      let ticks = 0;
      for (const [index, segment] of segments.entries()) {
        const fragment = readFragment(
          segment.bytes,
          readInit(made.inits.get(label)?.bytes ?? Buffer.alloc(0)).defaults,
        );
        expect({ index: segment.index, start: segment.startTicks, decodeTime: fragment.decodeTimeTicks }).toEqual({
          index,
          start: ticks,
          decodeTime: ticks,
        });
        ticks += segment.durationTicks;
      }
      expect(ticks).toBe(made.frames * made.plan.grid.ticksPerFrame);
    }
  },
);

test("what was encoded in chunks looks like the source, frame for frame", async () => {
  for (const name of ["bidirectional", "transportStream"] as const) {
    const made = await madeOf(name, { durationSeconds: 9 });
    expect(await likeness(await joined(made, "180p", `like-${name}`), made.source)).toBeGreaterThan(0.94);
  }
});

test("a chunk killed half-way continues at the next segment, and the stream is seamless", async () => {
  const whole = await make(await clip("fractionalRate", { durationSeconds: 13 }), { segmentsPerChunk: 6 });
  const { source, facts, plan } = whole;
  const resumed = collector();
  const killer = new AbortController();
  const shared = {
    source,
    facts,
    plan,
    chunkIndex: 0,
    workFolder: folder,
    preset: "ultrafast",
    onInit: resumed.onInit,
  };
  const killed = encodeChunk({
    ...shared,
    signal: killer.signal,
    onSegment: (segment) => {
      if (segment.index === 0) resumed.onSegment(segment);
      else killer.abort(new Error("The machine went away."));
    },
  });
  await expect(killed).rejects.toMatchObject({ code: "aborted", retryable: true });
  const expectedInits = new Map([...resumed.inits].map(([label, init]) => [label, init.bytes]));
  const rest = await encodeChunk({
    ...shared,
    expectedInits,
    fromSegment: 1,
    signal: new AbortController().signal,
    onSegment: resumed.onSegment,
  });
  expect(rest.frames).toBe(whole.frames - plan.grid.framesPerSegment);
  for (const { label } of plan.renditions) await expectSeamless({ ...whole, ...resumed }, label, "resumed");
  expect(await likeness(await joined(resumed, "180p", "resumed"), source)).toBeGreaterThan(0.94);
});

describe("sound and picture", () => {
  const meets = async (video: string, audio: string, firstSecond: number) => {
    const frames = await measureFrames(video);
    const flashes = frames
      .filter((frame, index) => frame.brightness > 128 && (frames[index - 1]?.brightness ?? 0) <= 128)
      .map((frame) => frame.seconds);
    const sound = await measureSound(audio);
    const beeps = onsets(sound);
    // The very first packet of any AAC stream fades in, so the first beep may be heard from its middle.
    const pairs = flashes.slice(firstSecond).map((flash) => Math.min(...beeps.map((beep) => Math.abs(beep - flash))));
    expect(pairs.length).toBeGreaterThanOrEqual(4);
    return { apart: Math.max(...pairs), firstFrame: frames[0]?.seconds ?? 1, firstSound: sound.startSeconds };
  };

  test.each(["ultrafast", "veryfast"])("meet within 20 ms in the stream and in the download (%s)", async (preset) => {
    const made = await make(await clip("flashAndBeep", { durationSeconds: 9 }), { preset, sound: true });
    const name = `sync-${preset}`;
    const streamed = await meets(await joined(made, "180p", name), await joined(made, "audio", name), 1);
    expect(streamed.apart).toBeLessThan(0.02);
    const download = await makeDownload({
      tracks: [parts(made, "180p"), parts(made, "audio")],
      workFolder: folder,
      signal: new AbortController().signal,
    });
    const { apart, firstFrame, firstSound } = await meets(download.path, download.path, 1);
    expect(apart).toBeLessThan(0.02);
    expect(Math.abs(firstFrame - firstSound)).toBeLessThan(0.02);
  });

  test("sound that begins late stays late, and silence stands before it", async () => {
    const made = await make(await clip("lateAudio", { durationSeconds: 5 }), { sound: true });
    const delay = made.plan.grid.delayFrames / toNumber(made.plan.grid.fps);
    const [first = 0] = onsets(await measureSound(await joined(made, "audio", "late")));
    expect(Math.abs(first - delay - 1)).toBeLessThan(0.03);
  });

  test("an audio run that continues at a later segment gives the same sound at the same time", async () => {
    const source = await clip("flashAndBeep", { durationSeconds: 13 });
    const facts = await probe(source);
    const plan = planEncoding(facts, rungs);
    const shared = { source, facts, plan, workFolder: folder, signal: new AbortController().signal };
    const whole = collector();
    const resumed = collector();
    await encodeAudio({ ...shared, ...whole });
    const expectedInit = whole.inits.get("audio")?.bytes ?? Buffer.alloc(0);
    await encodeAudio({ ...shared, ...resumed, fromSegment: 2, expectedInit });
    const before = (whole.segments.get("audio") ?? []).slice(0, 2);
    const mixed = {
      inits: whole.inits,
      segments: new Map([["audio", [...before, ...(resumed.segments.get("audio") ?? [])]]]),
    };
    const expected = onsets(await measureSound(await joined(whole, "audio", "sound-whole")));
    const found = onsets(await measureSound(await joined(mixed, "audio", "sound-mixed")));
    expect(found).toHaveLength(expected.length);
    expect(Math.max(...found.map((time, index) => Math.abs(time - (expected[index] ?? 0))))).toBeLessThan(0.002);
    const layout = (made: Pick<Made, "segments">): number[][] =>
      (made.segments.get("audio") ?? []).map((segment) => [segment.index, segment.startTicks, segment.frames]);
    expect(layout(mixed)).toEqual(layout(whole));
  });
});

test("where the sound continues, the last frame is held until its end", async () => {
  const made = await make(await clip("soundContinues", { durationSeconds: 13 }), { sound: true });
  expect(made.plan).toMatchObject({ pictureFrames: 60, durationSeconds: expect.closeTo(13, 1) as number });
  expect(made.plan.chunkCount).toBe(3);
  expect(made.frames).toBe(made.plan.totalFrames);
  for (const { label } of made.plan.renditions) await expectSeamless(made, label, "goes-on");
  const numbers = await measureNumbers(await joined(made, "180p", "goes-on"));
  expect(numbers.map(({ number }) => number)).toEqual(numbers.map((_, index) => Math.min(index, 59)));
  expect(onsets(await measureSound(await joined(made, "audio", "goes-on"))).length).toBeGreaterThanOrEqual(12);
});

test("a recording ends with its picture, and a sound that ends with it changes nothing", async () => {
  const facts = await probe(await clip("soundContinues", { durationSeconds: 13 }));
  expect(planEncoding(facts, rungs, { endsWithPicture: true })).toMatchObject({ totalFrames: 60 });
  const usual = await probe(await clip("streamable"));
  expect(usual.soundEndsSeconds).toBeUndefined();
  expect(planEncoding(usual, rungs).pictureFrames).toBeUndefined();
});

test("a file cut off in the middle becomes the video that is left of it", async () => {
  const source = await hostileFile("truncated");
  const facts = await probe(source);
  const plan = planEncoding(facts, rungs);
  const made = collector();
  const result = await encodeChunk({
    source,
    facts,
    plan,
    chunkIndex: 0,
    workFolder: folder,
    signal: new AbortController().signal,
    preset: "ultrafast",
    ...made,
  });
  expect(result.endOfSource).toBe(true);
  expect(result.frames).toBeGreaterThan(10);
  expect(result.frames).toBeLessThanOrEqual(plan.totalFrames);
});

// What x264 writes of its options into the first picture.
test.each([
  [undefined, "ref=1", "subme=2"],
  ["fast", "ref=1", "subme=2"],
  ["balanced", "ref=3", "subme=7"],
  ["best", "ref=4", "subme=8"],
] as const)("a plan of the effort %s is encoded with %s and %s", async (effort, ...options) => {
  const source = await clip("silent", { durationSeconds: 1 });
  const facts = await probe(source);
  const plan = planEncoding(facts, rungs, effort === undefined ? {} : { effort });
  const made = collector();
  await encodeChunk({
    ...{ source, facts, plan, chunkIndex: 0, workFolder: folder, signal: new AbortController().signal },
    ...made,
  });
  for (const { label } of plan.renditions) {
    const text = Buffer.concat(parts(made, label)).toString("latin1");
    const written = /x264 - core[^\0]*/.exec(text)?.[0].split(" ") ?? [];
    expect(written).toEqual(expect.arrayContaining([...options]));
  }
});

test("a video of one pixel is encoded, two pixels wide", async () => {
  const made = await make(await hostileFile("onePixel"));
  expect(made.plan.renditions).toMatchObject([{ label: "1p", width: 2, height: 2 }]);
  expect(made.frames).toBe(25);
});

test("a run whose init segment differs from the stored one is refused", async () => {
  const source = await clip("silent", { durationSeconds: 1 });
  const facts = await probe(source);
  const plan = planEncoding(facts, rungs);
  const expectedInits = new Map([["180p", Buffer.from("another")]]);
  const run = encodeChunk({
    source,
    facts,
    plan,
    chunkIndex: 0,
    workFolder: folder,
    signal: new AbortController().signal,
    preset: "ultrafast",
    expectedInits,
    ...collector(),
  });
  await expect(run).rejects.toMatchObject({ code: "packaging_mismatch" });
});
