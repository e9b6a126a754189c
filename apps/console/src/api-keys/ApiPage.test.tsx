import { QueryClient } from "@tanstack/react-query";
import { cleanup, fireEvent, screen, waitFor, within } from "@testing-library/react";
import { beforeEach, expect, test, vi } from "vitest";
import { question } from "../platform/confirm.ts";
import { session } from "../platform/session.ts";
import { answerFetch } from "../testing/answer-fetch.ts";
import { renderPart } from "../testing/render-page.tsx";
import { signedIn } from "../testing/signed-in.ts";
import { aConfig } from "../testing/videos.ts";
import { apiView } from "./api-view.ts";
import ApiPage from "./ApiPage.tsx";
import type { ApiKey, ApiRequest } from "./queries.ts";

const SECRET = "vk_live_0123456789abcdefghij";

const aKey = (id: number, name: string, change: Partial<ApiKey> = {}): ApiKey => ({
  id,
  name,
  prefix: "vk_live_0123",
  scopes: ["read"],
  addresses: [],
  origins: [],
  state: "active",
  expires_at: null,
  old_secret_until: null,
  last_used_at: null,
  last_used_address: null,
  requests_24h: 0,
  created_by: null,
  lacks: [],
  version: 1,
  created_at: "2026-09-21T10:00:00.000Z",
  ...change,
});

const aRequest = (id: number, change: Partial<ApiRequest> = {}): ApiRequest => ({
  id,
  at: "2026-09-21T10:00:00.000Z",
  key: { id: 7, name: "Import script" },
  method: "GET",
  path: "/projects/3/videos",
  status: 200,
  milliseconds: 12,
  represents: 1,
  ...change,
});

let keys: ApiKey[];
let requests: ApiRequest[];
/** The page of requests that an address asks for, two at a time. */
function requestsOf(url: string) {
  const { searchParams } = new URL(url);
  const before = Number(searchParams.get("before") ?? Infinity);
  const isFailed = searchParams.get("failed") === "true";
  const found = requests.filter(({ id, status }) => id < before && (!isFailed || status >= 400));
  return { data: found.slice(0, 2), more: found.length > 2 };
}
/** The changes that were sent, with their bodies. */
let changes: { call: string; body: Record<string, unknown> }[];
let answer: () => Response;

beforeEach(() => {
  signedIn();
  keys = [
    aKey(7, "Import script", { scopes: ["full"], requests_24h: 1234, last_used_address: "203.0.113.0" }),
    aKey(6, "Old site", { state: "disabled", scopes: ["video_view", "video_edit"] }),
  ];
  requests = [];
  changes = [];
  answer = () => Response.json({ message: "Done.", data: aKey(8, "New"), secret: SECRET });
  answerFetch(async (request) => {
    if (request.method === "GET" && request.url.includes("/api-requests"))
      return Response.json(requestsOf(request.url));
    if (request.method === "GET" && request.url.includes("/upload-tokens"))
      return Response.json({ data: [], more: false });
    if (request.method === "GET") return Response.json({ data: keys });
    const text = await request.text();
    const body = text === "" ? {} : (JSON.parse(text) as Record<string, unknown>);
    changes.push({ call: `${request.method} ${new URL(request.url).pathname}`, body });
    return answer();
  });
});

const show = (address = "/settings/api") =>
  renderPart(
    <ApiPage />,
    new QueryClient({ defaultOptions: { queries: { retry: false } } }),
    address,
    apiView.read,
    "/settings/api",
  );

async function choose(label: string, option: string): Promise<void> {
  fireEvent.click(await screen.findByRole("combobox", { name: label }));
  fireEvent.click(await screen.findByRole("option", { name: option, hidden: true }));
}

const chooseLevel = async (resource: string, level: string) =>
  fireEvent.click(
    within(await screen.findByRole("radiogroup", { name: resource })).getByRole("radio", { name: level }),
  );

async function openMenu(name: string, item: string): Promise<void> {
  fireEvent.click(await screen.findByRole("button", { name: `Actions for ${name}` }));
  fireEvent.click(await screen.findByRole("menuitem", { name: item }));
}

test("keys are listed with their access, use and state", async () => {
  await show();
  const table = await screen.findByRole("table", { name: "API keys" });
  const [, first, second] = await within(table).findAllByRole("row");
  if (!first || !second) throw new Error("The list has no rows.");
  for (const text of ["Import script", "vk_live_0123…", "Full", "1,234", "Active"])
    expect(within(first).getByText(text)).toBeTruthy();
  for (const text of ["Old site", "Custom", "Disabled"]) expect(within(second).getByText(text)).toBeTruthy();
});

