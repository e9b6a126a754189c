import type { LiveCaptionsState } from "@kinora/domain/speech/live-captions.ts";
import { expect, test } from "vitest";
import type { Ingest } from "../queries.ts";
import { healthChecks } from "./health-checks.ts";
import { sampleOf } from "./health-samples.ts";

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
  left_out_tracks: [],
};
const none = { samples: [], restreams: { total: 0, connected: 0 }, recording: false };
const stats = { bitrate_kbps: 4500, frame_rate: 30, keyframe_seconds: 2, encode_speed: 1.2, viewers: 3 };
const checkOf = (name: string, change: Partial<Ingest>, more: Partial<Parameters<typeof healthChecks>[0]> = {}) =>
  healthChecks({ ...none, ...more, ingest: { ...good, ...change } }).find((each) => each.name === name);

test("a healthy ingest has no advice, and nothing is checked without one", () => {
  const checks = healthChecks({ ...none, ingest: good, samples: [sampleOf(stats, 1)], recording: true });
  expect(checks.map(({ healthy }) => healthy)).toEqual(checks.map(() => true));
  expect(checks.map(({ name }) => name)).toEqual(["ingest", "keyframes", "bitrate", "sound", "encode", "recording"]);
  expect(healthChecks({ ...none, ingest: null })).toEqual([]);
});

test.each([
  ["keyframes", { keyframe_seconds: 8.04 }, { text: "adviceKeyframes", value: "8" }],
  ["bitrate", { bitrate_kbps: 400 }, { text: "adviceBitrate", value: "1.9 Mbps" }],
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

test("viewers who wait for data are counted, once players said how they do", () => {
  const looks = (rebuffer: number | null) => ({ samples: [sampleOf({ ...stats, rebuffer_percent: rebuffer }, 1000)] });
  expect(checkOf("playback", {}, looks(null))).toBeUndefined();
  expect(checkOf("playback", {}, looks(1.9))).toMatchObject({ healthy: true, advice: null });
  expect(checkOf("playback", {}, looks(3.25))).toMatchObject({
    healthy: false,
    advice: { text: "adviceRebuffer", value: "3.3%" },
  });
});

test("captions that are created from speech are checked while there are any", () => {
  const looks = (captions: LiveCaptionsState | null) => ({ samples: [sampleOf({ ...stats, captions }, 1000)] });
  expect(checkOf("captions", {}, looks("on"))).toEqual({ name: "captions", healthy: true, advice: null });
  expect(checkOf("captions", {}, looks("behind"))?.advice).toEqual({ text: "adviceCaptionsBehind", value: "" });
  expect(checkOf("captions", {}, looks("minutes_used"))?.advice).toEqual({ text: "adviceCaptionsMinutes", value: "" });
  expect([checkOf("captions", {}, looks("own")), checkOf("captions", {}, looks(null))]).toEqual([undefined, undefined]);
});
