import { HEALTH_SPANS } from "@kinora/domain/healthSpans.ts";
import { expect, test } from "vitest";
import { bitrateWords, codecWords, healthChecks, receivedWords, sampleOf, samplesOf, withSample } from "./health.ts";
import type { Ingest } from "./queries.ts";

const good: Ingest = {
  video_codec: "avc1.640028",
  audio_codec: "mp4a.40.2",
  width: 1920,
  height: 1080,
  frame_rate: 30,
  bitrate_kbps: 4500,
  keyframe_seconds: 2,
  audio_level_db: -20,
  encoder: "OBS",
};
const none = { samples: [], restreams: { total: 0, connected: 0 }, recording: false };
const stats = { bitrate_kbps: 4500, frame_rate: 30, keyframe_seconds: 2, encode_speed: 1.2, viewers: 3 };
const checkOf = (name: string, change: Partial<Ingest>, more: Partial<Parameters<typeof healthChecks>[0]> = {}) =>
  healthChecks({ ...none, ...more, ingest: { ...good, ...change } }).find((each) => each.name === name);

test("what is received is said in one line", () => {
  expect(receivedWords(good)).toBe("1080p30 4.5 Mb/s");
  expect(receivedWords({ height: null, frame_rate: null, bitrate_kbps: 640 })).toBe("640 kb/s");
  expect(receivedWords({ height: null, frame_rate: null, bitrate_kbps: null })).toBeNull();
  expect(receivedWords({ height: 360, frame_rate: 31.2, bitrate_kbps: null })).toBe("360p30");
  expect(receivedWords({ height: 360, frame_rate: 12.4, bitrate_kbps: null })).toBe("360p12");
  expect(bitrateWords(12_040)).toBe("12 Mb/s");
});

test("codecs have the names people know", () => {
  expect(["h264", "avc1.640028", "hevc", "av01.0.04M.08", "mp4a.40.2", "speex"].map(codecWords)).toEqual([
    "H.264",
    "H.264",
    "HEVC",
    "AV1",
    "AAC",
    "speex",
  ]);
});

test("what is older than an hour is forgotten; charts show its last five minutes, or all of it in steps of ten seconds", () => {
  const old = sampleOf(stats, 1000);
  const hourMs = HEALTH_SPANS.hour.backMs;
  const samples = withSample(withSample([], old), sampleOf(stats, 1000 + hourMs));
  expect(samples).toHaveLength(1);
  expect(withSample(samples, sampleOf(stats, 2000 + hourMs))).toHaveLength(2);
  const looks = Array.from({ length: 3600 }, (_, second) => sampleOf(stats, second * 1000));
  expect(samplesOf([], looks, "minutes").map(({ at }) => at)).toEqual(looks.slice(3300).map(({ at }) => at));
  const hour = samplesOf([], looks, "hour").map(({ at }) => at);
  expect(hour).toHaveLength(361);
  expect([hour[0], hour[1], hour.at(-1)]).toEqual([0, 10_000, 3_599_000]);
});

test("charts begin with what the host remembers and go on with what was heard since", () => {
  const at = (seconds: number) => sampleOf(stats, seconds * 1000);
  const past = [at(1), at(2), at(3)];
  const heard = [at(2.5), at(3), at(4)];
  expect(samplesOf(past, heard, "minutes")).toEqual([...past, at(4)]);
  expect(samplesOf([], heard, "minutes")).toEqual(heard);
  expect(samplesOf(past, [], "session")).toEqual(past);
});

test("a healthy ingest has no advice, and nothing is checked without one", () => {
  const checks = healthChecks({ ...none, ingest: good, samples: [sampleOf(stats, 1)], recording: true });
  expect(checks.map(({ healthy }) => healthy)).toEqual(checks.map(() => true));
  expect(checks.map(({ name }) => name)).toEqual(["ingest", "keyframes", "bitrate", "sound", "encode", "recording"]);
  expect(healthChecks({ ...none, ingest: null })).toEqual([]);
});

test.each([
  ["keyframes", { keyframe_seconds: 8.04 }, { text: "adviceKeyframes", value: "8" }],
  ["bitrate", { bitrate_kbps: 400 }, { text: "adviceBitrate", value: "1.9 Mb/s" }],
  ["sound", { audio_codec: null }, { text: "adviceSound", value: "" }],
  ["sound", { audio_codec: "speex" }, { text: "adviceSoundCodec", value: "speex" }],
  ["sound", { audio_level_db: -62.4 }, { text: "adviceSilent", value: "−62 dB" }],
  ["sound", { audio_level_db: -1 }, { text: "adviceLoud", value: "−1 dB" }],
  ["ingest", { bitrate_kbps: 0 }, { text: "adviceIngest", value: "" }],
])("trouble with %s is named with its advice", (name, change, advice) => {
  expect(checkOf(name, change)).toEqual({ name, healthy: false, advice });
});

test("a bitrate that keeps falling is unsteady, encoding below real time and targets that are down are named", () => {
  const samples = Array.from({ length: 20 }, (_, second) =>
    sampleOf({ ...stats, bitrate_kbps: second === 7 ? 500 : 4500, encode_speed: 0.8 }, second * 1000),
  );
  expect(checkOf("bitrate", {}, { samples })?.advice?.text).toBe("adviceUnsteady");
  expect(checkOf("encode", {}, { samples })?.advice).toEqual({ text: "adviceEncode", value: "0.80" });
  const late = [sampleOf({ ...stats, delay_seconds: 4.26 }, 1)];
  expect(checkOf("segments", {}, { samples: late })?.advice).toEqual({ text: "adviceDelay", value: "4.3" });
  const less = [sampleOf({ ...stats, left_out: ["720p", "1080p"] }, 1)];
  expect(checkOf("encode", {}, { samples: less })?.advice).toEqual({ text: "adviceLeftOut", value: "720p, 1080p" });
  expect(checkOf("restream", {}, { restreams: { total: 2, connected: 1 } })?.advice?.value).toBe("1 / 2");
});

test("what is not known yet is neither well nor ill", () => {
  expect(checkOf("keyframes", { keyframe_seconds: null })?.healthy).toBeNull();
  expect(checkOf("sound", { audio_codec: null, video_codec: null })?.healthy).toBeNull();
});

test("viewers who wait for data are told of, once players said how they do", () => {
  const looks = (rebuffer: number | null) => ({ samples: [sampleOf({ ...stats, rebuffer_percent: rebuffer }, 1000)] });
  expect(checkOf("playback", {}, looks(null))).toBeUndefined();
  expect(checkOf("playback", {}, looks(1.9))).toMatchObject({ healthy: true, advice: null });
  expect(checkOf("playback", {}, looks(3.25))).toMatchObject({
    healthy: false,
    advice: { text: "adviceRebuffer", value: "3.3 %" },
  });
});
