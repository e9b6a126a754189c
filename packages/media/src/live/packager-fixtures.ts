import { expect } from "vitest";
import { isKeyframe, readTrackFragments } from "../packaging/fragment.ts";
import { stereoConfig } from "./aac-config.ts";
import type { LiveFragment, LiveInit } from "./fragment-reader.ts";
import { readTracks } from "./live-init.ts";
import { originSeconds, SourcePackager, type SourceFormat } from "./source-packager.ts";
import { shapeOf } from "./timeline-shape.ts";

/** Profile, level and one parameter set of each kind with meaningless bytes. */
export const avcConfig = Buffer.from([1, 0x64, 0, 0x1f, 0xff, 0xe1, 0, 2, 0x67, 1, 1, 0, 2, 0x68, 2]);
export const format = { width: 320, height: 180, fps: 25, avcConfig, aacConfig: stereoConfig };
export const packetSeconds = 1024 / 48_000;

export interface Tag {
  kind: "video" | "audio";
  atMs: number;
  compositionMs?: number;
  isKey?: boolean;
  data: Buffer;
}

export interface Packaged {
  init: LiveInit | null;
  fragments: LiveFragment[];
  inits: number;
}

/** Everything a packager makes of tags. */
export function packaged(tags: readonly Tag[], over: Partial<SourceFormat> = {}, part = 0.5): Packaged {
  const made: Packaged = { init: null, fragments: [], inits: 0 };
  const packager = new SourcePackager({ ...format, ...over }, shapeOf({ partTargetSeconds: part }), {
    onInit: (init) => {
      made.init = init;
      made.inits += 1;
    },
    onFragment: (fragment) => made.fragments.push(fragment),
  });
  for (const { kind, atMs, compositionMs = 0, isKey = false, data } of tags) {
    const lent = Buffer.from(data);
    if (kind === "video") packager.video(atMs, compositionMs, isKey, lent);
    else packager.audio(atMs, lent);
    // Connections reuse the memory of tags.
    lent.fill(0xee);
  }
  packager.finish();
  return made;
}

/** The samples of a track over all fragments, in seconds of the publisher's clock. */
export function samplesOf({ init, fragments }: Packaged, kind: "video" | "audio") {
  const tracks = init ? readTracks(init.bytes) : [];
  const track = tracks.find((one) => one.kind === kind);
  const defaults = new Map(tracks.map((one) => [one.trackId, one.defaults]));
  return fragments.flatMap(({ bytes }) => {
    const moof = bytes.subarray(0, bytes.readUInt32BE(0));
    const own = readTrackFragments(moof, defaults).find(({ trackId }) => trackId === track?.trackId);
    if (!track || !own) return [];
    let ticks = own.decodeTimeTicks;
    return own.samples.map((sample) => {
      const decoded = ticks / track.timescale - originSeconds;
      ticks += sample.durationTicks;
      return {
        decoded,
        shown: decoded + sample.compositionOffsetTicks / track.timescale,
        end: ticks / track.timescale - originSeconds,
        sizeBytes: sample.sizeBytes,
        isKey: isKeyframe(sample),
      };
    });
  });
}

export const key = (atMs: number, compositionMs = 0): Tag => ({
  ...{ kind: "video", atMs, compositionMs, isKey: true },
  data: Buffer.from([0, 0, 0, 2, 0x65, 9]),
});
export const frame = (atMs: number, compositionMs = 0): Tag => ({
  ...{ kind: "video", atMs, compositionMs },
  data: Buffer.from([0, 0, 0, 2, 0x41, 9]),
});
export const sound = (atMs: number): Tag => ({ kind: "audio", atMs, data: Buffer.alloc(40, 0x21) });

/** 25 frames a second with a key frame each second, and sound beside it, in the order of time. */
export function programme(seconds: number, { soundFrom = 0, soundTo = Infinity, lead = 0 } = {}): Tag[] {
  const tags: Tag[] = [];
  for (let at = 0; at < seconds * 25; at += 1) tags.push((at % 25 === 0 ? key : frame)(at * 40, lead));
  for (let at = 0; at * packetSeconds < seconds; at += 1) {
    const ms = Math.round(at * packetSeconds * 1000);
    if (ms >= soundFrom && ms < soundTo) tags.push(sound(ms));
  }
  return tags.toSorted((a, b) => a.atMs - b.atMs);
}

/** Whether audio starts with the video and has no gap up to its end. */
export function expectSoundThroughout(made: Packaged): void {
  const pictures = samplesOf(made, "video");
  const sounds = samplesOf(made, "audio");
  const startsAt = pictures[0]?.decoded ?? 0;
  expect(sounds[0]?.decoded).toBeLessThanOrEqual(startsAt + 0.0001);
  expect(sounds[0]?.decoded).toBeGreaterThan(startsAt - packetSeconds - 0.001);
  for (const [at, { end }] of sounds.entries()) {
    const next = sounds[at + 1];
    if (next) expect(Math.abs(next.decoded - end)).toBeLessThan(0.0001);
  }
  expect(sounds.at(-1)?.end).toBeGreaterThan((pictures.at(-1)?.end ?? 0) - 0.001);
}
