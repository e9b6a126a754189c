import i18next from "i18next";
import { expect, test, vi } from "vitest";
import { startTexts } from "./i18n.ts";

test("a key without a text is logged once and shows as nothing", () => {
  const warned = vi.spyOn(console, "warn").mockImplementation(() => {});
  startTexts({ layout: { hello: "Hello" } });
  const say = i18next.t as (key: string) => string;
  expect(say("layout:hello")).toBe("Hello");
  expect(say("layout:nothing")).toBe("");
  expect(say("layout:nothing")).toBe("");
  expect(warned).toHaveBeenCalledTimes(1);
  expect(warned).toHaveBeenCalledWith('There is no text for "layout:nothing".');
});
