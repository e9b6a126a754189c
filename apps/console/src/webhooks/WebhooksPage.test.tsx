import { QueryClient } from "@tanstack/react-query";
import { cleanup, fireEvent, screen, waitFor, within } from "@testing-library/react";
import { beforeEach, expect, test } from "vitest";
import { question } from "../platform/confirm.ts";
import { session } from "../platform/session.ts";
import { answerFetch } from "../testing/answer-fetch.ts";
import { renderPart } from "../testing/render-page.tsx";
import { signedIn } from "../testing/signed-in.ts";
import { aConfig } from "../testing/videos.ts";
import { deliveryView } from "./delivery-view.ts";
import type { Delivery, DeliveryDetail, Webhook } from "./queries.ts";
import WebhookPage from "./WebhookPage.tsx";
import WebhooksPage from "./WebhooksPage.tsx";

const SECRET = "whsec_MDEyMzQ1Njc4OWFiY2RlZjAxMjM0NTY3ODlhYmNkZWY=";
const HALF_HOURS = Array.from({ length: 48 }, () => ({ succeeded: 1, failed: 0 }));

const aWebhook = (id: number, name: string, change: Partial<Webhook> = {}): Webhook => ({
  id,
  name,
  url: `https://example.com/${id}`,
  events: ["*"],
  categories: [],
  streams: [],
  header_names: [],
  inbox: false,
  state: "active",
  failing_since: null,
  disabled_reason: null,
  old_secret_until: null,
  attempts_24h: 0,
  succeeded_24h: 0,
  half_hours: HALF_HOURS,
  last_attempt: null,
  version: 1,
  created_by: null,
  created_at: "2026-09-21T10:00:00.000Z",
  ...change,
});

const delivery: Delivery = {
  id: 41,
  message_id: "msg_41",
  type: "video.published",
  object: "video:12",
  state: "failed",
  attempts: 8,
  status: 500,
  duration_ms: 84,
  attempted_at: "2026-09-21T10:00:00.000Z",
  next_at: null,
  created_at: "2026-09-21T10:00:00.000Z",
};

const detail: DeliveryDetail = {
  ...delivery,
  body: '{"id":"msg_41"}',
  attempts_made: [
    {
      id: 9,
      at: "2026-09-21T10:00:00.000Z",
      duration_ms: 84,
      succeeded: false,
      status: 500,
      error: null,
      url: "https://example.com/7",
      request_headers: { "webhook-id": "msg_41" },
      response_headers: { server: "nginx" },
      response_body: "Out of order",
    },
  ],
};

const received = { received_at: "2026-09-21T10:00:00.000Z", headers: { "webhook-id": "msg_9" }, body: "{}" };
const inbox = [
  { ...received, id: 3, body: '{"type":"video.published"}', problem: null },
  { ...received, id: 1, body: "nothing of ours", problem: "No matching signature found" },
];

let webhooks: Webhook[];
/** The changes that were sent, with their bodies. */
let changes: { call: string; body: Record<string, unknown> }[];

beforeEach(() => {
  signedIn();
  const last = { at: "2026-09-21T10:00:00.000Z", status: 200, duration_ms: 84, succeeded: true };
  webhooks = [
    aWebhook(7, "Newsroom", { attempts_24h: 200, succeeded_24h: 199, last_attempt: last }),
    aWebhook(6, "Archive", { state: "disabled", disabled_reason: "gone", events: ["video.ready", "video.failed"] }),
  ];
  changes = [];
  answerFetch(async (request, { pathname }) => {
    if (request.method === "GET") return Response.json(answerTo(pathname));
    const text = await request.text();
    const body = text === "" ? {} : (JSON.parse(text) as Record<string, unknown>);
    changes.push({ call: `${request.method} ${pathname}`, body });
    return Response.json({ message: "Done.", data: aWebhook(8, "New"), secret: SECRET, delivery_id: 41, count: 3 });
  });
});

