import { expect, test, vi } from "vitest";
import { addTexts, LANGUAGE, startTexts, translate } from "./platform/i18n.ts";
import { texts } from "./texts.ts";

const say = translate as (key: string, values?: Record<string, string | number>) => string;

// spec: 8.12
test("a key without a text is logged once and shows as nothing", () => {
  const warned = vi.spyOn(console, "warn").mockImplementation(() => {});
  startTexts(texts);
  addTexts("somewhere", { known: "A page's own words" });
  expect(say("layout:close")).toBe(texts.layout.close);
  expect(say("somewhere:known")).toBe("A page's own words");
  expect(warned.mock.calls).toEqual([]);

  for (let time = 0; time < 3; time += 1) expect(say("layout:nothing")).toBe("");
  expect(say("nowhere:close")).toBe("");
  expect(warned.mock.calls).toEqual([
    ['There is no text for "layout:nothing".'],
    ['There is no text for "nowhere:close".'],
  ]);
});

// spec: 9.12
test("the console speaks English", () => {
  expect(LANGUAGE).toBe("en");
});

test("a text is filled in, in the form that its number has", () => {
  startTexts(texts);
  addTexts("counting", {
    rows_one: "{{count}} row of {{name}}",
    rows_other: "{{count}} rows of {{name}}",
    of: "{{name}}",
  });
  expect(say("counting:rows", { count: 1, name: "A" })).toBe("1 row of A");
  expect(say("counting:rows", { count: 0, name: "A" })).toBe("0 rows of A");
  expect(say("counting:of", { count: 2, name: "B" })).toBe("B");
  expect(say("counting:of")).toBe("");
});

test("what people wrote into the place of a text stays as it is", () => {
  startTexts(texts);
  addTexts("written", { by: "{{name}} wrote {{title}}" });
  const name = "{{title}} $& $t(layout:close) <b>";
  expect(say("written:by", { name, title: "it" })).toBe(`${name} wrote it`);
});
