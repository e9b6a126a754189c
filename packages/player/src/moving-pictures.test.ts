import { expect, test } from "vitest";
import { readPictures, spread } from "./moving-pictures.ts";

test("the pictures of a storyboard are found beside it, whatever else its file says", () => {
  const text = [
    "WEBVTT\n",
    "00:00:00.000 --> 00:00:02.000\nsprite-00000.jpg#xywh=0,0,160,90\n",
    "00:00:02.000 --> 00:00:04.000\nsprite-00001.jpg#xywh=160,90,160,90\n",
    "NOTE nothing here#xywh=soon",
  ].join("\n");
  expect(readPictures(text, "https://play.example.com/hls/abc/v1/storyboard/storyboard.vtt")).toEqual([
    { sheet: "https://play.example.com/hls/abc/v1/storyboard/sprite-00000.jpg", x: 0, y: 0, width: 160, height: 90 },
    { sheet: "https://play.example.com/hls/abc/v1/storyboard/sprite-00001.jpg", x: 160, y: 90, width: 160, height: 90 },
  ]);
});

test("a long video is shown from its beginning to its end by a few pictures", () => {
  const items = Array.from({ length: 200 }, (_, index) => index);
  expect(spread(items, 4)).toEqual([0, 50, 100, 150]);
  expect(spread([1, 2], 4)).toEqual([1, 2]);
});
