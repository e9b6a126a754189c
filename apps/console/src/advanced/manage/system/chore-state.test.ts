import { expect, test } from "vitest";
import { choreState } from "./chore-state.ts";

const idle = { running: false, requested: false, started_at: null, finished_at: null, failure: null };
const [early, late] = ["2030-01-01T10:00:00.000Z", "2030-01-01T10:00:02.000Z"];

test.each([
  ["none", {}],
  ["running", { running: true, started_at: early }],
  ["requested", { requested: true, started_at: early, finished_at: late }],
  ["succeeded", { started_at: early, finished_at: late }],
  ["failed", { started_at: early, finished_at: late, failure: "No." }],
  ["interrupted", { started_at: late, finished_at: early }],
  ["interrupted", { started_at: early }],
])("a recurring job is %s", (state, change) => {
  expect(choreState({ ...idle, ...change })).toBe(state);
});
