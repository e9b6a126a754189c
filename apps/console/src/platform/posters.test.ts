import { expect, test } from "vitest";
import { posterOf } from "./posters.ts";

test("the best poster stands for the video, the others are offered by width", () => {
  expect(posterOf({ "360p": "/s.jpg", "720p": "/m.jpg" })).toEqual({
    src: "/m.jpg",
    srcSet: "/m.jpg 1280w, /s.jpg 640w",
  });
  expect(posterOf({ "360p": "/s.jpg" })).toEqual({ src: "/s.jpg" });
  expect(posterOf({})).toEqual({ src: null });
});