test("without keys the page offers to create one, and without the permission it says who does", async () => {
  keys = [];
  await show();
  expect(await screen.findByText("No API keys yet")).toBeTruthy();
  expect(screen.getAllByRole("button", { name: "Create key" }).length).toBe(2);
  cleanup();
  session.set({ config: aConfig({}, ["api_view"]) });
  await show();
  expect(await screen.findByText(/People with the “Manage API keys” permission create them\./)).toBeTruthy();
  expect(screen.queryByRole("button", { name: "Create key" })).toBeNull();
});

test("a failure to load says why and can be tried again", async () => {
  let isBroken = true;
  const working = vi.mocked(globalThis.fetch).getMockImplementation();
  vi.mocked(globalThis.fetch).mockImplementation(async (input, init) =>
    !working || (isBroken && new Request(input).url.includes("/api-keys"))
      ? Response.json({ message: "The database is away.", code: "unavailable" }, { status: 503 })
      : working(input, init),
  );
  await show();
  expect(await screen.findByText("The database is away.")).toBeTruthy();
  isBroken = false;
  fireEvent.click(screen.getByRole("button", { name: "Retry" }));
  expect(await screen.findByText("Import script")).toBeTruthy();
});

test("a custom key is created by resource, and its secret is shown once with a call to try it", async () => {
  await show();
  fireEvent.click(await screen.findByRole("button", { name: "Create key" }));
  fireEvent.change(await screen.findByRole("textbox", { name: "Name" }), { target: { value: "Site" } });
  await choose("Access", "Custom");
  const send = () => fireEvent.click(within(screen.getByRole("dialog")).getByRole("button", { name: "Create key" }));
  send();
  expect(await screen.findByText("Choose at least one permission.")).toBeTruthy();
  expect(changes).toEqual([]);
  await chooseLevel("Videos", "View");
  await chooseLevel("Livestreams", "Manage");
  await choose("Expires", "Never");
  fireEvent.change(screen.getByRole("textbox", { name: "Allowed addresses" }), {
    target: { value: "203.0.113.9\n2001:db8::/32" },
  });
  send();
  await waitFor(() => expect(changes).toHaveLength(1));
  expect(changes[0]).toEqual({
    call: "POST /projects/3/api-keys",
    body: {
      name: "Site",
      scopes: ["video_view", "streams_view", "streams_manage", "streams_control", "streams_key_view"],
      addresses: ["203.0.113.9", "2001:db8::/32"],
      origins: [],
      expires_at: null,
    },
  });
  const secret = await screen.findByRole("textbox", { name: "Secret" });
  expect(secret).toHaveProperty("value", SECRET);
  expect(screen.getByRole("textbox", { name: "Try it" })).toHaveProperty(
    "value",
    `curl "http://localhost:4002/projects/3/videos?per_page=5" \\\n  -H "Authorization: Bearer ${SECRET}"`,
  );
  fireEvent.click(screen.getByRole("button", { name: "Done" }));
  await waitFor(() => expect(screen.queryByDisplayValue(SECRET)).toBeNull());
});

test("nobody is offered more than their role allows", async () => {
  session.set({ config: aConfig({}, ["api_view", "api_manage", "video_view"]) });
  await show();
  fireEvent.click(await screen.findByRole("button", { name: "Create key" }));
  fireEvent.click(await screen.findByRole("combobox", { name: "Access" }));
  const full = await screen.findByRole("option", { name: "Full (more than your role allows)", hidden: true });
  expect(full.getAttribute("data-combobox-disabled")).toBe("true");
  const videos = screen.getByRole("radiogroup", { name: "Videos" });
  expect(within(videos).getAllByRole("radio")).toHaveLength(2);
  expect(within(videos).queryByRole("radio", { name: "Manage" })).toBeNull();
});

test("a refusal of the server appears at its field", async () => {
  answer = () =>
    Response.json(
      { message: "Write an address.", code: "invalid", errors: { "addresses.0": ["Write an address or a range."] } },
      { status: 422 },
    );
  await show();
  await openMenu("Import script", "Edit");
  fireEvent.change(await screen.findByRole("textbox", { name: "Allowed addresses" }), { target: { value: "home" } });
  fireEvent.click(screen.getByRole("button", { name: "Save" }));
  expect(await screen.findByText("Write an address or a range.")).toBeTruthy();
  expect(changes[0]?.body).toMatchObject({ name: "Import script", scopes: ["full"], addresses: ["home"] });
});

