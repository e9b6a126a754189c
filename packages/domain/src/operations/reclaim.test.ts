import { expect, test } from "vitest";
import { ownedFolder } from "./reclaim.ts";

test.each([
  ["assets/17/v1/720p/00000.m4s", { folder: "assets/17", kind: "assets", id: 17 }],
  ["live/4/720p/1.m4s", { folder: "live/4", kind: "live", id: 4 }],
  ["watermarks/9/2.png", { folder: "watermarks/9", kind: "watermarks", id: 9 }],
  ["live/recordings/12.flv", null],
  ["assets/17", null],
  ["assets/017/a", null],
  ["assets/17x/a", null],
  ["demo/ad-1.mp4", null],
  ["my/assets/17/a", null],
])("%s belongs to the row it says", (key, owned) => {
  expect(ownedFolder(key)).toEqual(owned);
});
