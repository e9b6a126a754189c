import { randomUUID } from "node:crypto";
import { insertRow, insertRows } from "@kinora/db/testing-rows.ts";
import { NO_LIMITS, NO_SPECIAL_TERMS } from "@kinora/domain/billing/plans.ts";
import { three, type ListMaker, type Place } from "./list-sample.ts";

const PARTY = {
  name: "A buyer",
  email: "a@example.com",
  vat_number: "",
  street: "",
  city: "",
  postcode: "",
  country: "DE",
};

/** Three invoices of an account: one that is open, one that is paid, and one of another seller. */
async function insertInvoices({ services: { db }, accountId }: Place) {
  const prefix = randomUUID();
  const settings = { seller: PARTY, prefix, due_days: 14, payment: "" };
  const seller = await insertRow(db, "sellers", { settings: JSON.stringify(settings), prefix });
  const invoice = (month: number) => ({
    ...{ account_id: accountId, kind: "invoice" as const, number: `${prefix}-${month}`, currency: "EUR" as const },
    ...{ period_from: `2026-0${month}-01`, period_to: `2026-0${month}-28`, issued_on: "2026-06-01", issued_by: null },
    ...{ seller: JSON.stringify({ ...PARTY, payment: "" }), buyer: JSON.stringify({ ...PARTY, po_number: "" }) },
    ...{ lines: "[]", vat: JSON.stringify({ category: "O", rate: 0, note: null }) },
    ...{ subtotal: 2, vat_amount: 0, total: 2, due_on: "2999-01-01" },
  });
  const invoices = await three(
    db
      .insertInto("invoices")
      .values([invoice(1), { ...invoice(2), paid: 2 }, { ...invoice(3), seller_id: seller.id }])
      .returning("id"),
  );
  return { invoices, seller: seller.id, prefix };
}

export const listInvoices: ListMaker = async (place) => {
  const { invoices, seller, prefix } = await insertInvoices(place);
  const [open, paid, others] = invoices;
  const all = [others, paid, open];
  return {
    query: { account: place.accountId },
    rows: all,
    filters: {
      state: [{ state: "paid" }, [paid]],
      account: [{ account: place.accountId }, all],
      seller: [{ seller }, [others]],
      search: [{ search: `${prefix}-1` }, [open]],
    },
  };
};

export const listAccountInvoices: ListMaker = async (place) => {
  const { invoices } = await insertInvoices(place);
  const [open, paid, others] = invoices;
  return { rows: [others, paid, open], filters: { seller: [{ seller: "settings" }, [paid, open]] } };
};

/** Three accounts with a plan; no other list of the test gives an account terms. */
export const previewInvoices: ListMaker = async ({ services: { db } }) => {
  const plan = await insertRow(db, "plans", { code: randomUUID() });
  await insertRow(db, "plan_versions", {
    ...{ plan_id: plan.id, version: 1, name: "A plan", currency: "EUR", price: 100, meters: "{}", created_by: null },
    limits: JSON.stringify(NO_LIMITS),
  });
  const account = { name: "An account", cell: "local" };
  const accounts = await three(db.insertInto("accounts").values([account, account, account]).returning("id"));
  const terms = { effective_from: "2026-01-01", plan_id: plan.id, plan_version: 1, created_by: null };
  await insertRows(
    db,
    "account_terms",
    accounts.map((account_id) => ({ ...terms, account_id, special: JSON.stringify(NO_SPECIAL_TERMS) })),
  );
  return {
    query: { month: "2026-01" },
    key: "account_id",
    rows: accounts,
    filters: { month: [{ month: "2025-12" }, []] },
  };
};
