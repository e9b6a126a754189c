import { expect, test } from "vitest";
import { cutCaptions } from "./caption-cut.ts";

const VTT = `WEBVTT

00:00:01.000 --> 00:00:04.500 line:10%
<v Ann>Good morning.

00:00:05.000 --> 00:00:07.000
Two
lines

00:00:09.000 --> 00:00:11.000
The end.

00:00:11.900 --> 00:00:13.000
Too late.
`;

test("captions of a part have its times, and keep their places, speakers and lines", () => {
  expect(cutCaptions(VTT, { from: 4, to: 10 })).toBe(`WEBVTT

00:00:00.000 --> 00:00:00.500 line:10%
<v Ann>Good morning.

00:00:01.000 --> 00:00:03.000
Two
lines

00:00:05.000 --> 00:00:06.000
The end.
`);
});

test("a part without words has no captions, and what nobody could read is left out", () => {
  expect(cutCaptions(VTT, { from: 7, to: 9 })).toBeNull();
  expect(cutCaptions(VTT, { from: 11, to: 12 })).toBeNull();
});
