import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { encodeAudio } from "../encoding/encode-audio.ts";
import { encodeChunk } from "../encoding/encode-chunk.ts";
import { planEncoding } from "../encoding/encoding-plan.ts";
import { clip } from "../fixtures/clips.ts";
import { outOfOrder } from "../fixtures/manifest-order.ts";
import { allNamed, readXml, type XmlNode } from "../fixtures/read-xml.ts";
import { probe } from "../probe/probe.ts";
import { readBoxes } from "./boxes.ts";
import type { DashPicture, DashSound } from "./dash-elements.ts";
import { dashManifest } from "./dash-manifest.ts";
import { readFragment } from "./fragment.ts";
import { readInit } from "./init-segment.ts";
import { segmentHeadBytes } from "./key-frame-playlist.ts";
import { mediaPlaylist } from "./playlist.ts";
import { readSegmentTimeline } from "./segment-timeline.ts";
import { segmentFileName, type Segment } from "./segment.ts";

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "kinora-manifest-"));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const timeline = { timescale: 1_000, runs: [{ durationTicks: 4_000, count: 2 }] };
const picture: DashPicture = {
  ...{ id: "360p", codecs: "avc1.64001E", bandwidth: 800_000.2, width: 640, height: 360, frameRate: "30000/1001" },
  segments: { init: "v1/360p/init.mp4", media: "v1/360p/$Number%05d$.m4s", firstNumber: 0, timeline },
};
const sound: DashSound = {
  ...{ label: "English", language: "en", describesPictures: false, channels: 2 },
  representations: [{ ...picture, id: "audio", codecs: "mp4a.40.2", bandwidth: 130_000 }],
};
const nothingElse = { sounds: [], texts: [], thumbnails: null, closedCaptions: [] };

const shown = (bytes: Buffer, init: Buffer): { from: number; to: number } => {
  const moof = [...readBoxes(bytes)].find(({ type }) => type === "moof");
  const fragment = readFragment(bytes.subarray(moof?.start, moof?.end), readInit(init).defaults);
  let at = fragment.decodeTimeTicks;
  const times = fragment.samples.map(({ durationTicks, compositionOffsetTicks }) => {
    const from = at + compositionOffsetTicks;
    at += durationTicks;
    return { from, to: from + durationTicks };
  });
  return { from: Math.min(...times.map(({ from }) => from)), to: Math.max(...times.map(({ to }) => to)) };
};

test.each(["fractionalRate", "flashAndBeep"] as const)(
  "a timeline says of each segment of a %s clip when its first picture or sound is heard or shown, to the tick",
  async (name) => {
    const source = await clip(name, { durationSeconds: 9 });
    const facts = await probe(source);
    const plan = planEncoding(facts);
    const inits = new Map<string, Buffer>();
    const made: Segment[] = [];
    const shared = {
      ...{ source, facts, plan, workFolder: folder, signal: new AbortController().signal },
      onInit: ({ rendition, bytes }: { rendition: string; bytes: Buffer }) => void inits.set(rendition, bytes),
      onSegment: (segment: Segment) => void made.push(segment),
    };
    await encodeChunk({ ...shared, chunkIndex: 0, preset: "ultrafast" });
    if (facts.audio) await encodeAudio(shared);
    for (const [rendition, init] of inits) {
      const segments = made.filter((segment) => segment.rendition === rendition);
      expect(segments.length).toBeGreaterThan(1);
      const playlist = mediaPlaylist({
        segments: segments.map(({ index, durationSeconds }) => ({ uri: segmentFileName(index), durationSeconds })),
        targetDurationSeconds: 5,
        ended: true,
      });
      const firstHead = segments[0]?.bytes.subarray(0, segmentHeadBytes) ?? Buffer.alloc(0);
      const { timescale, runs } = readSegmentTimeline({ playlist, init, firstHead });
      expect(timescale).toBe(readInit(init).timescale);
      const durations = runs.flatMap(({ durationTicks, count }) => Array<number>(count).fill(durationTicks));
      let at = 0;
      const said = durations.map((ticks) => ({ from: at, to: (at += ticks) }));
      expect(said, rendition).toEqual(segments.map(({ bytes }) => shown(bytes, init)));
    }
  },
);

