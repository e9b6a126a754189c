// @vitest-environment jsdom
import { afterEach, expect, test } from "vitest";
import { keepPlace, readPlace } from "./playlist/remembered-place.ts";
import { storedPosition } from "./resume.ts";
import { allowStorage, canStore, readStored, store } from "./stored.ts";

afterEach(() => {
  allowStorage(true);
  localStorage.clear();
});

test("what is kept is read again, until it is removed", () => {
  store("kinora:position:abc", "12.5");
  expect([readStored("kinora:position:abc"), storedPosition("abc")]).toEqual(["12.5", 12.5]);
  store("kinora:position:abc", null);
  expect([localStorage.length, storedPosition("abc")]).toEqual([0, 0]);
});

test("a player that keeps nothing in browsers neither writes nor reads there", () => {
  keepPlace("list", { video: "abc", seconds: 4 });
  expect(readPlace("list")).toEqual({ video: "abc", seconds: 4 });
  allowStorage(false);
  expect([canStore(), readPlace("list")]).toEqual([false, null]);
  keepPlace("other", { video: "abc", seconds: 4 });
  keepPlace("list", null);
  expect(Object.keys(localStorage)).toEqual(["kinora-playlist-list"]);
});
