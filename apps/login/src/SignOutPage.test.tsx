import { cleanup, fireEvent, render, screen } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { App } from "./App.tsx";

beforeEach(() => {
  vi.stubGlobal("matchMedia", () => Object.assign(new EventTarget(), { matches: false }));
  history.replaceState(null, "", "/sign-out");
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

test("the server is asked to sign out when the button is pressed, not before", async () => {
  render(<App />);
  expect(screen.getByRole("heading", { name: "Sign out?" })).toBeTruthy();
  // No server runs here, so a request shows by its failure.
  expect(screen.queryByText(/The server does not answer/)).toBeNull();
  fireEvent.click(screen.getByRole("button", { name: "Sign out" }));
  expect(await screen.findByText(/The server does not answer/)).toBeTruthy();
});
