import { fireEvent, render, screen } from "@testing-library/react";
import type { ReactNode } from "react";
import { afterAll, afterEach, beforeAll, expect, test, vi } from "vitest";

const user = { id: 1, email: "ada@example.com", first_name: "Ada", last_name: "Lovelace", avatar_url: null };
const event = { at: new Date().toISOString(), by: "person", values: [], ip: "192.0.2.7", country: "Norway" };
const NEWEST = {
  ...event,
  id: 9,
  type: "user.email_changed",
  values: [{ name: "email", before: "old@example.com", after: "ada@example.com" }],
};
const BLOCKED = { ...event, id: 8, type: "user.blocked_everywhere", by: "superuser", ip: null, country: null };
const OLDEST = {
  ...event,
  id: 5,
  type: "user.passkey_added",
  values: [{ name: "name", before: null, after: "Laptop" }],
};
/** The queries that the events were asked with. */
let asked: string[] = [];

async function answer(input: RequestInfo | URL, init?: RequestInit): Promise<Response> {
  const { pathname, search } = new URL(new Request(input, init).url);
  if (pathname === "/api/profile/second-factor")
    return Response.json({
      totp_since: null,
      required_by: null,
      recovery_codes_left: 0,
      passkeys: [],
      trusted_browsers: [],
    });
  if (pathname !== "/api/profile/security-events")
    return Response.json({ message: "Saved.", user, console_url: "http://localhost:4000", sessions: [] });
  asked.push(search);
  return Response.json(search === "" ? { data: [NEWEST, BLOCKED], more: true } : { data: [OLDEST], more: false });
}

let App: () => ReactNode;
beforeAll(async () => {
  vi.stubGlobal("matchMedia", () => Object.assign(new EventTarget(), { matches: false }));
  vi.stubGlobal("fetch", answer);
  // The client keeps the fetch it finds when it is loaded.
  vi.resetModules();
  history.replaceState(null, "", "/profile");
  App = (await import("./App.tsx")).App;
});
afterEach(() => {
  asked = [];
});
afterAll(() => vi.unstubAllGlobals());

test("the profile lists how the sign-in changed, with who, where and the values, page by page", async () => {
  render(<App />);
  expect(await screen.findByText("The email address was changed.")).toBeTruthy();
  expect(screen.getByText(/^old@example\.com → ada@example\.com · 192\.0\.2\.7 · Norway · /)).toBeTruthy();
  expect(screen.getByText("The sign-in was blocked.")).toBeTruthy();
  expect(screen.getByText(/^by a superuser · /)).toBeTruthy();
  expect(screen.queryByText("A passkey was added.")).toBeNull();
  fireEvent.click(screen.getByRole("button", { name: "Load more" }));
  expect(await screen.findByText("A passkey was added.")).toBeTruthy();
  expect(screen.getByText(/^Laptop · /)).toBeTruthy();
  expect(screen.queryByRole("button", { name: "Load more" })).toBeNull();
  expect(asked).toEqual(["", "?before=8"]);
});

test("the list is read again when the profile changes", async () => {
  render(<App />);
  await screen.findByText("The email address was changed.");
  fireEvent.change(screen.getByLabelText("First name"), { target: { value: "Grace" } });
  fireEvent.click(screen.getByRole("button", { name: "Save" }));
  await vi.waitFor(() => expect(asked).toEqual(["", ""]));
});
