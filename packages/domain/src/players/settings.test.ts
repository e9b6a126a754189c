import { expect, test } from "vitest";
import { allSettings, changedSettings, DEFAULT_PLAYER_SETTINGS, differingSettings } from "./settings.ts";
import { contrastOf, playerWarnings } from "./warnings.ts";

test("only what differs from the defaults is stored, and read back whole", () => {
  expect(changedSettings(DEFAULT_PLAYER_SETTINGS)).toEqual({});
  const settings = { ...DEFAULT_PLAYER_SETTINGS, loop: true, playback_rates: [1, 2] };
  expect(changedSettings(settings)).toEqual({ loop: true, playback_rates: [1, 2] });
  expect(allSettings(changedSettings(settings))).toEqual(settings);
});

test("a stored setting that no longer exists is dropped", () => {
  expect(allSettings({ glitter: true } as object)).toEqual(DEFAULT_PLAYER_SETTINGS);
});

test("two players differ in the settings that differ", () => {
  const other = { ...DEFAULT_PLAYER_SETTINGS, radius: 8, autostart: "on" as const };
  expect(differingSettings(DEFAULT_PLAYER_SETTINGS, other)).toEqual(["autostart", "radius"]);
});

test.each([
  ["#ffffff", "#000000", 21],
  ["#000000", "#ffffff", 21],
  ["#777777", "#ffffff", 4.48],
  ["#3a60ea", "#3a60ea", 1],
])("the contrast of %s and %s is %d", (one, other, contrast) => {
  expect(contrastOf(one, other)).toBeCloseTo(contrast, 1);
});

test.each([
  [{}, []],
  [{ autostart: "on" as const }, ["autostart_with_sound"]],
  [{ autostart: "visible" as const, mute_start: true }, []],
  [{ text_colour: "#222222" }, ["low_contrast"]],
])("a player with %j has the warnings %j", (change, codes) => {
  expect(playerWarnings({ ...DEFAULT_PLAYER_SETTINGS, ...change }).map(({ code }) => code)).toEqual(codes);
});