function answerTo(pathname: string): object {
  if (pathname.endsWith("/inbox")) return { data: inbox };
  if (pathname.endsWith("/deliveries/41")) return { data: detail };
  if (pathname.endsWith("/deliveries"))
    return { data: [delivery], pagination: { page: 1, max: 1, per_page: 30, total: 1, from: 1, to: 1, more: false } };
  return pathname.endsWith("/webhooks") ? { data: webhooks } : { data: webhooks[0] };
}

const client = () => new QueryClient({ defaultOptions: { queries: { retry: false } } });
const show = () => renderPart(<WebhooksPage />, client());
const showOne = () =>
  renderPart(<WebhookPage />, client(), "/settings/webhooks/7", deliveryView.read, "/settings/webhooks/$webhookId");

async function openMenu(name: string, item: string): Promise<void> {
  fireEvent.click(await screen.findByRole("button", { name: `Actions for ${name}` }));
  fireEvent.click(await screen.findByRole("menuitem", { name: item }));
}

// spec: 2.48
test("webhooks are listed with their events, success and state", async () => {
  await show();
  const [, first, second] = await screen.findAllByRole("row");
  if (!first || !second) throw new Error("The list has no rows.");
  for (const text of ["Newsroom", "https://example.com/7", "All", "99.5% of 200", "200 · 84 ms", "Active"])
    expect(within(first).getByText(text)).toBeTruthy();
  for (const text of ["Archive", "2 types", "No deliveries", "Disabled"])
    expect(within(second).getByText(text)).toBeTruthy();
});

test("without webhooks the page offers to create one, and without the permission it says who does", async () => {
  webhooks = [];
  await show();
  expect(await screen.findByText("No webhooks")).toBeTruthy();
  cleanup();
  session.set({ config: aConfig({}, ["webhooks_view"]) });
  await show();
  expect(await screen.findByText(/People with the “Manage webhooks” permission create them\./)).toBeTruthy();
  expect(screen.queryByRole("button", { name: "Create webhook" })).toBeNull();
});

// spec: 1.13
test("a webhook is created with events by group, and its secret is shown once", async () => {
  await show();
  fireEvent.click(await screen.findByRole("button", { name: "Create webhook" }));
  const dialog = await screen.findByRole("dialog");
  const send = () => fireEvent.click(within(dialog).getByRole("button", { name: "Create webhook" }));
  send();
  expect(await screen.findByText("Name can not be empty.")).toBeTruthy();
  fireEvent.change(within(dialog).getByRole("textbox", { name: "Name" }), { target: { value: "Site" } });
  fireEvent.change(within(dialog).getByRole("textbox", { name: "URL" }), { target: { value: "https://example.com/" } });
  const choose = (name: string) => fireEvent.click(within(dialog).getByLabelText(name));
  choose("All events, including future types");
  send();
  expect(await screen.findByText("Choose at least one event type.")).toBeTruthy();
  choose("All of Restreams");
  choose("video.ready");
  fireEvent.click(within(dialog).getByRole("button", { name: "Add header" }));
  fireEvent.change(within(dialog).getByRole("textbox", { name: "Header" }), { target: { value: "X-Source" } });
  fireEvent.change(within(dialog).getByRole("textbox", { name: "Value of X-Source" }), { target: { value: "kinora" } });
  send();
  await waitFor(() => expect(changes).toHaveLength(1));
  expect(changes[0]).toEqual({
    call: "POST /projects/3/webhooks",
    body: {
      name: "Site",
      url: "https://example.com/",
      events: ["restream.connected", "restream.disconnected", "restream.error", "video.ready"],
      category_ids: [],
      stream_ids: [],
      headers: [{ name: "X-Source", value: "kinora" }],
    },
  });
  expect(await screen.findByRole("textbox", { name: "Secret" })).toHaveProperty("value", SECRET);
  fireEvent.click(screen.getByRole("button", { name: "Done" }));
  await waitFor(() => expect(screen.queryByDisplayValue(SECRET)).toBeNull());
});

test("an owner chooses events of the account beside all events of the project", async () => {
  await show();
  fireEvent.click(await screen.findByRole("button", { name: "Use built-in inbox" }));
  const dialog = await screen.findByRole("dialog");
  fireEvent.click(within(dialog).getByLabelText("invoice.paid"));
  fireEvent.click(within(dialog).getByRole("button", { name: "Create webhook" }));
  await waitFor(() => expect(changes[0]?.body).toMatchObject({ events: ["*", "invoice.paid"] }));
});

