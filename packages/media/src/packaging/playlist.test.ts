import HLS from "hls-parser";
import { expect, test } from "vitest";
import type { ClosedCaptions } from "./closed-captions.ts";
import { masterPlaylist, measureBitrates, mediaPlaylist, subtitlePlaylist } from "./playlist.ts";
import type { MasterVariant } from "./playlist.ts";

HLS.setOptions({ strictMode: true });

const segments = [
  { uri: "00000.m4s", durationSeconds: 4.004 },
  { uri: "00001.m4s", durationSeconds: 4.004 },
  { uri: "00002.m4s", durationSeconds: 1.3013 },
];

const low: MasterVariant = {
  uri: "360p/index.m3u8",
  width: 640,
  height: 360,
  fps: { numerator: 30000, denominator: 1001 },
  codec: "avc1.64001E",
  peakBitrate: 800_000,
  averageBitrate: 500_000.4,
  closedCaptions: [],
};
const high: MasterVariant = {
  ...low,
  uri: "720p/index.m3u8",
  width: 1280,
  height: 720,
  codec: "avc1.64001F",
  peakBitrate: 2_800_000,
  averageBitrate: 2_000_000,
};

test("a finished playlist is VOD and ends", () => {
  const text = mediaPlaylist({ segments, targetDurationSeconds: 5, ended: true });
  const parsed = HLS.parse(text);
  if (parsed.isMasterPlaylist) throw new Error("A media playlist was expected.");
  expect(parsed).toMatchObject({ playlistType: "VOD", endlist: true, targetDuration: 5, independentSegments: true });
  expect(parsed.segments.map((segment) => segment.duration)).toEqual([4.004, 4.004, 1.3013]);
  expect(parsed.segments[0]?.map?.uri).toBe("init.mp4");
  expect(text).not.toContain("EXT-X-START");
});

test("a growing playlist only ever gets longer, keeps its target and is played from its start", () => {
  const growing = [1, 2, 3].map((count) =>
    mediaPlaylist({ segments: segments.slice(0, count), targetDurationSeconds: 5, ended: false }),
  );
  for (const [index, text] of growing.entries()) {
    const parsed = HLS.parse(text);
    if (parsed.isMasterPlaylist) throw new Error("A media playlist was expected.");
    expect(parsed).toMatchObject({ playlistType: "EVENT", endlist: false, targetDuration: 5, start: { offset: 0 } });
    expect(text.startsWith(growing[index - 1] ?? "")).toBe(true);
  }
});

test("where a variant is HDR, every one says its range, and the first is one that every screen shows", () => {
  const keyFrames = { uri: "720p-hevc/key-frames.m3u8", peakBitrate: 9_000 };
  const hdr: MasterVariant = { ...high, uri: "720p-hevc/index.m3u8", codec: "hvc1.2.4.L93.90", hdr: "HLG", keyFrames };
  const text = masterPlaylist({ variants: [low, high, hdr], audio: null, subtitles: [] });
  const ranges = [...text.matchAll(/STREAM-INF:.*?VIDEO-RANGE=(\w+)(?:.*\n(\S+)|.*URI=(\S+))/g)];
  expect(ranges.map(([, range, uri, keyFramesUri]) => [uri ?? keyFramesUri, range])).toEqual([
    ["720p/index.m3u8", "SDR"],
    ["360p/index.m3u8", "SDR"],
    ["720p-hevc/index.m3u8", "HLG"],
    ['"720p-hevc/key-frames.m3u8"', "HLG"],
  ]);
  const parsed = HLS.parse(text);
  if (!parsed.isMasterPlaylist) throw new Error("A master playlist was expected.");
  expect(parsed.variants.map(({ videoRange }) => videoRange)).toEqual(["SDR", "SDR", "HLG", "HLG"]);
  expect(masterPlaylist({ variants: [low, high], audio: null, subtitles: [] })).not.toContain("VIDEO-RANGE");
});

