// @vitest-environment jsdom
import { beforeEach, expect, test, vi } from "vitest";
import { SoundList } from "./sound-list.ts";

const two = [
  { name: "German", language: "de" },
  { name: "English", language: "en" },
];

beforeEach(() => localStorage.clear());

test("the first sound of a stream is enabled until a viewer enables another one, of which the list tells", () => {
  const list = new SoundList();
  expect(list.replace(two, 0)).toBe(0);
  const changed = vi.fn();
  list.addEventListener("change", changed);
  const [german, english] = [...list];
  for (const entry of [german, english]) if (entry) entry.enabled = entry.id === "1";
  expect([...list].map(({ enabled }) => enabled)).toEqual([false, true]);
  expect(list.selectedIndex).toBe(1);
  expect(changed).toHaveBeenCalledTimes(1);
});

test("the language that was chosen last is enabled in the next stream that has it", () => {
  const [, english] = [...listed(two)];
  if (english) english.enabled = true;
  expect(listed(two.toReversed()).selectedIndex).toBe(0);
  expect(listed([{ name: "Commentary", language: "" }, ...two]).selectedIndex).toBe(2);
  expect(listed([{ name: "French", language: "fr" }]).selectedIndex).toBe(0);
});

function listed(sounds: typeof two): SoundList {
  const list = new SoundList();
  list.replace(sounds, 0);
  return list;
}
