import { execFile } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterEach, beforeEach, expect, test } from "vitest";
import { clip, type ClipName, type ClipOptions } from "../fixtures/clips.ts";
import { measureNumbers, measureSound, onsets } from "../fixtures/measure.ts";
import { findBox } from "../packaging/boxes.ts";
import { readFragment } from "../packaging/fragment.ts";
import { toNumber } from "../packaging/grid.ts";
import { readInit } from "../packaging/init-segment.ts";
import { joinFragments } from "../packaging/mp4.ts";
import type { InitSegment, Segment } from "../packaging/segment.ts";
import { probe } from "../probe/probe.ts";
import { remux } from "../probe/streamable.ts";
import { mediaTools } from "../tools/capabilities.ts";
import { copyProblem } from "./copyable.ts";
import { encodeAudio } from "./encode-audio.ts";
import { encodeChunk } from "./encode-chunk.ts";
import { cutBeside, planEncoding } from "./encoding-plan.ts";

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "kinora-beside-"));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

// Each test has a limit of its own; one for the whole file would depend on how busy the machine is.
const { signal } = new AbortController();

/** A rendition in pieces, and joined to one file. */
interface Made {
  init: Buffer;
  segments: Segment[];
  path: string;
}

/** Copies a source's picture and encodes its sound and a small rung beside it, which is broken off once. */
async function copyAndEncode(source: string) {
  const facts = await probe(source);
  expect(await copyProblem(source, facts, { maximumFps: 60, maximumKbps: null })).toBeNull();
  const planned = planEncoding(facts, [{ label: "90p", shortSidePixels: 90, crf: 24, maxBitrateKbps: 600 }]);
  const common = { source, facts, workFolder: folder, signal, preset: "ultrafast" };
  const copied = await collect("copied", (sink) =>
    remux({ ...common, plan: planned, rendition: "180p", stays: true, ...sink }),
  );
  const plan = cutBeside(planned, cutsOf(copied, toNumber(planned.grid.fps)));
  const encoded = await collect("encoded", async (sink) => {
    await encodeChunk({ ...common, plan, chunkIndex: 0, segmentCount: 1, ...sink });
    await encodeChunk({ ...common, plan, chunkIndex: 0, fromSegment: 1, ...sink });
  });
  const sound = await collect("sound", (sink) => encodeAudio({ ...common, plan, ...sink }));
  return { plan, copied, encoded, sound };
}

/** Frames where segments of a rendition begin, but the first. */
const cutsOf = ({ segments }: Made, fps: number): number[] =>
  segments.slice(1).map(({ startTicks, timescale }) => Math.round((startTicks / timescale) * fps));

async function collect(
  name: string,
  make: (sink: { onInit(init: InitSegment): void; onSegment(segment: Segment): void }) => Promise<unknown>,
): Promise<Made> {
  const made: Made = { init: Buffer.alloc(0), segments: [], path: join(folder, `${name}.mp4`) };
  await make({
    onInit: ({ bytes }) => void (made.init = bytes),
    onSegment: (segment) => void made.segments.push(segment),
  });
  await joinFragments([made.init, ...made.segments.map(({ bytes }) => bytes)], made.path);
  return made;
}

/** Remuxes a clip with the given ffmpeg arguments. */
async function rewritten(source: string, name: string, ...options: string[]): Promise<string> {
  const { ffmpegPath } = await mediaTools();
  const path = join(folder, name);
  await promisify(execFile)(ffmpegPath, ["-v", "error", "-i", source, ...options, "-c", "copy", path]);
  return path;
}

/** When each number is first seen. */
async function beginnings(path: string): Promise<Map<number, number>> {
  const seen = new Map<number, number>();
  for (const { seconds, number } of await measureNumbers(path)) if (!seen.has(number)) seen.set(number, seconds);
  return seen;
}

