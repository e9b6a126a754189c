import { pagination } from "@kinora/domain/pages.ts";
import { QueryClient } from "@tanstack/react-query";
import { cleanup, fireEvent, screen, waitFor } from "@testing-library/react";
import { beforeEach, expect, test } from "vitest";
import { answerFetch } from "../testing/answer-fetch.ts";
import { renderPart } from "../testing/render-page.tsx";
import { signedIn } from "../testing/signed-in.ts";
import { AccountInvoices } from "./AccountInvoices.tsx";
import type { SellerOption } from "./seller-filter.ts";
import { accountInvoicesView, invoicesView } from "./views.ts";

const GMBH = { id: null, name: "Kinora GmbH" };
const SARL = { id: 4, name: "Kinora SARL" };
const invoice = {
  ...{ id: 7, account_id: 3, account: "Harbour", kind: "invoice", number: "K-2030-00001", state: "open" },
  ...{ period_from: "2030-03-01", period_to: "2030-03-31", currency: "EUR", paid_on: null, credits: null },
  ...{ subtotal: 100, vat_amount: 19, total: 119, paid: 0, credited: 0, credited_by: null },
  ...{ issued_on: "2030-04-02", due_on: "2030-04-16" },
};
let sellers: SellerOption[];
/** The queries of the lists that were read. */
let asked: string[];

beforeEach(() => {
  signedIn();
  asked = [];
  answerFetch(async (_, { search, searchParams }) => {
    asked.push(search);
    const data = searchParams.get("seller") === "4" ? [] : [invoice];
    return Response.json({ data, pagination: pagination(1, 30, data.length), sellers });
  });
});

const show = (search = "") =>
  renderPart(
    <AccountInvoices accountId={3} />,
    new QueryClient({ defaultOptions: { queries: { retry: false } } }),
    `/account/settings${search}`,
    accountInvoicesView.read,
    "/account/settings",
  );
const filterButton = () => screen.queryByRole("button", { name: /Filter/ });

test("an account with one seller has no filter", async () => {
  sellers = [GMBH];
  await show();
  expect(await screen.findByText("K-2030-00001")).toBeDefined();
  expect(filterButton()).toBeNull();
});

test("an account that several sellers sent invoices to lists those of one, and all again", async () => {
  sellers = [GMBH, SARL];
  await show();
  expect(await screen.findByText("K-2030-00001")).toBeDefined();
  expect(asked).toEqual(["?page=1&per_page=30"]);
  cleanup();
  await show("?seller=4");
  expect(await screen.findByText("No invoices match these filters")).toBeDefined();
  expect(asked[1]).toBe("?page=1&per_page=30&seller=4");
  expect(screen.getByText(/Kinora SARL/)).toBeDefined();
  fireEvent.click(screen.getAllByRole("button", { name: /Clear filters/ })[0] ?? document.body);
  expect(await screen.findByText("K-2030-00001")).toBeDefined();
  await waitFor(() => expect(screen.queryByText(/Kinora SARL/)).toBeNull());
});

test.each([
  [{ seller: "settings" }, { seller: "settings" }],
  [{ seller: "4" }, { seller: 4 }],
  [{ seller: 4 }, { seller: 4 }],
  [{ seller: "another" }, {}],
  [{ seller: 0 }, {}],
])("an address with %j asks for %j", (raw, read) => {
  expect(invoicesView.read(raw)).toEqual(read);
  expect(accountInvoicesView.read(raw)).toEqual(read);
});
