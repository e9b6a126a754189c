import { readFile } from "node:fs/promises";
import { expect, test } from "vitest";
import { captionedClip, type CaptionedClip } from "../fixtures/captioned-clip.ts";
import { clip } from "../fixtures/clips.ts";
import { declareClosedCaptions, findClosedCaptions, mergedClosedCaptions } from "./closed-captions.ts";

const text = { fromSeconds: 1, toSeconds: 2, text: "GOOD DAY" };
const found = async (wanted: CaptionedClip) => findClosedCaptions(await readFile(await captionedClip(wanted)));

test("captions of both fields and of services are found in the pictures of a film", async () => {
  expect(await found({ texts: [text] })).toEqual(["CC1"]);
  expect(await found({ texts: [text, { ...text, field: 2 }] })).toEqual(["CC1", "CC3"]);
  // A packet of 8 bytes: one of service 1, two of service 9, which needs a longer header.
  expect(await found({ texts: [], digital: [4, 0x21, 0x0c, 0xe2, 0x09, 0x41, 0x42, 0x00] })).toEqual([
    "SERVICE1",
    "SERVICE9",
  ]);
});

test("films without captions have none, and padding is no caption", async () => {
  expect(findClosedCaptions(await readFile(await clip("streamable")))).toEqual([]);
  expect(await found({ texts: [], digital: [4, 0, 0, 0, 0, 0, 0, 0] })).toEqual([]);
});

test("broken data within pictures names nothing", () => {
  const header = [0xb5, 0x00, 0x31, ...Buffer.from("GA94"), 0x03];
  expect(findClosedCaptions(Buffer.from(header))).toEqual([]);
  // Eight triplets are announced, of which half of one comes.
  expect(findClosedCaptions(Buffer.from([...header, 0x48, 0xff, 0xfc, 0x94]))).toEqual([]);
  // What says that it is not to be processed, is not.
  expect(findClosedCaptions(Buffer.from([...header, 0x01, 0xff, 0xfc, 0x94, 0x20, 0xff]))).toEqual([]);
});

test("a playlist declares what was found, denies what is known to be absent and is silent else", () => {
  expect(declareClosedCaptions(null)).toEqual({ media: [], attribute: null });
  expect(declareClosedCaptions([])).toEqual({ media: [], attribute: "NONE" });
  const { media, attribute } = declareClosedCaptions(["CC3", "CC1", "CC3"]);
  expect(attribute).toBe('"closed-captions"');
  expect(media.map((line) => /INSTREAM-ID="(.+)"/.exec(line)?.[1])).toEqual(["CC1", "CC3"]);
  expect(new Set(media.map((line) => /NAME="([^"]+)"/.exec(line)?.[1])).size).toBe(2);
  expect(media[0]).toContain('TYPE=CLOSED-CAPTIONS,GROUP-ID="closed-captions"');
});

test("services are declared where the same captions are not there for older receivers", () => {
  const ids = (found: Parameters<typeof declareClosedCaptions>[0]) =>
    declareClosedCaptions(found).media.map((line) => /INSTREAM-ID="(.+)"/.exec(line)?.[1]);
  expect(ids(["SERVICE12", "SERVICE2"])).toEqual(["SERVICE2", "SERVICE12"]);
  expect(ids(["SERVICE1", "CC1"])).toEqual(["CC1"]);
});

test("renditions hold together what any of them holds, and nothing only when all are known", () => {
  expect(mergedClosedCaptions([["CC3"], null, ["CC1"]])).toEqual(["CC1", "CC3"]);
  expect(mergedClosedCaptions([[], []])).toEqual([]);
  expect(mergedClosedCaptions([[], null])).toBeNull();
});
