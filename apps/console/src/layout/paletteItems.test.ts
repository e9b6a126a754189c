// @vitest-environment jsdom
import { expect, test } from "vitest";
import { matchingItems, pageActions } from "./paletteItems.ts";

const item = (label: string, group = "Go to") => ({ key: label, label, group, run: () => {} });
const items = [item("Dashboard"), item("Videos"), item("Videos", "Advanced"), item("Revideo", "This page")];

test("nothing typed shows everything in its order", () => {
  expect(matchingItems(items, " ")).toEqual(items);
});

test("every word has to be somewhere, and what begins with the text comes first", () => {
  expect(matchingItems(items, "video").map(({ label }) => label)).toEqual(["Videos", "Videos", "Revideo"]);
  expect(matchingItems(items, "adv vid").map(({ group }) => group)).toEqual(["Advanced"]);
  expect(matchingItems(items, "nothing")).toEqual([]);
});

test("the buttons of the open page's header are offered and pressed", () => {
  let pressed = 0;
  document.body.innerHTML = `<div data-page-actions><button>Pause all</button><button disabled>Off</button></div>`;
  document.querySelector("button")?.addEventListener("click", () => (pressed += 1));
  const [action, ...others] = pageActions("This page");
  expect(others).toEqual([]);
  expect(action?.label).toBe("Pause all");
  action?.run();
  expect(pressed).toBe(1);
});
