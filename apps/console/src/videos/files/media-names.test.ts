import { expect, test } from "vitest";
import { codecWords, formatWords } from "./media-names.ts";

test.each([
  ["mov", "h264", "aac", "harbour.mp4", "MP4 · H.264 · AAC"],
  ["mov", "prores", "pcm_s16le", "Harbour.MOV", "QuickTime · ProRes · pcm_s16le"],
  ["matroska", "vp9", "opus", "harbour.webm", "WebM · VP9 · Opus"],
  ["matroska", "hevc", null, "harbour.mkv", "Matroska · H.265"],
  ["nut", "ffv1", null, "harbour", "nut · ffv1"],
])("%s with %s and %s of %s is %s", (container, video_codec, audio_codec, name, words) =>
  expect(formatWords({ container, video_codec, audio_codec }, name)).toBe(words),
);

test.each([
  ["avc1.64001f", "H.264"],
  ["avc1.64001f,mp4a.40.2", "H.264 · AAC"],
  ["dvh1.05.06", "dvh1.05.06"],
])("a rendition of %s is %s", (codecs, words) => expect(codecWords(codecs)).toBe(words));
