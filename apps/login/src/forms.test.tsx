import { cleanup, fireEvent, render, screen } from "@testing-library/react";
import type { ReactNode } from "react";
import { afterAll, beforeAll, expect, test, vi } from "vitest";

const user = { id: 1, email: "ada@example.com", first_name: "Ada", last_name: "Lovelace", avatar_url: null };
let linkState = "valid";
const link = () => ({ state: linkState, email: user.email, first_name: "", last_name: "", joins: [] });
const errors = {
  first_name: ["First name can not be empty."],
  last_name: ["Last name can not be empty."],
  email: ["Email can not be empty."],
};

/** The server as far as these forms are concerned: it refuses every change with a message at each field. */
async function answer(input: RequestInfo | URL, init?: RequestInit): Promise<Response> {
  const request = new Request(input, init);
  const { pathname } = new URL(request.url);
  if (pathname === "/api/token") return Response.json(link());
  if (pathname === "/api/status")
    return Response.json({ user: null, next: "", host: "x", open_registration: true, own_providers: false });
  if (pathname === "/api/profile/second-factor")
    return Response.json({
      totp_since: null,
      required_by: null,
      recovery_codes_left: 0,
      passkeys: [],
      trusted_browsers: [],
    });
  if (pathname === "/api/profile/security-events") return Response.json({ data: [], more: false });
  if (request.method === "GET") return Response.json({ user, console_url: "http://localhost:4000", sessions: [] });
  return Response.json({ message: "Check the form.", code: "invalid", errors }, { status: 422 });
}

let App: () => ReactNode;
beforeAll(async () => {
  vi.stubGlobal("matchMedia", () => Object.assign(new EventTarget(), { matches: false }));
  vi.stubGlobal("fetch", answer);
  // The client keeps the fetch it finds when it is loaded.
  vi.resetModules();
  history.replaceState(null, "", "/first-run?token=x");
  App = (await import("./App.tsx")).App;
});
afterAll(() => vi.unstubAllGlobals());

test.each([
  ["/first-run", "Create and sign in", ["first_name", "last_name", "email"]],
  ["/activate", "Accept and sign in", ["first_name", "last_name"]],
  ["/register", "Send link", ["email"]],
  ["/forgot", "Send link", ["email"]],
] as const)("%s sends an empty form and shows the server's sentence at each field", async (path, button, fields) => {
  history.replaceState(null, "", `${path}?token=x`);
  render(<App />);
  const submit = await screen.findByRole("button", { name: button });
  await vi.waitFor(() => expect(submit.hasAttribute("disabled")).toBe(false));
  // A form that the browser checks itself would not be sent.
  expect(submit.closest("form")?.noValidate).toBe(true);
  fireEvent.click(submit);
  for (const field of fields) expect(await screen.findByText(errors[field][0] ?? "")).toBeTruthy();
});

test("the profile shows the sentence at a name that was emptied", async () => {
  history.replaceState(null, "", "/profile");
  render(<App />);
  fireEvent.change(await screen.findByLabelText("First name"), { target: { value: "" } });
  fireEvent.click(screen.getByRole("button", { name: "Save" }));
  expect(await screen.findByText("First name can not be empty.")).toBeTruthy();
});

test("the first-run form says that a superuser exists when it is opened, and when its window is looked at again", async () => {
  history.replaceState(null, "", "/first-run?token=x");
  render(<App />);
  await screen.findByRole("button", { name: "Create and sign in" });
  linkState = "used";
  fireEvent.focus(window);
  expect(await screen.findByText("The first superuser exists. Sign in to continue.")).toBeTruthy();
  expect(screen.queryByRole("textbox")).toBeNull();
  cleanup();
  render(<App />);
  expect(screen.queryByRole("textbox")).toBeNull();
  expect(await screen.findByText("Kinora is set up")).toBeTruthy();
  linkState = "valid";
});
