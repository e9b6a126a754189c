import { expect, test } from "vitest";
import { beginHistory, redo, stepTo, undo } from "./edit-history.ts";

test("steps are taken back and again, and a new one ends what was taken back", () => {
  let history = stepTo(stepTo(beginHistory("a"), "b"), "c");
  history = undo(history);
  expect(history.now).toBe("b");
  expect(redo(history).now).toBe("c");
  expect(undo(undo(history)).now).toBe("a");
  const other = stepTo(history, "d");
  expect(redo(other)).toEqual(other);
  expect(undo(other).now).toBe("b");
});

test("letters typed into the same field are one step, and the same value is none", () => {
  let history = beginHistory("");
  for (const text of ["h", "he", "hey"]) history = stepTo(history, text, "text-1");
  history = stepTo(history, "hey!", "text-2");
  expect(stepTo(history, "hey!", "text-3")).toBe(history);
  expect(undo(history).now).toBe("hey");
  expect(undo(undo(history)).now).toBe("");
  // What is typed after a step was taken back is another one.
  expect(undo(stepTo(undo(history), "hey?", "text-1")).now).toBe("hey");
});

test("the oldest steps are forgotten", () => {
  let history = beginHistory(0);
  for (let at = 1; at <= 500; at += 1) history = stepTo(history, at);
  expect(history.past).toHaveLength(200);
});
