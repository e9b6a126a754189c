import { DEFAULT_PLAYER_SETTINGS as usual } from "@kinora/domain/players/settings.ts";
import { expect, test } from "vitest";
import {
  adsChoice,
  changedIn,
  chosenAds,
  fieldNames,
  fieldsOf,
  GROUP_SETTINGS,
  needsRestart,
  settingsOf,
} from "./player-form.ts";

test("every setting is in one group of the form", () => {
  const grouped = Object.values(GROUP_SETTINGS).flat();
  expect([...grouped].sort()).toEqual(Object.keys(usual).sort());
});

test("the fields hold the draft and the title, and give the draft back", () => {
  const fields = fieldsOf({ title: "Shop", draft: { ...usual, loop: true } });
  expect(fields.title).toBe("Shop");
  expect(settingsOf(fields)).toEqual({ ...usual, loop: true });
});

test("a closed group names the settings that differ from those of a new player", () => {
  const settings = { ...usual, radius: 8, loop: true };
  expect(changedIn("look", settings)).toEqual(["radius"]);
  expect(changedIn("ads", settings)).toEqual([]);
});

test("messages of the server stand at the fields of the form", () => {
  expect(
    fieldNames({ title: ["Player title can not be empty."], "settings.ad_tag": ["Ad tag can not be empty."] }),
  ).toEqual({
    title: ["Player title can not be empty."],
    ad_tag: ["Ad tag can not be empty."],
  });
});

test.each(["project", "own", "off"] as const)("a player plays the ads that were chosen: %s", (choice) => {
  expect(adsChoice({ ...usual, ...chosenAds(choice, 7) })).toBe(choice);
});

test.each([
  [{ radius: 8 }, false],
  [{ playback_rates: [1, 2] }, false],
  [{ quality_cap: 720 }, true],
  [{ autostart: "on" as const }, true],
])("showing %j begins the preview again: %j", (change, restart) => {
  expect(needsRestart(usual, { ...usual, ...change })).toBe(restart);
});
