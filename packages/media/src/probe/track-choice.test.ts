import { expect, test } from "vitest";
import type { ProbedStream } from "./probed-stream.ts";
import { chooseTracks } from "./track-choice.ts";

const film: ProbedStream = { index: 0, codec_type: "video", codec_name: "hevc", width: 1920, height: 1080 };
const stereo: ProbedStream = { index: 1, codec_type: "audio", codec_name: "aac", channels: 2 };
/** The spatial sound of a phone, as ffprobe prints a codec that it does not know. */
const spatial: ProbedStream = {
  ...{ index: 2, codec_type: "audio", codec_tag_string: "apac", channels: 4, disposition: { default: 1 } },
};
const mpegH: ProbedStream = { index: 3, codec_type: "audio", codec_name: "mpegh_3d_audio", channels: 6 };

test("a sound that cannot be decoded is left out and named, whatever is marked as the default", () => {
  const { sound, others, leftOut } = chooseTracks([film, spatial, mpegH, stereo], "mov");
  expect([sound, others]).toEqual([stereo, []]);
  expect(leftOut.map(({ kind, codec }) => [kind, codec])).toEqual([
    ["audio", "apac"],
    ["audio", "mpegh_3d_audio"],
  ]);
});

test("a video whose only sound cannot be decoded has none", () => {
  const { picture, sound, leftOut } = chooseTracks([film, mpegH], "mov");
  expect([picture, sound, leftOut.length]).toEqual([film, undefined, 1]);
});

test("a track of sound without a channel holds nothing, and is not named", () => {
  expect(chooseTracks([film, { ...stereo, channels: 0 }], "mov")).toMatchObject({ sound: undefined, leftOut: [] });
});
