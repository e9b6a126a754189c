import { QueryClient } from "@tanstack/react-query";
import { screen } from "@testing-library/react";
import { beforeEach, expect, test, vi } from "vitest";
import { renderPart } from "../testing/render-page.tsx";
import { signedIn } from "../testing/signed-in.ts";
import { InvoiceGate } from "./InvoiceGate.tsx";

let asked: string[];
let status: number;

beforeEach(() => {
  signedIn();
  asked = [];
  vi.spyOn(globalThis, "fetch").mockImplementation(async (input, init) => {
    asked.push(new URL(new Request(input, init).url).pathname);
    return Response.json({ message: "The server said no.", code: "any" }, { status });
  });
});

const show = (address: string, accountId: number | null) =>
  renderPart(
    <InvoiceGate address={address} accountId={accountId}>
      {({ number }) => number}
    </InvoiceGate>,
    new QueryClient({ defaultOptions: { queries: { retry: false } } }),
  );

test.each([
  { accountId: null, asks: "/advanced/invoices/7", to: "/advanced/invoices" },
  { accountId: 3, asks: "/accounts/3/invoices/7", to: "/account/settings" },
])("a missing invoice of $asks leads back to the invoices at $to", async ({ accountId, asks, to }) => {
  status = 404;
  await show("7", accountId);
  expect(await screen.findByRole("heading", { name: "This invoice does not exist" })).toBeDefined();
  expect(screen.getByRole("link", { name: "Back to invoices" }).getAttribute("href")).toBe(to);
  expect(screen.queryByRole("button", { name: "Retry" })).toBeNull();
  expect(asked).toEqual([expect.stringMatching(new RegExp(`${asks}$`))]);
});

test.each(["abc", "0", "1.5"])(
  "an address with %s for an id names no invoice, and the server is not asked",
  async (address) => {
    await show(address, null);
    expect(await screen.findByRole("link", { name: "Back to invoices" })).toBeDefined();
    expect(asked).toEqual([]);
  },
);

test("an invoice that could not be read is asked for again", async () => {
  status = 503;
  await show("7", null);
  expect(await screen.findByRole("button", { name: "Retry" })).toBeDefined();
  expect(screen.getByText("The server said no.")).toBeDefined();
  expect(screen.queryByRole("link", { name: "Back to invoices" })).toBeNull();
});
