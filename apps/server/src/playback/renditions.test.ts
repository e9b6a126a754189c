import { expect, test } from "vitest";
import { choosePlayable, unbrokenSegments, type PlayableRendition } from "./renditions.ts";

const chunk = (first_segment: number, count: number, complete = true) => ({
  first_segment,
  sizes: Array.from({ length: count }, (_, index) => 1000 + index),
  durations: Array.from({ length: count }, () => 4),
  complete,
});

test("segments are listed up to the first gap", () => {
  expect(unbrokenSegments([chunk(0, 6), chunk(6, 6), chunk(12, 2, false)])).toHaveLength(14);
  expect(unbrokenSegments([chunk(0, 6), chunk(12, 6)])).toHaveLength(6);
  expect(unbrokenSegments([chunk(0, 3, false), chunk(6, 6)])).toHaveLength(3);
  expect(unbrokenSegments([chunk(6, 6)])).toEqual([]);
});

function rendition(
  kind: PlayableRendition["kind"],
  label: string,
  state: "waiting" | "growing" | "complete",
  codecs?: string,
): PlayableRendition {
  return {
    kind,
    label,
    width: kind === "audio" ? null : 1280,
    height: kind === "audio" ? null : 720,
    codecs: state === "waiting" ? null : (codecs ?? (kind === "audio" ? "mp4a.40.2" : "avc1.64001f")),
    frameRate: 25,
    bitrateAverage: 1,
    bitratePeak: 1,
    keyFrameBitrate: null,
    closedCaptions: null,
    folder: `v1/${label}`,
    sound: kind === "audio" ? { name: "Audio", language: null, kind: "main", byDefault: false } : null,
    sizeBytes: 1,
    durationSeconds: 1,
    complete: state === "complete",
    copied: false,
    furtherCodec: null,
    hdr: null,
    hasFile: true,
    grown: state === "growing" ? [{ sizeBytes: 1, durationSeconds: 4 }] : [],
    targetDurationSeconds: 5,
  };
}

const labels = (renditions: PlayableRendition[]) => {
  const set = choosePlayable(renditions);
  return set && { variants: set.variants.map(({ label }) => label), audio: set.audio?.label ?? null };
};

test("the default sound plays, and the first of the source where none is chosen or the chosen one is not finished", () => {
  const picture = rendition("video", "360p", "complete");
  const added = (state: "complete" | "growing") => ({
    ...rendition("audio", "audio-track-7", state),
    sound: { name: "German", language: "de", kind: "main" as const, byDefault: true },
  });
  const own = rendition("audio", "audio", "complete");
  expect(labels([picture, own, added("complete")])?.audio).toBe("audio-track-7");
  expect(labels([picture, own, added("growing")])?.audio).toBe("audio");
  expect(labels([picture, own])?.audio).toBe("audio");
  // A source without a sound.
  expect(labels([picture, { ...added("complete"), sound: own.sound }])?.audio).toBe("audio-track-7");
});

test("the low bitrate of a sound is no sound to choose, and is listed when it is complete", () => {
  const [picture, own] = [rendition("video", "360p", "complete"), rendition("audio", "audio", "complete")];
  const listed = (low: PlayableRendition) => {
    const set = choosePlayable([picture, own, low]);
    return set && { others: set.otherSounds.map(({ label }) => label), low: [...set.lowSounds.keys()] };
  };
  expect(listed(rendition("audio", "audio-low", "complete"))).toEqual({ others: [], low: ["audio"] });
  expect(listed(rendition("audio", "audio-low", "growing"))).toEqual({ others: [], low: [] });
});

test("surround sound is no sound to choose, and is listed when it is complete", () => {
  const [picture, own] = [rendition("video", "360p", "complete"), rendition("audio", "audio", "complete")];
  const listed = (surround: PlayableRendition) => {
    const set = choosePlayable([picture, own, surround]);
    return set && { others: set.otherSounds.map(({ label }) => label), surround: [...set.surroundSounds.keys()] };
  };
  expect(listed(rendition("audio", "audio-surround", "complete"))).toEqual({ others: [], surround: ["audio"] });
  expect(listed(rendition("audio", "audio-surround", "growing"))).toEqual({ others: [], surround: [] });
});

test("a copied rung plays alone until the others are complete", () => {
  const copied = { ...rendition("video", "1080p", "complete"), copied: true };
  const audio = rendition("audio", "audio", "growing");
  expect(labels([rendition("video", "360p", "growing"), copied, audio])?.variants).toEqual(["1080p"]);
  expect(labels([rendition("video", "360p", "complete"), copied, audio])?.variants).toEqual(["360p", "1080p"]);
  expect(
    labels([{ ...copied, complete: false, grown: [{ sizeBytes: 1, durationSeconds: 4 }] }, audio])?.variants,
  ).toEqual(["1080p"]);
});

test("finished rungs play with their sound, and the source is no longer listed", () => {
  const all = [
    rendition("video", "360p", "complete"),
    rendition("video", "720p", "complete"),
    rendition("audio", "audio", "complete"),
    rendition("source", "source", "complete"),
  ];
  expect(labels(all)).toEqual({ variants: ["360p", "720p"], audio: "audio" });
});

test("until every rung is finished the source plays alone", () => {
  const all = [
    rendition("video", "360p", "complete"),
    rendition("video", "720p", "growing"),
    rendition("audio", "audio", "complete"),
    rendition("source", "source", "complete"),
  ];
  expect(labels(all)).toEqual({ variants: ["source"], audio: "audio" });
});

test("a source with its own sound needs no other", () => {
  const all = [
    rendition("source", "source", "growing", "avc1.64001f,mp4a.40.2"),
    rendition("video", "720p", "waiting"),
    rendition("audio", "audio", "waiting"),
  ];
  expect(labels(all)).toEqual({ variants: ["source"], audio: null });
});

test("without a source the rungs play as they grow", () => {
  const all = [
    rendition("video", "360p", "growing"),
    rendition("video", "720p", "waiting"),
    rendition("audio", "audio", "growing"),
  ];
  expect(labels(all)).toEqual({ variants: ["360p"], audio: "audio" });
});

test("nothing plays without its sound while that is still being encoded", () => {
  expect(labels([rendition("video", "360p", "growing"), rendition("audio", "audio", "waiting")])).toBeNull();
  expect(labels([rendition("video", "360p", "growing")])).toEqual({ variants: ["360p"], audio: null });
});

test("before the first segment there is nothing to play", () => {
  expect(labels([rendition("video", "360p", "waiting")])).toBeNull();
  expect(labels([])).toBeNull();
});

test("other codecs are listed when all is finished, unless the pictures hold captions", () => {
  const av1 = (state: "growing" | "complete") => ({
    ...rendition("video", "720p-av1", state, "av01.0.05M.08"),
    furtherCodec: "av1" as const,
  });
  expect(labels([rendition("video", "720p", "growing"), av1("growing")])?.variants).toEqual(["720p"]);
  expect(labels([rendition("video", "720p", "complete"), av1("growing")])?.variants).toEqual(["720p"]);
  expect(labels([rendition("video", "720p", "complete"), av1("complete")])?.variants).toEqual(["720p", "720p-av1"]);
  const captioned = { ...rendition("video", "720p", "complete"), closedCaptions: ["CC1" as const] };
  expect(labels([captioned, av1("complete")])?.variants).toEqual(["720p"]);
});
