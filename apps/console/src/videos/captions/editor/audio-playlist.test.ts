import { expect, test } from "vitest";
import { peaksOf } from "./audio-peaks.ts";
import { mainPlaylistOf, readAudioPlaylist, soundPlaylistOf } from "./audio-playlist.ts";

test.each([
  ["https://play.example/embed/abc?token=t.1", "https://play.example/hls/~t.1/abc/master.m3u8"],
  ["https://play.example/embed/abc", "https://play.example/hls/abc/master.m3u8"],
  ["https://play.example/v/abc", null],
  ["", null],
])("the playlist of %j is %j", (preview, expected) => {
  expect(mainPlaylistOf(preview)).toBe(expected);
});

test("the sound's playlist is found in the main one, and its segments follow each other", () => {
  const main = "https://play.example/hls/abc/master.m3u8";
  const text =
    '#EXTM3U\n#EXT-X-MEDIA:TYPE=SUBTITLES,GROUP-ID="s",URI="captions/1-1/index.m3u8"\n#EXT-X-MEDIA:TYPE=AUDIO,GROUP-ID="a",URI="v1/audio/index.m3u8"\n';
  const sound = soundPlaylistOf(text, main);
  expect(sound).toBe("https://play.example/hls/abc/v1/audio/index.m3u8");
  expect(soundPlaylistOf("#EXTM3U\n", main)).toBeNull();
  const list = '#EXTM3U\n#EXT-X-MAP:URI="init.mp4"\n#EXTINF:4.5,\n00000.m4s\n#EXTINF:2,\n00001.m4s\n#EXT-X-ENDLIST\n';
  const folder = "https://play.example/hls/abc/v1/audio/";
  expect(readAudioPlaylist(list, `${folder}index.m3u8`)).toEqual({
    initUrl: `${folder}init.mp4`,
    segments: [
      { url: `${folder}00000.m4s`, start: 0, end: 4.5 },
      { url: `${folder}00001.m4s`, start: 4.5, end: 6.5 },
    ],
  });
  expect(readAudioPlaylist("#EXTM3U\n", folder)).toBeNull();
});

test("a peak is the greatest amplitude of its fiftieth of a second", () => {
  const samples = new Float32Array(100);
  samples[3] = -0.5;
  samples[25] = 0.25;
  expect([...peaksOf(samples, 1_000)]).toEqual([0.5, 0.25, 0, 0, 0]);
});
