import { expect, test } from "vitest";
import { defaultProjectLadder, withPreset } from "./project-ladder.ts";
import {
  makesSame,
  presetNamed,
  presetNameProblem,
  presetsProblem,
  SAVED_PRESETS_MAX,
  withSavedPreset,
} from "./saved-presets.ts";

const basic = { ...withPreset(defaultProjectLadder, "basic"), maxFps: 30 as const, audioKbps: 96 as const };
const saved = presetNamed("Lectures", basic);

test("a saved preset sets rungs, frame rate and sound, and leaves the other options", () => {
  const ladder = { ...defaultProjectLadder, mp4: false, remux: true };
  expect(makesSame(ladder, saved)).toBe(false);
  const chosen = withSavedPreset(ladder, saved);
  expect(chosen).toMatchObject({ mp4: false, remux: true, maxFps: 30, audioKbps: 96 });
  expect(makesSame(chosen, saved)).toBe(true);
});

test("the figures of rungs that are off make no difference, those of others do", () => {
  const change = (height: number) => ({
    ...basic,
    rungs: basic.rungs.map((rung) => (rung.height === height ? { ...rung, crf: 30 } : rung)),
  });
  expect(makesSame(change(1080), saved)).toBe(true);
  expect(makesSame(change(720), saved)).toBe(false);
});

test.each([
  ["", "Name can not be empty."],
  ["  ", "Name can not be empty."],
  ["x".repeat(41), "Name can have up to 40 characters."],
  ["LECTURES ", "There is already a preset named LECTURES."],
  ["Talks", null],
])("the name %j beside Lectures: %s", (name, problem) => {
  expect(presetNameProblem(name, [saved])).toBe(problem);
});

test("a preset is checked as a ladder is, and a project has a dozen of them", () => {
  const options = { remux: false, remuxMaxKbps: 12_000 };
  expect(presetsProblem([saved], options)).toBeNull();
  expect(presetsProblem([saved, { ...saved, name: "lectures" }], options)).toMatchObject({ field: "presets.1.name" });
  const none = { ...saved, rungs: saved.rungs.map((rung) => ({ ...rung, enabled: false })) };
  expect(presetsProblem([none], options)).toMatchObject({ field: "presets.0.rungs" });
  expect(presetsProblem([none], { ...options, remux: true })).toBeNull();
  const many = Array.from({ length: SAVED_PRESETS_MAX + 1 }, (_, at) => ({ ...saved, name: `Preset ${at}` }));
  expect(presetsProblem(many, options)).toMatchObject({ field: "presets" });
});
