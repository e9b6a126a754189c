import { expect, test } from "vitest";
import { arranged, fieldChanges, matched, sameValue, withoutUsual } from "./difference.ts";

test.each([
  [1, 1, true],
  [null, undefined, false],
  [[1, 2], [2, 1], false],
  [{ a: 1, b: [{}] }, { b: [{}], a: 1 }, true],
  [{ a: 1 }, { a: 1, b: 2 }, false],
])("%j and %j are the same: %s", (one, other, same) => {
  expect(sameValue(one, other)).toBe(same);
});

test("a change names the field at any depth, and what the file does not say stays", () => {
  const before = { title: "Shop", settings: { loop: false, radius: 0 }, colour: "red" };
  const wanted = { title: "Shop", settings: { loop: true, radius: 0 }, colour: undefined };
  expect(fieldChanges(before, wanted)).toEqual([{ field: "settings.loop", before: false, after: true }]);
});

test("what is as usual is left out, in objects at every depth", () => {
  const usual = { active: true, settings: { loop: false, rates: [1] }, policy: { mode: "all" } };
  expect(withoutUsual({ active: true, settings: { loop: true, rates: [1] }, policy: { mode: "all" } }, usual)).toEqual({
    settings: { loop: true },
  });
});

test("things of one name are matched in their order", () => {
  const byName = { ofExisting: ({ name }: { name: string }) => name, ofWanted: (name: string) => name };
  const [first, second, other] = [{ name: "News" }, { name: "News" }, { name: "Old" }];
  expect(matched([first, second, other], ["News", "New"], byName)).toEqual({
    created: [{ wanted: "New", index: 1 }],
    kept: [{ existing: first, wanted: "News", index: 0 }],
    missing: [second, other],
  });
});

test.each([
  [
    ["a", "b", "c"],
    ["c", "a"],
    ["c", "b", "a"],
  ],
  [
    ["a", "b"],
    ["b", "new", "a"],
    ["b", "new", "a"],
  ],
  [
    ["a", "x", "b"],
    ["b", "a"],
    ["b", "x", "a"],
  ],
  [[], ["a"], ["a"]],
])("%j in the order of %j is %j", (current, wanted, expected) => {
  const after = arranged(current, wanted);
  expect(after).toEqual(expected);
  expect(arranged(after, wanted)).toEqual(after);
});
