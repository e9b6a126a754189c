import { act, fireEvent, render, screen } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { App } from "./App.tsx";

const system = Object.assign(new EventTarget(), { matches: false });
const systemTurns = (dark: boolean) =>
  act(() => {
    system.matches = dark;
    system.dispatchEvent(new Event("change"));
  });
const shown = () => document.documentElement.getAttribute("data-mantine-color-scheme");

beforeEach(() => {
  localStorage.clear();
  vi.stubGlobal("matchMedia", () => system);
  vi.spyOn(globalThis, "fetch").mockImplementation(async () => Response.json({}));
  history.replaceState(null, "", "/forgot");
});
afterEach(() => vi.unstubAllGlobals());

test("the open page turns dark with the system until a scheme is chosen, in this tab or in another", () => {
  render(<App />);
  expect(shown()).toBe("light");
  systemTurns(true);
  expect(shown()).toBe("dark");
  systemTurns(false);
  expect(shown()).toBe("light");

  fireEvent.click(screen.getByRole("button", { name: "Use the dark theme" }));
  expect(localStorage.getItem("theme")).toBe("1");
  systemTurns(true);
  systemTurns(false);
  expect(shown()).toBe("dark");

  localStorage.setItem("theme", "0");
  act(() => void dispatchEvent(new StorageEvent("storage", { key: "theme", newValue: "0" })));
  expect(shown()).toBe("light");
  expect(screen.getByRole("button", { name: "Use the dark theme" })).toBeTruthy();
});
