import { QueryClient } from "@tanstack/react-query";
import { fireEvent, screen } from "@testing-library/react";
import { beforeEach, expect, test, vi } from "vitest";
import { renderPart } from "../../testing/render-page.tsx";
import { signedIn } from "../../testing/signed-in.ts";
import { Simulator } from "./Simulator.tsx";

/** What the server was asked. */
let asked: unknown[];
let answer: { status: number; body: object };

beforeEach(() => {
  signedIn();
  asked = [];
  vi.spyOn(globalThis, "fetch").mockImplementation(async (input, init) => {
    asked.push(JSON.parse(await new Request(input, init).text()));
    const { status, body } = answer;
    return Response.json(body, { status });
  });
});

const show = () => renderPart(<Simulator projectId={3} profileId={7} video="abc" />, new QueryClient());

test("a country is chosen by its name, and the path shows the rule that refuses it", async () => {
  answer = {
    status: 200,
    body: {
      data: {
        allowed: false,
        reason: "country_blocked",
        message: "Not available in your country.",
        trace: [{ rule: "country", verdict: "stopped", detail: "Germany is blocked." }],
      },
    },
  };
  await show();
  fireEvent.click(await screen.findByRole("combobox", { name: "Country" }));
  fireEvent.click(await screen.findByRole("option", { name: "Germany", hidden: true }));
  fireEvent.click(screen.getByRole("button", { name: "Check" }));
  expect(await screen.findByText("Germany is blocked.")).toBeDefined();
  expect(screen.getByText(/Not available in your country/)).toBeDefined();
  expect(asked).toEqual([{ country: "DE", video: "abc" }]);
});

test("what the server refuses is said at its field", async () => {
  const problem = "Enter an IPv4 or IPv6 address.";
  answer = { status: 422, body: { message: problem, code: "invalid", errors: { address: [problem] } } };
  await show();
  fireEvent.change(await screen.findByLabelText("IP address"), { target: { value: "nowhere" } });
  fireEvent.click(screen.getByRole("button", { name: "Check" }));
  expect(await screen.findByText(problem)).toBeDefined();
  expect(asked).toEqual([{ address: "nowhere", video: "abc" }]);
});