test("rotating asks for the overlap and shows the new secret", async () => {
  await show();
  await openMenu("Import script", "Rotate");
  await choose("Keep the old secret for", "7 days");
  fireEvent.click(within(await screen.findByRole("dialog")).getByRole("button", { name: "Rotate" }));
  await waitFor(() =>
    expect(changes).toEqual([{ call: "POST /projects/3/api-keys/7/rotate", body: { valid_days: 7 } }]),
  );
  expect(await screen.findByDisplayValue(SECRET)).toBeTruthy();
});

test("deleting asks the specification's question; disabling asks, enabling does not", async () => {
  await show();
  await openMenu("Import script", "Delete");
  await waitFor(() => expect(question.get().asked).not.toBeNull());
  expect(question.get().asked?.text).toMatch(/^Are you sure you want to permanently delete this API key\?/);
  question.get().answer(true);
  await waitFor(() => expect(changes.map(({ call }) => call)).toEqual(["DELETE /projects/3/api-keys/7"]));
  await openMenu("Import script", "Disable");
  await waitFor(() => expect(question.get().asked).not.toBeNull());
  question.get().answer(true);
  await waitFor(() => expect(changes.at(-1)?.call).toBe("POST /projects/3/api-keys/7/disable"));
  await openMenu("Old site", "Enable");
  await waitFor(() => expect(changes.at(-1)?.call).toBe("POST /projects/3/api-keys/6/enable"));
});

test("the page shows where the API is and calls with one's own values", async () => {
  await show();
  for (const [label, value] of [
    ["Base URL", "http://localhost:4002"],
    ["Project ID", "a1b2c3"],
    ["Project number, in paths", "3"],
  ] as const)
    expect(await screen.findByRole("textbox", { name: label })).toHaveProperty("value", value);
  expect(screen.getByRole("link", { name: "API reference" }).getAttribute("href")).toBe("http://localhost:4002/docs");
  expect(screen.getByRole("textbox", { name: "Command" })).toHaveProperty(
    "value",
    'curl "http://localhost:4002/projects/3/videos?per_page=5" \\\n  -H "Authorization: Bearer $KINORA_API_KEY"',
  );
  fireEvent.click(screen.getByRole("radio", { name: "TypeScript" }));
  fireEvent.click(screen.getByRole("radio", { name: "Upload a video" }));
  const program = screen.getByRole("textbox", { name: "Program" });
  expect((program as HTMLTextAreaElement).value).toContain(
    `"Upload-Metadata": "filename dmlkZW8ubXA0,project_id Mw=="`,
  );
});

test("requests are listed page by page, all or the refused ones", async () => {
  requests = [
    aRequest(9, { path: "/videos/4", method: "PUT", status: 403 }),
    aRequest(8, { represents: 20, milliseconds: 250 }),
    aRequest(7, { path: "/videos/5", status: 200 }),
  ];
  await show();
  fireEvent.click(await screen.findByRole("link", { name: "Requests" }));
  expect(await screen.findByText("PUT /videos/4")).toBeTruthy();
  const table = screen.getByRole("table", { name: "Requests" });
  for (const text of ["403", "Import script", "250 ms", "20"])
    expect(within(table).getAllByText(text).length).toBeGreaterThan(0);
  fireEvent.click(screen.getByRole("button", { name: "Older" }));
  expect(await screen.findByText("GET /videos/5")).toBeTruthy();
  fireEvent.click(screen.getByRole("button", { name: "Newest" }));
  expect(await screen.findByText("PUT /videos/4")).toBeTruthy();
  fireEvent.click(screen.getByRole("radio", { name: "Refused or failed" }));
  await waitFor(() => expect(screen.queryByText("GET /projects/3/videos")).toBeNull());
  expect(await screen.findByText("PUT /videos/4")).toBeTruthy();
});

test("a project without requests says when they appear", async () => {
  await show("/settings/api?tab=requests");
  expect(await screen.findByText("No requests yet")).toBeTruthy();
  expect(screen.getByRole("link", { name: "Requests" }).getAttribute("aria-current")).toBe("page");
  expect(screen.queryByRole("button", { name: "Create key" })).toBeNull();
});
