// @vitest-environment jsdom
import Hls from "hls.js";
import { expect, test } from "vitest";
import { awaitCaptions } from "./live-following.ts";

test("captions within the picture of a livestream are read, whatever its playlist said when the viewer came", () => {
  const hls = new Hls();
  // Its controllers would load what the levels name.
  hls.removeAllListeners();
  awaitCaptions(Hls, hls);
  const levels = [{ attrs: { "CLOSED-CAPTIONS": "NONE" } }, { attrs: {} }];
  hls.trigger(Hls.Events.MANIFEST_PARSED, { levels } as never);
  expect(levels.map(({ attrs }) => attrs)).toEqual([{}, {}]);
});
