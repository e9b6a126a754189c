import i18next from "i18next";
import { expect, test, vi } from "vitest";
import { addTexts, startTexts } from "./platform/i18n.ts";
import { texts } from "./texts.ts";

const say = (key: string) => (i18next.t as (key: string) => string)(key);

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
test("the console speaks English, and falls back to it", () => {
  startTexts(texts);
  expect(i18next.language).toBe("en");
  expect(i18next.resolvedLanguage).toBe("en");
  expect(i18next.options.fallbackLng).toEqual(["en"]);
});
