import { expect, test } from "vitest";
import type { LiveInit } from "./fragment-reader.ts";
import { KeptMedia, parsed, PlaylistWatch, timelineOptions } from "./live-fixtures.ts";
import { seamTimes } from "./seam-times.ts";
import { SourcePackager } from "./source-packager.ts";
import { shapeOf } from "./timeline-shape.ts";
import type { TimelineSource } from "./timeline-source.ts";
import { LiveTimeline } from "./timeline.ts";

const SEAMS = 50;
const avcConfig = Buffer.from([1, 0x64, 0, 0x1f, 0xff, 0xe1, 0, 2, 0x67, 1, 1, 0, 2, 0x68, 2]);
/** AAC-LC, stereo, by sampling rate. */
const sounds = [
  { rate: 48_000, aacConfig: Buffer.from([0x11, 0x90]) },
  { rate: 44_100, aacConfig: Buffer.from([0x12, 0x10]) },
] as const;

interface Encoder {
  fps: number;
  /** How long frames wait before they show, in milliseconds. */
  leadMs: number;
  /** Where sound begins, and how much later than its picture it is sent. */
  soundFromMs: number;
  soundLateMs: number;
  sound: (typeof sounds)[number] | null;
}

const at = <One>(all: readonly One[], index: number): One => all[index % all.length] as One;

/** Another kind of encoder for each seam. */
const encoder = (seam: number): Encoder => ({
  fps: at([25, 30, 50, 29.97, 24], seam),
  leadMs: at([0, 80, 67, 0, 120], seam),
  soundFromMs: at([0, 80, 300, 900, 0, 23, 41], seam),
  soundLateMs: at([0, 100, 400], seam),
  sound: seam % 11 === 10 ? null : at(sounds, seam),
});

/** Puts some seconds of an encoder on a timeline as a source of its own. */
function play(
  timeline: LiveTimeline,
  { fps, leadMs, soundFromMs, soundLateMs, sound }: Encoder,
  seconds: number,
): void {
  const source: { open: ReturnType<LiveTimeline["startSource"]> | null } = { open: null };
  const format = { width: 320, height: 180, fps, avcConfig, aacConfig: sound?.aacConfig ?? null };
  const packager = new SourcePackager(format, shapeOf({}), {
    onInit: (init) => (source.open = timeline.startSource({ kind: "live", inits: new Map([["source", init]]) })),
    onFragment: (fragment) => source.open && timeline.append(source.open, "source", fragment),
  });
  const sent: { sentMs: number; send: () => void }[] = [];
  for (let index = 0; index < seconds * fps; index += 1) {
    const ms = Math.round((index * 1000) / fps);
    const isKey = index % Math.round(fps) === 0;
    sent.push({ sentMs: ms, send: () => packager.video(ms, leadMs, isKey, Buffer.from([0, 0, 0, 1, isKey ? 5 : 1])) });
  }
  for (let index = 0; sound && (index * 1024) / sound.rate < seconds; index += 1) {
    const ms = soundFromMs + Math.round((index * 1_024_000) / sound.rate);
    sent.push({ sentMs: ms + soundLateMs, send: () => packager.audio(ms, Buffer.alloc(60, 0x21)) });
  }
  for (const { send } of sent.toSorted((a, b) => a.sentMs - b.sentMs)) send();
  packager.finish();
  if (source.open) timeline.finishSource(source.open);
}

/** What players read of the one rung. */
const listed = (timeline: LiveTimeline, { files }: KeptMedia) =>
  timeline.segments.flatMap(({ discontinuity, rungs }) => {
    const entry = rungs.get("source");
    const [init, bytes] = [entry?.init, entry?.name].map((name) => files.get(name ?? ""));
    return init && bytes ? [{ init, bytes, discontinuity }] : [];
  });

test("over fifty seams between encoders of every kind picture and sound begin together and stay together", () => {
  const media = new KeptMedia();
  const timeline = new LiveTimeline(timelineOptions({ sink: media, rungs: [], windowSeconds: 3600 }));
  const watch = new PlaylistWatch();
  for (let seam = 0; seam <= SEAMS; seam += 1) {
    play(timeline, encoder(seam), 2 + (seam % 3));
    watch.look(timeline, (name) => media.files.has(name));
  }
  expect(watch.violations).toEqual([]);
  const segments = listed(timeline, media);
  expect(segments).toHaveLength(parsed(timeline, "source", false).segments.length);
  const stretches = seamTimes(segments);
  expect(stretches).toHaveLength(SEAMS + 1);
  let apart = 0;
  for (const { pictureStart, soundStart, pictureSeconds, soundSeconds } of stretches) {
    expect(Math.abs(pictureStart - soundStart)).toBeLessThanOrEqual(0.024);
    // Sound begins with the picture or before it: it is what players wait for.
    expect(soundStart).toBeLessThanOrEqual(pictureStart + 0.0001);
    expect(Math.abs(pictureSeconds - soundSeconds)).toBeLessThanOrEqual(0.04);
    apart = Math.max(apart, Math.abs(soundStart + soundSeconds - pictureStart - pictureSeconds));
  }
  expect(apart).toBeLessThanOrEqual(0.04);
});

test("an encoder that comes back on air in its midst shows its first frame with its first sound", () => {
  const media = new KeptMedia();
  const timeline = new LiveTimeline(timelineOptions({ sink: media, rungs: [] }));
  const format = { width: 320, height: 180, fps: 25, avcConfig, aacConfig: sounds[0].aacConfig };
  const source: { inits: Map<string, LiveInit>; open: TimelineSource | null } = { inits: new Map(), open: null };
  const packager = new SourcePackager(format, shapeOf({}), {
    onInit: (init) => source.inits.set("source", init),
    onFragment: (fragment) => {
      // Nobody sees its first second: viewers have something else.
      if (fragment.startSeconds >= 2 && fragment.independent)
        source.open ??= timeline.startSource({ kind: "live", inits: source.inits });
      if (source.open) timeline.append(source.open, "source", fragment);
    },
  });
  for (let index = 0; index < 100; index += 1) {
    packager.video(index * 40, 80, index % 25 === 0, Buffer.from([0, 0, 0, 1, index % 25 === 0 ? 5 : 1]));
    for (let packet = Math.ceil(index * 1.875); packet < (index + 1) * 1.875; packet += 1)
      packager.audio(Math.round((packet * 1_024_000) / 48_000), Buffer.alloc(60, 0x21));
  }
  packager.finish();
  const [stretch] = seamTimes(listed(timeline, media));
  expect(stretch?.pictureSeconds).toBeGreaterThan(1);
  expect(Math.abs((stretch?.pictureStart ?? 0) - (stretch?.soundStart ?? 1))).toBeLessThanOrEqual(0.024);
});
