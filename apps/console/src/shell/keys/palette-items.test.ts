// @vitest-environment jsdom
import { expect, test } from "vitest";
import { matchingItems, pageActions, readTyped, type PaletteGroup } from "./palette-items.ts";

const item = (label: string, group: PaletteGroup = "go", words = "") => ({
  key: `${group}-${label}`,
  label,
  group,
  words,
  run: () => {},
});
const items = [
  item("Revideo", "page"),
  item("Dashboard"),
  item("Videos"),
  item("Videos", "advanced", "Advanced"),
  item("Toggle theme", "actions"),
  item("harbor", "tags"),
  item("Harbor at dawn", "videos"),
];
const labels = (typed: string) => matchingItems(items, typed).map(({ label, group }) => `${group}: ${label}`);

test("nothing typed shows pages and actions in their order", () => {
  expect(labels(" ")).toEqual([
    "page: Revideo",
    "go: Dashboard",
    "go: Videos",
    "advanced: Videos",
    "actions: Toggle theme",
  ]);
});

test("every word has to be somewhere, and groups with what begins with the text come first", () => {
  expect(labels("video")).toEqual(["go: Videos", "advanced: Videos", "page: Revideo"]);
  expect(labels("adv vid")).toEqual(["advanced: Videos"]);
  expect(labels("nothing")).toEqual([]);
});

test("accents and case do not matter, whichever of both sides has them", () => {
  const named = [item("Łódź", "videos"), item("Straße", "tags"), item("Hà Nội", "videos")];
  const found = (typed: string) => matchingItems(named, typed).map(({ label }) => label);
  expect([found("lodz"), found("#STRASSE"), found("ha noi"), found("hà")]).toEqual([
    ["Łódź"],
    ["Straße"],
    ["Hà Nội"],
    ["Hà Nội"],
  ]);
});

test("what the server found stands below, whatever it begins with", () => {
  const found = matchingItems([item("The harbor", "fields"), item("Harbor at dawn", "videos")], "harb");
  expect(found.map(({ group }) => group)).toEqual(["fields", "videos"]);
});

test("a greater-than sign asks for actions, a number sign for tags", () => {
  expect(readTyped("> th")).toEqual({ scope: "actions", text: "th" });
  expect(labels(">")).toEqual(["page: Revideo", "actions: Toggle theme"]);
  expect(labels("> video")).toEqual(["page: Revideo"]);
  expect(labels("#har")).toEqual(["tags: harbor"]);
});

test("the buttons of the open page's header are offered and pressed", () => {
  let pressed = 0;
  document.body.innerHTML = `<div data-page-actions><button>Pause all</button><button disabled>Off</button></div>`;
  document.querySelector("button")?.addEventListener("click", () => (pressed += 1));
  const [action, ...others] = pageActions();
  expect(others).toEqual([]);
  expect(action?.label).toBe("Pause all");
  action?.run();
  expect(pressed).toBe(1);
});
