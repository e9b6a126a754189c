import { expect, test } from "vitest";
import { bitrateWords, codecWords, receivedWords } from "./ingest-words.ts";

test("what is received is said in one line", () => {
  expect(receivedWords({ height: 1080, frame_rate: 30, bitrate_kbps: 4500 })).toBe("1080p30 · 4.5 Mbps");
  expect(receivedWords({ height: null, frame_rate: null, bitrate_kbps: 640 })).toBe("640 kbps");
  expect(receivedWords({ height: null, frame_rate: null, bitrate_kbps: null })).toBeNull();
  expect(receivedWords({ height: 360, frame_rate: 31.2, bitrate_kbps: null })).toBe("360p30");
  expect(receivedWords({ height: 360, frame_rate: 12.4, bitrate_kbps: null })).toBe("360p12");
  expect(bitrateWords(12_040)).toBe("12 Mbps");
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
