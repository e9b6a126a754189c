import { NO_PROVIDERS } from "@kinora/domain/analytics/providers.ts";
import { fireEvent, screen, waitFor } from "@testing-library/react";
import { beforeEach, expect, test, vi } from "vitest";
import { question } from "../platform/confirm.ts";
import { session } from "../platform/session.ts";
import { answerFetch } from "../testing/answer-fetch.ts";
import { renderPart } from "../testing/render-page.tsx";
import { signedIn } from "../testing/signed-in.ts";
import { aConfig } from "../testing/videos.ts";
import AnalyticsSettingsPage from "./AnalyticsSettingsPage.tsx";
import type { Providers, ProviderTest } from "./queries.ts";

let saved: Providers;
/** The calls that were made beside reading, with their bodies. */
let calls: { call: string; body: Record<string, unknown> }[];
let answer: (call: string, body: Record<string, unknown>) => Response;

beforeEach(() => {
  signedIn();
  saved = { ...NO_PROVIDERS, updated_at: null };
  calls = [];
  answer = (_call, body) => Response.json({ message: "Saved.", data: { ...saved, ...body, updated_at: null } });
  answerFetch(async (request) => {
    if (request.method === "GET") return Response.json({ data: saved });
    const body = JSON.parse(await request.text()) as Record<string, unknown>;
    const call = `${request.method} ${new URL(request.url).pathname}`;
    calls.push({ call, body });
    return answer(call, body);
  });
});

const show = () => renderPart(<AnalyticsSettingsPage />);

const field = (name: string) => screen.findByRole("textbox", { name });

test("providers, events and consent are saved together", async () => {
  await show();
  fireEvent.change(await field("Measurement ID"), { target: { value: "G-ABCD1234" } });
  fireEvent.click(screen.getByRole("checkbox", { name: "Video paused" }));
  fireEvent.click(screen.getByRole("switch", { name: /^Consent required/ }));
  fireEvent.submit(await field("Measurement ID"));
  await waitFor(() => expect(calls).toHaveLength(1));
  expect(calls[0]).toMatchObject({
    call: "PUT /projects/3/analytics-providers",
    body: {
      google: { measurement_id: "G-ABCD1234" },
      matomo: { url: "", site_id: 1 },
      consent: false,
      events: ["play", "25", "50", "75", "100", "ad", "error"],
    },
  });
});

test("a refusal is shown at its field", async () => {
  answer = () =>
    Response.json(
      { message: "No.", code: "invalid", errors: { "matomo.url": ["Enter the address of your Matomo."] } },
      { status: 422 },
    );
  await show();
  fireEvent.change(await field("Matomo URL"), { target: { value: "matomo" } });
  fireEvent.submit(await field("Matomo URL"));
  expect(await screen.findByText("Enter the address of your Matomo.")).toBeTruthy();
});

test("own addresses are saved line by line, and a wrong one is named below them", async () => {
  await show();
  fireEvent.change(await field("Own addresses"), { target: { value: "192.0.2.0/24\n\n2001:db8::1\n" } });
  fireEvent.submit(await field("Own addresses"));
  await waitFor(() => expect(calls).toHaveLength(1));
  expect(calls[0]?.body).toMatchObject({ own_addresses: ["192.0.2.0/24", "2001:db8::1"], kept_days: null });
  const message = '"office" is no IP address or range.';
  answer = () => Response.json({ message, code: "invalid", errors: { "own_addresses.0": [message] } }, { status: 422 });
  fireEvent.change(await field("Own addresses"), { target: { value: "office" } });
  fireEvent.submit(await field("Own addresses"));
  expect(await screen.findByText(message)).toBeTruthy();
});

test("figures are deleted only after a question, and kept longer without one", async () => {
  saved = { ...saved, kept_days: 365 };
  await show();
  const choose = async (days: string) => {
    fireEvent.click(await screen.findByRole("combobox", { name: "Keep figures of viewers" }));
    fireEvent.click(await screen.findByRole("option", { name: days }));
    fireEvent.submit(await field("Own addresses"));
  };
  await choose("90 days");
  await waitFor(() => expect(question.get().asked?.text).toContain("older than 90 days"));
  question.get().answer(false);
  expect(calls).toEqual([]);
  await choose("2 years");
  await waitFor(() => expect(calls[0]?.body).toMatchObject({ kept_days: 730 }));
  await choose("30 days");
  await waitFor(() => expect(question.get().asked?.danger).toBe(true));
  question.get().answer(true);
  await waitFor(() => expect(calls[1]?.body).toMatchObject({ kept_days: 30 }));
});

test("a test sends what is typed and says what came of it", async () => {
  const results: ProviderTest[] = [
    {
      provider: "pixel",
      ok: false,
      text: "The server answered with 500.",
      url: "https://p.example/",
      status: 500,
      took_ms: 7,
    },
  ];
  answer = () => Response.json({ data: results });
  await show();
  expect(await screen.findByRole("button", { name: "Send test event" })).toHaveProperty("disabled", true);
  fireEvent.change(await field("URL"), { target: { value: "https://p.example/" } });
  fireEvent.click(screen.getByRole("button", { name: "Send test event" }));
  expect(await screen.findByText("The server answered with 500.")).toBeTruthy();
  expect(screen.getByText("Not accepted, 7 ms")).toBeTruthy();
  expect(calls[0]?.call).toBe("POST /projects/3/analytics-providers/test");
});

test("without the permission nothing can be changed, and the page says who can", async () => {
  session.set({ config: aConfig({}, ["ga_view"]) });
  await show();
  expect(await screen.findByText("View only. Editing needs the “Manage analytics settings” permission.")).toBeTruthy();
  expect(await field("Measurement ID")).toHaveProperty("readOnly", true);
  expect(screen.getByRole("button", { name: "Send test event" })).toHaveProperty("disabled", true);
});

test("a failure to load says why", async () => {
  vi.mocked(globalThis.fetch).mockResolvedValue(
    Response.json({ message: "The database is away.", code: "unavailable" }, { status: 503 }),
  );
  await show();
  expect(await screen.findByText("The database is away.")).toBeTruthy();
});