test("renditions that are cut alike are one set, others are sets that players change between", () => {
  const copied = { ...timeline, runs: [{ durationTicks: 8_000, count: 1 }] };
  const root = readXml(
    dashManifest({
      ...nothingElse,
      pictures: [
        picture,
        { ...picture, id: "720p" },
        { ...picture, id: "1080p", segments: { ...picture.segments, timeline: copied } },
      ],
    }),
  );
  expect(root.attributes).toMatchObject({
    type: "static",
    profiles: "urn:mpeg:dash:profile:isoff-live:2011",
    mediaPresentationDuration: "PT8S",
    minBufferTime: "PT8S",
  });
  const sets = allNamed(root, "AdaptationSet");
  expect(sets.map((set) => allNamed(set, "Representation").map(({ attributes }) => attributes["id"]))).toEqual([
    ["360p", "720p"],
    ["1080p"],
  ]);
  expect(sets.map((set) => allNamed(set, "SupplementalProperty")[0]?.attributes["value"])).toEqual(["2", "1"]);
  expect(allNamed(root, "Representation")[0]?.attributes).toEqual({
    ...{ id: "360p", codecs: "avc1.64001E", bandwidth: "800001", width: "640", height: "360" },
    ...{ frameRate: "30000/1001", sar: "1:1" },
  });
  expect(allNamed(root, "S").map(({ attributes }) => attributes)).toEqual([
    { t: "0", d: "4000", r: "1" },
    { t: "0", d: "4000", r: "1" },
    { t: "0", d: "8000" },
  ]);
});

test("renditions of another codec are a set of their own, between which nothing switches", () => {
  const root = readXml(
    dashManifest({ ...nothingElse, pictures: [picture, { ...picture, id: "360p-av1", codecs: "av01.0.01M.08" }] }),
  );
  const sets = allNamed(root, "AdaptationSet");
  expect(sets.map((set) => allNamed(set, "Representation").map(({ attributes }) => attributes["id"]))).toEqual([
    ["360p"],
    ["360p-av1"],
  ]);
  expect(allNamed(root, "SupplementalProperty")).toEqual([]);
});

test("renditions in HDR are a set of their own, which says its colours as essential", () => {
  const codecs = "av01.0.01M.10.0.110.09.18.09.0";
  const root = readXml(
    dashManifest({
      ...nothingElse,
      pictures: [
        ...[picture, { ...picture, id: "360p-av1", codecs: "av01.0.01M.08" }],
        { ...picture, id: "720p-av1", codecs, hdr: "HLG" },
      ],
    }),
  );
  const sets = allNamed(root, "AdaptationSet");
  expect(sets.map((set) => allNamed(set, "EssentialProperty").map(({ attributes }) => attributes["value"]))).toEqual([
    [],
    [],
    ["9", "18", "9"],
  ]);
  expect(allNamed(root, "SupplementalProperty")).toEqual([]);
});

test("the bitrates of a sound are in one set, among which players choose by the connection", () => {
  const [usual] = sound.representations;
  if (!usual) throw new Error("The sound has a bitrate.");
  const representations = [usual, { ...usual, id: "audio-low", bandwidth: 66_000 }];
  const manifest = readXml(
    dashManifest({ ...nothingElse, pictures: [picture], sounds: [{ ...sound, representations }] }),
  );
  const sets = allNamed(manifest, "AdaptationSet").filter(({ attributes }) => attributes["contentType"] === "audio");
  expect(sets).toHaveLength(1);
  expect(sets.flatMap((set) => allNamed(set, "Representation")).map(({ attributes }) => attributes["id"])).toEqual([
    ...["audio", "audio-low"],
  ]);
});

