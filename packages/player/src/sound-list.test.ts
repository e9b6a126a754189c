// @vitest-environment jsdom
import { beforeEach, expect, test, vi } from "vitest";
import { SoundList, type Sound } from "./sound-list.ts";

const sound = (name: string, language: string, track: number, surround = false): Sound => ({
  ...{ name, language, track, surround },
});
const two = [sound("German", "de", 0), sound("English", "en", 1)];
const inBoth = [
  ...[sound("German", "de", 0), sound("German (5.1)", "de", 0, true)],
  ...[sound("English", "en", 1), sound("English (5.1)", "en", 1, true), sound("French", "fr", 2)],
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
  expect(listed([sound("English", "en", 0), sound("German", "de", 1)]).selectedIndex).toBe(0);
  expect(listed([sound("Commentary", "", 2), ...two]).selectedIndex).toBe(2);
  expect(listed([sound("French", "fr", 0)]).selectedIndex).toBe(0);
});

test("stereo is enabled until a viewer enables surround sound, and then that, in the next stream, too", () => {
  const list = listed(inBoth);
  expect([list.selected?.name, list.wantsSurround]).toEqual(["German", false]);
  enable(list, "English (5.1)");
  expect([listed(inBoth).selected?.name, listed(two).selected?.name]).toEqual(["English (5.1)", "English"]);
  // A sound that is in stereo alone says nothing of the others.
  enable(list, "French");
  expect(list.wantsSurround).toBe(true);
  enable(list, "German");
  expect([list.wantsSurround, listed(inBoth).selected?.name]).toEqual([false, "German"]);
});

test("of several sounds in a language the chosen one stays when the stream is opened in other channels", () => {
  const described = [
    ...[sound("English", "en", 0), sound("English (5.1)", "en", 0, true)],
    ...[sound("Described", "en", 1), sound("Described (5.1)", "en", 1, true)],
  ];
  const list = listed(described);
  for (const name of ["Described (5.1)", "Described"]) {
    enable(list, name);
    list.replace(described, 0);
    expect(list.selected?.name).toBe(name);
  }
});

function enable(list: SoundList, label: string): void {
  for (const entry of list) entry.enabled = entry.label === label;
}

function listed(sounds: readonly Sound[]): SoundList {
  const list = new SoundList();
  list.replace(sounds, 0);
  return list;
}
