// @vitest-environment jsdom
import { expect, test } from "vitest";
import type { StreamOptions } from "./stream-options.ts";
import { openStream } from "./stream.ts";

test("a browser without Media Source begins where it should, also if it forgets what was set before it knew the length", async () => {
  const video = document.createElement("video");
  // jsdom plays nothing.
  video.load = () => undefined;
  let now = 0;
  Object.defineProperty(video, "currentTime", {
    get: () => now,
    set(seconds: number) {
      now = seconds;
    },
  });
  const stream = await openStream(video, { source: "/master.m3u8", startSeconds: 12 } as StreamOptions);
  expect(now).toBe(12);
  now = 0;
  video.dispatchEvent(new Event("loadedmetadata"));
  expect(now).toBe(12);
  stream.load("/other.m3u8", 0);
  now = 3;
  video.dispatchEvent(new Event("loadedmetadata"));
  expect(now).toBe(3);
  stream.destroy();
});