test("surround sound is a set of its own, which players choose by its channels", () => {
  const surround = { ...sound, label: "English (5.1)", channels: 6 };
  const manifest = readXml(dashManifest({ ...nothingElse, pictures: [picture], sounds: [sound, surround] }));
  const sets = allNamed(manifest, "AdaptationSet").filter(({ attributes }) => attributes["contentType"] === "audio");
  const valuesOf = (name: string) => sets.map((set) => allNamed(set, name)[0]?.attributes["value"]);
  expect(valuesOf("AudioChannelConfiguration")).toEqual(["2", "6"]);
  expect(valuesOf("Role")).toEqual(["main", "alternate"]);
});

test("sounds, captions and thumbnails are sets of their own, with what they are for", () => {
  const root = readXml(
    dashManifest({
      pictures: [picture],
      sounds: [sound, { ...sound, label: 'Directors\' "cut" & <more>\u0000', language: null, describesPictures: true }],
      texts: [{ uri: "captions/7-1.vtt", label: "Deutsch", language: "de", describesSound: true }],
      thumbnails: {
        ...{ media: "v1/storyboard/sprite-$Number%05d$.jpg", sheets: 2, seconds: 50, columns: 5, rows: 5 },
        ...{ width: 160, height: 90, bandwidth: 3_000.5 },
      },
      closedCaptions: [["CC1", "SERVICE1"]],
    }),
  );
  const sets = allNamed(root, "AdaptationSet");
  expect(sets.map((set) => set.attributes["contentType"])).toEqual(["video", "audio", "audio", "text", "image"]);
  expect(new Set(sets.map(({ attributes }) => attributes["id"])).size).toBe(5);
  const [pictures, first, second, texts, images] = sets;
  const values = (set: XmlNode | undefined, name: string) =>
    allNamed(set, name).map(({ attributes }) => attributes["value"]);
  expect(values(pictures, "Accessibility")).toEqual(["CC1=und"]);
  expect(first?.attributes["lang"]).toBe("en");
  expect(values(first, "Role")).toEqual(["main"]);
  expect(values(first, "AudioChannelConfiguration")).toEqual(["2"]);
  expect(second?.attributes).not.toHaveProperty("lang");
  expect(allNamed(second, "Label")[0]?.text).toBe('Directors\' "cut" & <more>');
  expect(values(second, "Role")).toEqual(["alternate", "description"]);
  expect(allNamed(texts, "BaseURL")[0]?.text).toBe("captions/7-1.vtt");
  expect(values(texts, "Role")).toEqual(["caption"]);
  expect(values(images, "EssentialProperty")).toEqual(["5x5"]);
  expect(allNamed(images, "Representation")[0]?.attributes).toMatchObject({ width: "800", height: "450" });
  expect(allNamed(images, "SegmentTemplate")[0]?.attributes).toMatchObject({ duration: "50", endNumber: "1" });
});

test("elements follow each other as the schema of manifests wants them", () => {
  const root = readXml(
    dashManifest({
      pictures: [
        picture,
        { ...picture, id: "copied", segments: { ...picture.segments, timeline: { ...timeline, timescale: 500 } } },
      ],
      sounds: [{ ...sound, describesPictures: true }],
      texts: [{ uri: "captions/7-1.vtt", label: "Deutsch", language: "de", describesSound: true }],
      thumbnails: {
        ...{ media: "v1/storyboard/sprite-$Number%05d$.jpg", sheets: 2, seconds: 50, columns: 5, rows: 5 },
        ...{ width: 160, height: 90, bandwidth: 3_000.5 },
      },
      closedCaptions: [["SERVICE1"]],
    }),
  );
  expect(root.name).toBe("MPD");
  expect(outOfOrder(root)).toEqual([]);
});