test("the master lists every variant with what its segments really cost and one group of sound", () => {
  const audio = {
    uri: "audio/index.m3u8",
    codec: "mp4a.40.2",
    peakBitrate: 130_000,
    averageBitrate: 128_000,
    name: 'The "original"',
    language: "en",
    channels: 2,
  };
  const subtitles = [{ uri: "captions/en.m3u8", name: "English", language: "en", byDefault: true }];
  const parsed = HLS.parse(masterPlaylist({ variants: [high, low], audio, subtitles }));
  if (!parsed.isMasterPlaylist) throw new Error("A master playlist was expected.");
  expect(
    parsed.variants.toReversed().map(({ uri, bandwidth, averageBandwidth, codecs, resolution, frameRate }) => ({
      uri,
      bandwidth,
      averageBandwidth,
      codecs,
      resolution,
      frameRate,
    })),
  ).toEqual([
    // The sound alone.
    { uri: "audio/index.m3u8", bandwidth: 130_000, averageBandwidth: 128_000, codecs: "mp4a.40.2" },
    {
      uri: "360p/index.m3u8",
      bandwidth: 930_000,
      averageBandwidth: 628_001,
      codecs: "avc1.64001E,mp4a.40.2",
      resolution: { width: 640, height: 360 },
      frameRate: 29.97,
    },
    {
      uri: "720p/index.m3u8",
      bandwidth: 2_930_000,
      averageBandwidth: 2_128_000,
      codecs: "avc1.64001F,mp4a.40.2",
      resolution: { width: 1280, height: 720 },
      frameRate: 29.97,
    },
  ]);
  expect(parsed.variants[0]?.audio).toMatchObject([
    { groupId: "audio", name: "The ’original’", uri: "audio/index.m3u8", channels: "2", isDefault: true },
  ]);
  expect(parsed.variants[0]?.subtitles).toMatchObject([
    { groupId: "subtitles", name: "English", uri: "captions/en.m3u8" },
  ]);
});

test("small pictures and the sound alone play with the low bitrate, in a group of the same sounds", () => {
  const rate = { codec: "mp4a.40.2", peakBitrate: 130_000, averageBitrate: 128_000 };
  const english = { ...rate, uri: "audio/index.m3u8", name: "English", language: "en", channels: 2 };
  const german = { ...rate, uri: "audio-tracks/7/index.m3u8", name: "German", language: "de", channels: 2 };
  const lowRate = { uri: "audio-low/index.m3u8", codec: "mp4a.40.2", peakBitrate: 66_000, averageBitrate: 64_000 };
  const audio = { ...english, low: lowRate };
  const parsed = HLS.parse(masterPlaylist({ variants: [high, low], audio, otherSounds: [german], subtitles: [] }));
  if (!parsed.isMasterPlaylist) throw new Error("A master playlist was expected.");
  const usual = [
    { groupId: "audio", name: "English", uri: "audio/index.m3u8", isDefault: true },
    { groupId: "audio", name: "German", uri: "audio-tracks/7/index.m3u8", isDefault: false },
  ];
  const small = [
    { groupId: "audio-low", name: "English", uri: "audio-low/index.m3u8", isDefault: true },
    // It has one bitrate.
    { groupId: "audio-low", name: "German", uri: "audio-tracks/7/index.m3u8", isDefault: false },
  ];
  expect(parsed.variants).toMatchObject([
    { uri: "720p/index.m3u8", bandwidth: 2_930_000, audio: usual },
    { uri: "360p/index.m3u8", bandwidth: 866_000, averageBandwidth: 564_001, audio: small },
    { uri: "audio-low/index.m3u8", bandwidth: 66_000, averageBandwidth: 64_000, audio: small },
  ]);
});

test("large pictures are listed again with surround sound, after all those that play with stereo", () => {
  const rate = { codec: "mp4a.40.2", peakBitrate: 130_000, averageBitrate: 128_000 };
  const german = { ...rate, uri: "audio-tracks/7/index.m3u8", name: "German", language: "de", channels: 2 };
  const surround = { ...rate, uri: "audio-surround/index.m3u8", channels: 6, peakBitrate: 390_000 };
  const audio = { ...rate, uri: "audio/index.m3u8", name: "English", language: "en", channels: 2, surround };
  const written = masterPlaylist({ variants: [high, low], audio, otherSounds: [german], subtitles: [] });
  const parsed = HLS.parse(written);
  if (!parsed.isMasterPlaylist) throw new Error("A master playlist was expected.");
  expect(parsed.variants.map(({ uri, bandwidth, audio: [first] }) => [uri, bandwidth, first?.groupId])).toEqual([
    ["720p/index.m3u8", 2_930_000, "audio"],
    ["360p/index.m3u8", 930_000, "audio"],
    ["720p/index.m3u8", 3_190_000, "audio-surround"],
    ["audio/index.m3u8", 130_000, "audio"],
  ]);
  expect(parsed.variants[2]?.audio).toMatchObject([
    { name: "English", uri: "audio-surround/index.m3u8", isDefault: true, channels: "6" },
    // It has two channels.
    { name: "German", uri: "audio-tracks/7/index.m3u8", isDefault: false, channels: "2" },
  ]);
  const small = HLS.parse(masterPlaylist({ variants: [low], audio, subtitles: [] }));
  expect(small.isMasterPlaylist && small.variants.map(({ audio: [first] }) => first?.groupId)).toEqual([
    ...["audio", "audio-surround", "audio"],
  ]);
});

