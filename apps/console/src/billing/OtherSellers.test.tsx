import { NO_SELLER, type BillingSettings } from "@kinora/domain/billing/parties.ts";
import { QueryClient } from "@tanstack/react-query";
import { fireEvent, screen } from "@testing-library/react";
import { beforeEach, expect, test, vi } from "vitest";
import { party } from "../testing/party.ts";
import { renderPart } from "../testing/render-page.tsx";
import { signedIn } from "../testing/signed-in.ts";
import { OtherSellers } from "./OtherSellers.tsx";
import { sellersKey, type Seller } from "./queries.ts";

const seller: Seller = {
  ...{ id: 4, seller: { ...party, name: "Kinora SARL" }, prefix: "P-", due_days: 30, payment: "" },
  ...{ vat_currency: null, exchange_rates: {} },
  ...{ archived_at: null, accounts: 2, version: 1 },
};
const onSettings = vi.fn<() => void>();

beforeEach(() => {
  signedIn();
  onSettings.mockReset();
});

async function show(company: BillingSettings["seller"], sellers: Seller[]) {
  const client = new QueryClient({ defaultOptions: { queries: { staleTime: Infinity } } });
  client.setQueryData(sellersKey, sellers);
  await renderPart(
    <OtherSellers settings={{ ...NO_SELLER, seller: company, version: 0 }} onSettings={onSettings} />,
    client,
  );
}

const ALL = "The default seller sends all invoices.";
const lacks = (fields: string) => new RegExp(`can't be invoiced yet. The invoice settings lack ${fields}\\.`);

test("before there are invoice settings, what they lack is named, with the way to them", async () => {
  await show(NO_SELLER.seller, []);
  expect(await screen.findByText(lacks("company name, street, city, postcode, and country"))).toBeDefined();
  expect(screen.queryByText(ALL)).toBeNull();
  fireEvent.click(screen.getByRole("button", { name: "Complete the invoice settings" }));
  expect(onSettings).toHaveBeenCalledOnce();
});

test("it is named above other sellers, too", async () => {
  await show({ ...party, city: "" }, [seller]);
  expect(await screen.findByText(lacks("city"))).toBeDefined();
  expect(screen.getByText("Kinora SARL")).toBeDefined();
});

test("complete settings send all invoices", async () => {
  await show(party, []);
  expect(await screen.findByText(ALL)).toBeDefined();
  expect(screen.queryByText(/lack/)).toBeNull();
});
