import { fireEvent, render, screen } from "@testing-library/react";
import type { ReactNode } from "react";
import { afterAll, beforeAll, expect, test, vi } from "vitest";

const changes: string[] = [];

/** A server that refuses to sign out, so that the page stays and says so. */
function answer(input: RequestInfo | URL, init?: RequestInit): Promise<Response> {
  const request = new Request(input, init);
  if (request.method === "GET") return Promise.resolve(Response.json({}));
  changes.push(`${request.method} ${new URL(request.url).pathname}`);
  return Promise.resolve(Response.json({ message: "Try again in a moment.", code: "unavailable" }, { status: 503 }));
}

let App: () => ReactNode;
beforeAll(async () => {
  vi.stubGlobal("matchMedia", () => Object.assign(new EventTarget(), { matches: false }));
  vi.stubGlobal("fetch", answer);
  // The client keeps the fetch it finds when it is loaded.
  vi.resetModules();
  history.replaceState(null, "", "/sign-out");
  App = (await import("./App.tsx")).App;
});
afterAll(() => vi.unstubAllGlobals());

test("the server is asked to sign out when the button is pressed, not before", async () => {
  render(<App />);
  expect(screen.getByRole("heading", { name: "Sign out?" })).toBeTruthy();
  expect(changes).toEqual([]);
  fireEvent.click(screen.getByRole("button", { name: "Sign out" }));
  expect(await screen.findByText("Try again in a moment.")).toBeTruthy();
  expect(changes).toEqual(["POST /api/sign-out"]);
});
