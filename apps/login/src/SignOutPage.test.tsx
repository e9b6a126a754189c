import { cleanup, fireEvent, render, screen, waitFor } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import * as address from "./address.ts";
import { App } from "./App.tsx";

beforeEach(() => {
  vi.stubGlobal("matchMedia", () => Object.assign(new EventTarget(), { matches: false }));
  history.replaceState(null, "", "/sign-out");
});
afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

test("nobody is signed out before they said so; then the server says where to go", async () => {
  const next = "http://localhost:4000/";
  const sent = vi.spyOn(globalThis, "fetch").mockImplementation(async () => Response.json({ next }));
  const went = vi.spyOn(address, "go").mockImplementation(() => {});
  render(<App />);
  expect(screen.getByRole("heading", { name: "Sign out?" })).toBeTruthy();
  expect(sent).not.toHaveBeenCalled();
  fireEvent.click(screen.getByRole("button", { name: "Sign out" }));
  await waitFor(() => expect(went).toHaveBeenCalledWith(next));
  expect(sent).toHaveBeenCalledTimes(1);
});
