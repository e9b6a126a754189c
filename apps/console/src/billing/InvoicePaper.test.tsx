import { QueryClient } from "@tanstack/react-query";
import { cleanup, screen } from "@testing-library/react";
import { beforeEach, expect, test } from "vitest";
import { party } from "../testing/party.ts";
import { renderPart } from "../testing/render-page.tsx";
import { signedIn } from "../testing/signed-in.ts";
import { InvoicePaper } from "./InvoicePaper.tsx";
import type { Invoice } from "./queries.ts";

beforeEach(signedIn);

const invoice: Invoice = {
  ...{ id: 7, account_id: 3, account: "Harbour", kind: "invoice", number: "K-2030-00007", state: "open", voids: false },
  ...{ period_from: "2030-03-01", period_to: "2030-03-31", currency: "EUR", paid_on: null, credits: null, reason: "" },
  ...{ subtotal: 10_000, vat_amount: 0, total: 10_000, paid: 0, credited: 0, credited_by: null, credits_number: null },
  ...{ issued_on: "2030-04-02", due_on: "2030-04-16", lines: [], credit_notes: [], payments: [] },
  ...{ seller: { ...party, payment: "" }, buyer: { ...party, po_number: "" } },
  vat: { category: "O", rate: 0, note: null },
};
const payment = { paid_on: "2030-04-02", reference: "r", recorded_at: "2030-04-02T10:00:00.000Z" };

/** The sums of the paper, each as its name and amount. */
async function sumsOf(change: Partial<Invoice>, accountId: number | null = null) {
  await renderPart(<InvoicePaper invoice={{ ...invoice, ...change }} accountId={accountId} />, new QueryClient());
  const terms = await screen.findAllByRole("term");
  return terms.map((term) => `${term.textContent} ${term.nextElementSibling?.textContent ?? ""}`).slice(2);
}

test.each<[string, Partial<Invoice>, string[]]>([
  ["nothing was credited", {}, ["Total €100.00"]],
  [
    "credit of an earlier invoice pays a part",
    { paid: 4_000, payments: [{ ...payment, amount: 4_000, other_invoice_id: 3 }] },
    ["Total €100.00", "Credit of earlier invoices -€40.00", "Left to pay €60.00"],
  ],
  [
    "money was paid besides",
    {
      paid: 10_000,
      state: "paid",
      payments: [
        { ...payment, amount: 4_000, other_invoice_id: 3 },
        { ...payment, amount: 6_000, other_invoice_id: null },
      ],
    },
    ["Total €100.00", "Credit of earlier invoices -€40.00", "Paid -€60.00", "Left to pay €0.00"],
  ],
  [
    "a paid invoice was credited",
    {
      paid: 10_000,
      credited: 1_000,
      state: "paid",
      payments: [{ ...payment, amount: 10_000, other_invoice_id: null }],
    },
    ["Total €100.00", "Credited -€10.00", "Paid -€100.00", "Credit €10.00"],
  ],
])("when %s, the sums say so", async (_, change, sums) => {
  expect(await sumsOf(change)).toEqual(sums);
});

test("superusers read what becomes of credit, owners do not", async () => {
  const change: Partial<Invoice> = { paid: 11_000, state: "paid" };
  expect(await sumsOf(change)).toContain("Credit €10.00");
  expect(screen.getByText(/Credit pays the account's next invoice\./)).toBeDefined();
  cleanup();
  await sumsOf(change, 3);
  expect(screen.queryByText(/Credit pays the account's next invoice\./)).toBeNull();
});
