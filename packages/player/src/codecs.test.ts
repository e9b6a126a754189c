import { expect, test } from "vitest";
import { levelsBesidePreferred } from "./codecs.ts";

const levels = [
  { height: 360, videoCodec: "avc1.64001e" },
  { height: 720, videoCodec: "avc1.64001f" },
  { height: 720, videoCodec: "hvc1.1.6.L93.90" },
  { height: 720, videoCodec: "av01.0.05M.08" },
];

const best = { codec: "best", hdrScreen: false } as const;
const h264 = { codec: "h264", hdrScreen: true } as const;

test("of each height the best codec stays", () => {
  expect(levelsBesidePreferred(levels, best)).toEqual([2, 1]);
  expect(levelsBesidePreferred(levels.slice(0, 3), best)).toEqual([1]);
  expect(levelsBesidePreferred(levels.slice(0, 2), best)).toEqual([]);
});

test("after a decoder failed, H.264 stays", () => {
  expect(levelsBesidePreferred(levels, h264)).toEqual([3, 2]);
});

const withHdr = [
  ...levels.slice(0, 2),
  { height: 720, videoCodec: "hvc1.2.4.L93.90", videoRange: "HLG" },
  { height: 720, videoCodec: "av01.0.05M.10", videoRange: "HLG" },
  { height: 1080, videoCodec: "avc1.640028" },
  { height: 1080, videoCodec: "hvc1.2.4.L120.90", videoRange: "HLG" },
];

test("HDR stays for a screen that shows it, in the best codec, and SDR otherwise", () => {
  expect(levelsBesidePreferred(withHdr, { codec: "best", hdrScreen: true })).toEqual([4, 2, 1]);
  expect(levelsBesidePreferred(withHdr, best)).toEqual([5, 3, 2]);
  expect(levelsBesidePreferred(withHdr, h264)).toEqual([5, 3, 2]);
});

test("levels of unknown codecs are kept", () => {
  const unknown = [
    { height: 360, videoCodec: undefined },
    { height: 720, videoCodec: undefined },
  ];
  expect(levelsBesidePreferred(unknown, best)).toEqual([]);
});