/** What RFC 8216bis §6.2.4 asks of variants: nothing moves their times, and decoding begins at zero without a gap. */
function expectPlainTimeline({ init, segments }: Made): void {
  const { timescale, defaults } = readInit(init);
  expect(findBox(init, ["moov", "trak", "edts"]), "an edit list").toBeFalsy();
  let ticks = 0;
  for (const { bytes, startTicks, durationTicks, durationSeconds } of segments) {
    const { decodeTimeTicks, durationTicks: inside } = readFragment(bytes, defaults);
    expect([decodeTimeTicks, startTicks, inside]).toEqual([ticks, ticks, durationTicks]);
    expect(durationSeconds).toBe(durationTicks / timescale);
    ticks += durationTicks;
  }
  const [first] = segments;
  expect(first && readFragment(first.bytes, defaults).samples[0]?.compositionOffsetTicks).toBe(0);
}

const tenSeconds: ClipOptions = { durationSeconds: 10 };
const asIs = (source: string) => Promise.resolve(source);

test.each<[string, ClipName, ClipOptions, (source: string) => Promise<string>]>([
  ["frames that depend on later ones, and key frames anywhere", "numbered", tenSeconds, asIs],
  ["29.97 frames a second", "numbered", { ...tenSeconds, fps: "30000/1001" }, asIs],
  ["the times of a stream", "numbered", tenSeconds, (source) => rewritten(source, "made.flv")],
  [
    "no edit list, so that it begins late by its reordering",
    "numbered",
    tenSeconds,
    (source) => rewritten(source, "made.mp4", "-use_editlist", "0"),
  ],
  [
    "frames that show before they are decoded",
    "numbered",
    tenSeconds,
    (source) => rewritten(source, "made.mp4", "-movflags", "+negative_cts_offsets"),
  ],
  [
    "a clock that does not begin at zero",
    "numbered",
    tenSeconds,
    (source) => rewritten(source, "made.mp4", "-output_ts_offset", "3"),
  ],
  ["a picture that begins after the sound", "numberedLate", tenSeconds, asIs],
  ["an edit list that begins with nothing", "numberedLate", tenSeconds, (source) => rewritten(source, "made.mp4")],
])("with %s each frame shows at the same moment copied and encoded", async (_what, name, options, change) => {
  const { plan, copied, encoded, sound } = await copyAndEncode(await change(await clip(name, options)));
  for (const each of [copied, encoded]) expectPlainTimeline(each);
  const fps = toNumber(plan.grid.fps);
  expect(cutsOf(encoded, fps)).toEqual(plan.segmentStarts?.slice(1));
  expect(cutsOf(encoded, fps)).toEqual(expect.arrayContaining(cutsOf(copied, fps)));
  // Players take a track that counts otherwise for one that begins elsewhere, and move its pictures.
  expect(readInit(copied.init).timescale).toBe(readInit(encoded.init).timescale);
  const [own, other] = [await beginnings(copied.path), await beginnings(encoded.path)];
  expect(own.size).toBeGreaterThanOrEqual(250);
  expect([...other.keys()]).toEqual([...own.keys()]);
  expect([own.get(0), other.get(0)]).toEqual([0, 0]);
  for (const [number, seconds] of own)
    expect(Math.abs((other.get(number) ?? 0) - seconds), `frame ${number}`).toBeLessThan(0.002);
  const delaySeconds = plan.grid.delayFrames / fps;
  const beeps = onsets(await measureSound(sound.path)).map((seconds) => seconds - delaySeconds);
  expect(beeps.map((beep) => Math.round(beep) + 0)).toEqual(Array.from({ length: 10 }, (_, second) => second));
  for (const beep of beeps) expect(Math.abs(beep - Math.round(beep))).toBeLessThan(0.03);
});

test("frames at uneven times show within half a frame of the grid of when they do encoded", async () => {
  const { plan, copied, encoded } = await copyAndEncode(await clip("numberedVariable", { durationSeconds: 12 }));
  for (const each of [copied, encoded]) expectPlainTimeline(each);
  const [own, other] = [await beginnings(copied.path), await beginnings(encoded.path)];
  const half = 0.5 / toNumber(plan.grid.fps) + 0.002;
  expect(other.size).toBeGreaterThan(100);
  for (const [number, seconds] of other)
    expect(Math.abs((own.get(number) ?? -1) - seconds), `${number}`).toBeLessThan(half);
});
