// @vitest-environment jsdom
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { storageKeys } from "./stored-state.ts";
import { colorScheme, toggleTheme, watchTheme } from "./theme.ts";

const system = Object.assign(new EventTarget(), { matches: false });
const systemTurns = (dark: boolean) => {
  system.matches = dark;
  system.dispatchEvent(new Event("change"));
};
const shown = () => [colorScheme.get().value, document.documentElement.getAttribute("data-mantine-color-scheme")];

beforeEach(() => {
  localStorage.clear();
  vi.stubGlobal("matchMedia", () => system);
});
afterEach(() => vi.unstubAllGlobals());

test("the console turns dark with the system until someone chooses, in this tab or in another", () => {
  watchTheme();
  systemTurns(true);
  expect(shown()).toEqual(["dark", "dark"]);
  systemTurns(false);
  expect(shown()).toEqual(["light", "light"]);

  toggleTheme();
  expect(localStorage.getItem("theme")).toBe("1");
  systemTurns(true);
  systemTurns(false);
  expect(shown()).toEqual(["dark", "dark"]);

  localStorage.setItem(storageKeys.theme, "0");
  dispatchEvent(new StorageEvent("storage", { key: storageKeys.theme, newValue: "0" }));
  expect(shown()).toEqual(["light", "light"]);
});
