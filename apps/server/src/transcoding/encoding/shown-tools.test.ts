import { expect, test } from "vitest";
import { withoutPaths } from "./shown-tools.ts";

const config = { dataDir: "/srv/kinora" };

test.each([
  ["file:/srv/kinora/work/1/source.mp4", "file:…/source.mp4"],
  ["/usr/lib/x86_64-linux-gnu/libx264.so.164: no symbol", "…/libx264.so.164: no symbol"],
  ["'/home/anna/Film 1.mov': Invalid data", "'…/Film 1.mov': Invalid data"],
  ["https://ann:secret@files.example/a.mp4?token=abc&x=1", "https://files.example/a.mp4?…"],
  ["rtmp://live.example/app 1/2 25/1 -vf scale=640:-2", "rtmp://live.example/app 1/2 25/1 -vf scale=640:-2"],
  ["Stream #0:0: Video: h264, 25 fps", "Stream #0:0: Video: h264, 25 fps"],
])("of %s people see %s", (line, shown) => {
  expect(withoutPaths(config, line)).toBe(shown);
});
