import { expect, test } from "vitest";
import { RenditionList } from "./rendition-list.ts";

const rung = (height: number) => ({ id: String(height), width: (height * 16) / 9, height, bitrate: height * 1000 });

test("the list starts on automatic and reports a choice once", () => {
  const list = new RenditionList();
  let changes = 0;
  list.replace([rung(360), rung(720)]);
  list.addEventListener("change", () => (changes += 1));
  expect([...list].map(({ height }) => height)).toEqual([360, 720]);
  expect(list.selectedIndex).toBe(-1);
  list.selectedIndex = 1;
  list.selectedIndex = 1;
  expect(changes).toBe(1);
});

test("a chosen height survives a longer list and falls back to automatic when it is gone", () => {
  const list = new RenditionList();
  list.replace([rung(720)]);
  list.selectedIndex = 0;
  list.replace([rung(360), rung(720), rung(1080)]);
  expect(list.selectedIndex).toBe(1);
  list.replace([rung(360)]);
  expect(list.selectedIndex).toBe(-1);
  expect(list[1]).toBeUndefined();
});
