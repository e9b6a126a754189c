import { join } from "node:path";
import { inCodec, type FurtherCodec } from "@kinora/domain/transcoding/picture-codecs.ts";
import { expect, test } from "vitest";
import { clip } from "../fixtures/clips.ts";
import { testFolder } from "../fixtures/folder.ts";
import { frameTimes, likeness } from "../fixtures/measure.ts";
import { toNumber } from "../packaging/grid.ts";
import { joinFragments } from "../packaging/mp4.ts";
import type { Segment } from "../packaging/segment.ts";
import { probe } from "../probe/probe.ts";
import { encodeChunk } from "./encode-chunk.ts";
import { planEncoding } from "./encoding-plan.ts";
import { furtherEncoders } from "./picture-encoders.ts";

const CODECS = {
  h264: { name: /^avc1\.(4D40|6400)[0-9A-F]{2}$/, preset: "ultrafast" },
  hevc: { name: /^hvc1\.1\.6\.L\d+\.90$/, preset: "ultrafast" },
  av1: { name: /^av01\.0\.\d{2}M\.08$/, preset: "12" },
} as const;

const folder = testFolder("codecs");

/** A clip in one codec, each of its two segments encoded in a run of its own, the second with other threads. */
async function make(source: string, codec: keyof typeof CODECS) {
  const facts = await probe(source);
  const planned = planEncoding(facts, [{ label: "180p", shortSidePixels: 180, crf: 22, maxBitrateKbps: 1000 }]);
  const renditions = codec === "h264" ? planned.renditions : planned.renditions.map((each) => inCodec(each, codec));
  const plan = { ...planned, renditions };
  const inits = new Map<string, Buffer>();
  const segments: Segment[] = [];
  let name = "";
  for (const fromSegment of [0, 1]) {
    await encodeChunk({
      ...{ source, facts, plan, chunkIndex: 0, fromSegment, expectedInits: new Map(inits) },
      ...(fromSegment === 0 ? { segmentCount: 1 } : {}),
      preset: CODECS[codec].preset,
      threads: fromSegment + 1,
      workFolder: folder,
      signal: new AbortController().signal,
      onInit: ({ rendition, bytes, codec: rfc6381 }) => {
        inits.set(rendition, bytes);
        name = rfc6381;
      },
      onSegment: (segment) => void segments.push(segment),
    });
  }
  const path = join(folder, `${codec}.mp4`);
  await joinFragments([...inits.values(), ...segments.map(({ bytes }) => bytes)], path);
  return { plan, segments, name, path };
}

test("this machine has the encoders, or the tests below would say nothing", async () => {
  expect(await furtherEncoders()).toEqual(["hevc", "av1"]);
});

test.each(["hevc", "av1"] satisfies FurtherCodec[])(
  "renditions in %s are cut where those of H.264 are, named for playlists, and seamless after a killed run",
  async (codec) => {
    const source = await clip("fractionalRate", { durationSeconds: 6, width: 320, height: 180 });
    const [first, made] = [await make(source, "h264"), await make(source, codec)];
    expect(first.name).toMatch(CODECS.h264.name);
    expect(made.name).toMatch(CODECS[codec].name);
    const placed = ({ segments }: typeof made) =>
      segments.map(({ index, startTicks, durationTicks, frames }) => ({ index, startTicks, durationTicks, frames }));
    expect(placed(made)).toHaveLength(2);
    expect(placed(made)).toEqual(placed(first));

    const times = await frameTimes(made.path);
    const { grid } = made.plan;
    const expected = times.map((_, index) => (index === 0 ? 0 : (index + grid.delayFrames) / toNumber(grid.fps)));
    expect(times).toHaveLength(made.segments.reduce((sum, { frames }) => sum + frames, 0));
    expect(Math.max(...times.map((time, index) => Math.abs(time - (expected[index] ?? 0))))).toBeLessThan(0.0005);
    expect(await likeness(made.path, source)).toBeGreaterThan(0.94);
  },
);
