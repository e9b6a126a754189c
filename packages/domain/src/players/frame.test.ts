import { expect, test } from "vitest";
import { embedCodes } from "../playback/embed.ts";
import { frameInCodes, frameOf, USUAL_FRAME } from "./frame.ts";
import { DEFAULT_PLAYER_SETTINGS, type PlayerSettings } from "./settings.ts";

const PORTRAIT = { width: 1080, height: 1920 };

test.each([
  [{}, null, "aspect-ratio:16/9", ""],
  [{ aspect: "4:3" }, null, "aspect-ratio:4/3", ' data-aspect="4/3"'],
  [{ aspect: "9:16" }, { width: 1920, height: 1080 }, "aspect-ratio:9/16", ' data-aspect="9/16"'],
  [{ aspect: "auto" }, PORTRAIT, "aspect-ratio:1080/1920", ' data-aspect="1080/1920"'],
  [{ aspect: "auto" }, null, "aspect-ratio:16/9", ""],
  [
    { fixed_size: true, frame_width: 320, frame_height: 240, aspect: "1:1" },
    null,
    'width="320" height="240"',
    ' data-width="320" data-height="240"',
  ],
] as [Partial<PlayerSettings>, typeof PORTRAIT | null, string, string][])(
  "the frame of a player with %j is in the codes of a video of %j",
  (change, picture, style, attributes) => {
    const frame = frameOf({ ...DEFAULT_PLAYER_SETTINGS, ...change });
    const { iframe, script } = embedCodes("https://edge.example", "abc", "T", frameInCodes(frame, picture));
    expect(iframe).toContain(style);
    expect(script).toContain(`data-video="abc"${attributes}>`);
  },
);

test("the usual frame is that of the usual settings", () => {
  expect(USUAL_FRAME).toEqual(frameOf(DEFAULT_PLAYER_SETTINGS));
});