test.each([
  'x",URI="https://evil.example/a.m3u8',
  "x\n#EXT-X-MEDIA:TYPE=SUBTITLES",
  "x\r\nhttps://evil.example/a.m3u8",
  "'><script>run()</script>",
])("captions called %j add nothing to the master but their name", (name) => {
  const subtitles = [{ uri: "captions/1.m3u8", name, byDefault: false }];
  const text = masterPlaylist({ variants: [low], audio: null, subtitles });
  const usual = masterPlaylist({ variants: [low], audio: null, subtitles: [{ ...subtitles[0]!, name: "x" }] });
  expect(text.split("\n")).toHaveLength(usual.split("\n").length);
  expect(text.match(/URI="[^"]*"/g)).toEqual(usual.match(/URI="[^"]*"/g));
  const parsed = HLS.parse(text);
  expect(parsed.isMasterPlaylist && parsed.variants[0]?.subtitles.map(({ uri }) => uri)).toEqual(["captions/1.m3u8"]);
});

test("captions and subtitles by machine say so", () => {
  const track = { uri: "captions/1.m3u8", name: "English", byDefault: false, automatic: true };
  const write = (describesSound: boolean) =>
    masterPlaylist({ variants: [low], audio: null, subtitles: [{ ...track, describesSound }] });
  expect(write(false)).toContain('CHARACTERISTICS="public.machine-generated"');
  expect(write(true)).toContain(
    'CHARACTERISTICS="public.accessibility.transcribes-spoken-dialog,public.accessibility.describes-music-and-sound,public.machine-generated"',
  );
});

test("a video without sound has a master without a group of sound", () => {
  const text = masterPlaylist({ variants: [low], audio: null, subtitles: [] });
  expect(HLS.parse(text).isMasterPlaylist).toBe(true);
  expect(text).not.toMatch(/AUDIO|SUBTITLES|mp4a/);
});

test("captions within the pictures are declared for every variant, and none are where none are known to be", () => {
  const master = (first: ClosedCaptions, second: ClosedCaptions) =>
    masterPlaylist({
      variants: [
        { ...low, closedCaptions: first },
        { ...high, closedCaptions: second },
      ],
      audio: null,
      subtitles: [],
    });
  const parsed = HLS.parse(master(["CC1"], null));
  const groups = parsed.isMasterPlaylist ? parsed.variants.map(({ closedCaptions }) => closedCaptions) : [];
  const group = [{ groupId: "closed-captions", name: "Closed captions", instreamId: "CC1" }];
  expect(groups).toMatchObject([group, group]);
  expect(master([], []).match(/CLOSED-CAPTIONS=NONE/g)).toHaveLength(2);
  expect(master([], null)).not.toContain("CLOSED-CAPTIONS");
});

test("players begin with the variant near 2 Mbit/s, and the others follow from the lowest on", () => {
  const rung = (height: number, peakBitrate: number) => ({
    ...{ ...low, uri: `${height}p/index.m3u8`, height, width: (height * 16) / 9 },
    ...{ peakBitrate, averageBitrate: peakBitrate * 0.7 },
  });
  const variants = [rung(360, 700_000), rung(480, 1_300_000), rung(720, 2_500_000), rung(1080, 4_800_000)];
  const heights = (some: MasterVariant[]) => {
    const parsed = HLS.parse(masterPlaylist({ variants: some, audio: null, subtitles: [] }));
    return parsed.isMasterPlaylist && parsed.variants.map(({ resolution }) => resolution?.height);
  };
  expect(heights(variants)).toEqual([720, 360, 480, 1080]);
  expect(heights(variants.slice(2))).toEqual([720, 1080]);
  expect(heights(variants.slice(0, 1))).toEqual([360]);
});

test("a variant with an I-frame playlist says so, with its own bits", () => {
  const keyFrames = { uri: "720p/key-frames.m3u8", peakBitrate: 123_456.2 };
  const parsed = HLS.parse(masterPlaylist({ variants: [low, { ...high, keyFrames }], audio: null, subtitles: [] }));
  const found = parsed.isMasterPlaylist ? parsed.variants.filter(({ isIFrameOnly }) => isIFrameOnly) : [];
  expect(found).toMatchObject([
    { uri: keyFrames.uri, bandwidth: 123_457, codecs: high.codec, resolution: { width: 1280, height: 720 } },
  ]);
});

test("captions are one segment as long as the video", () => {
  const parsed = HLS.parse(subtitlePlaylist("en.vtt", 61.5));
  expect(parsed).toMatchObject({ targetDuration: 62, segments: [{ uri: "en.vtt", duration: 61.5 }] });
});

test("peak and average are measured, and a tail of a few frames is no peak", () => {
  expect(
    measureBitrates([
      { sizeBytes: 1000, durationSeconds: 4 },
      { sizeBytes: 3000, durationSeconds: 4 },
      { sizeBytes: 1000, durationSeconds: 0.04 },
    ]),
  ).toEqual({ peakBitrate: 6000, averageBitrate: 4976 });
  expect(measureBitrates([])).toEqual({ peakBitrate: 0, averageBitrate: 0 });
});