test("others see why they cannot choose them, keep those that are there, and copy none", async () => {
  session.set({ config: aConfig({ accounts: [{ id: 1, name: "Acme Media", owner: false }] }) });
  webhooks = [aWebhook(7, "Newsroom", { events: ["*", "invoice.paid"] })];
  await show();
  await screen.findByText("All, 1 of the account");
  await openMenu("Newsroom", "Edit");
  const dialog = await screen.findByRole("dialog");
  const isDisabled = (label: string) => (within(dialog).getByLabelText(label) as HTMLInputElement).disabled;
  expect(["invoice.paid", "invoice.created", "All of Invoices"].map(isDisabled)).toEqual([false, true, true]);
  expect(within(dialog).getAllByText("Account events: only owners can choose these.")).toHaveLength(2);
  fireEvent.click(within(dialog).getByRole("button", { name: "Save" }));
  await waitFor(() => expect(changes[0]?.body).toMatchObject({ events: ["*", "invoice.paid"] }));
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  await openMenu("Newsroom", "Duplicate");
  fireEvent.click(within(await screen.findByRole("dialog")).getByRole("button", { name: "Create webhook" }));
  await waitFor(() => expect(changes[1]?.body).toMatchObject({ events: ["*"] }));
});

test("the built-in inbox needs no address, and shows whether signatures are right", async () => {
  await show();
  fireEvent.click(await screen.findByRole("button", { name: "Use built-in inbox" }));
  const dialog = await screen.findByRole("dialog");
  expect(within(dialog).queryByRole("textbox", { name: "URL" })).toBeNull();
  fireEvent.click(within(dialog).getByRole("button", { name: "Create webhook" }));
  await waitFor(() => expect(changes[0]?.body).toMatchObject({ name: "Inbox", url: null, events: ["*"] }));
  cleanup();
  webhooks = [aWebhook(7, "Inbox", { inbox: true })];
  await showOne();
  expect(await screen.findByText("Signature verified")).toBeTruthy();
  expect(screen.getByText("Signature refused: No matching signature found")).toBeTruthy();
  expect(screen.getAllByText(/^(video\.published|No event type)$/, { selector: "summary *" })).toHaveLength(2);
});

test("deleting asks the specification's question; a disabled webhook is enabled without one", async () => {
  await show();
  await openMenu("Newsroom", "Delete");
  await waitFor(() =>
    expect(question.get().asked?.text).toMatch(/^Are you sure you want to permanently delete this webhook\?/),
  );
  question.get().answer(true);
  await waitFor(() => expect(changes.map(({ call }) => call)).toEqual(["DELETE /projects/3/webhooks/7"]));
  await openMenu("Archive", "Enable");
  await waitFor(() => expect(changes.at(-1)?.call).toBe("POST /projects/3/webhooks/6/enable"));
});

test("a test shows its request and the answer in place, and can be sent again", async () => {
  await showOne();
  fireEvent.click(await screen.findByRole("button", { name: "Send test" }));
  expect(await screen.findByText("Out of order")).toBeTruthy();
  expect(screen.getByText("POST https://example.com/7")).toBeTruthy();
  expect(screen.getByText("webhook-id: msg_41")).toBeTruthy();
  fireEvent.click(screen.getByRole("button", { name: "Resend" }));
  await waitFor(() => expect(changes.at(-1)?.call).toBe("POST /projects/3/webhooks/7/deliveries/41/resend"));
});

test("what failed is sent again after a question", async () => {
  await showOne();
  expect(await screen.findByRole("button", { name: "video.published" })).toBeTruthy();
  fireEvent.click(screen.getByRole("button", { name: "Resend failed" }));
  await waitFor(() => expect(question.get().asked).not.toBeNull());
  question.get().answer(true);
  await waitFor(() => expect(changes.at(-1)).toEqual({ call: "POST /projects/3/webhooks/7/resend-failed", body: {} }));
});
