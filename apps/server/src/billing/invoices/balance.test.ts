import { openAmount } from "@kinora/domain/billing/invoice-states.ts";
import { NO_SPECIAL_TERMS } from "@kinora/domain/billing/plans.ts";
import fc from "fast-check";
import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Context } from "../../context.ts";
import { Refusal } from "../../platform/refusal.ts";
import type { TestServices } from "../../platform/testing.ts";
import { aCustomer, aPlan, SELLER, sellingServices } from "../../testing/customer.ts";
import { readAccountPlan } from "../plans/account-pricing.ts";
import { saveTerms } from "../plans/terms.ts";
import { createSeller } from "../sellers/sellers.ts";
import { readBalances } from "./balance.ts";
import { creditInvoice } from "./credit-invoice.ts";
import { invoiceXml } from "./invoice-xml.ts";
import { issueInvoice } from "./issue.ts";
import { mailInvoice } from "./mail-invoice.ts";
import { recordPayment } from "./payments.ts";
import { readInvoice } from "./read-invoices.ts";
import { voidInvoice } from "./void-invoice.ts";

const TODAY = "2030-04-03";
let services: TestServices;
let root: Context;
let plan: number;
// 31.00 a month, and in March 2 GB at 10.00: with 19 % VAT 60.69 in March and 36.89 in every month after.
beforeAll(async () => {
  ({ services, root, plan } = await sellingServices(TODAY, "balanced"));
});
afterAll(() => services.stop());

async function anAccount(): Promise<number> {
  const { accountId } = await aCustomer(services, plan);
  await sql`update account_metering set counted_to = '2032-01-01' where account_id = ${accountId}`.execute(services.db);
  return accountId;
}
const read = (id: number) => readInvoice(services.db, { id, today: TODAY });
async function issue(accountId: number, month: string) {
  const id = await issueInvoice(services, { userId: null }, { accountId, month });
  if (id === null) throw new Error("There was nothing to charge.");
  return read(id);
}
let payments = 0;
const pay = (id: number, amount: number) =>
  recordPayment(root, id, { amount, paidOn: TODAY, reference: `bank ${String((payments += 1))}` });
const balances = async (accountId: number) =>
  (await readBalances(services.db, accountId)).map(({ amount, currency }) => `${String(amount)} ${currency}`);
const isPaidEvent = async (id: number) =>
  (
    await sql`select from events where type = 'invoice.paid'
      and payload @> ${JSON.stringify({ invoice_id: id })}::jsonb`.execute(services.db)
  ).rows.length;

/** An account whose paid invoice of March was credited by 11.90 afterwards. */
async function anAccountWithCredit() {
  const accountId = await anAccount();
  const { id } = await issue(accountId, "2030-03");
  await pay(id, 6_069);
  await creditInvoice(root, id, { amount: 1_000 }, "An outage");
  return { accountId, march: id };
}

test("what is left of a paid invoice pays the next one, which says so", async () => {
  const { accountId, march } = await anAccountWithCredit();
  expect(await balances(accountId)).toEqual(["1190 EUR"]);
  expect((await readAccountPlan(root, accountId)).balances).toEqual([
    { currency: "EUR", seller: "Kinora GmbH", amount: 1_190 },
  ]);
  const april = await issue(accountId, "2030-04");
  expect(april).toMatchObject({ total: 3_689, paid: 1_190, state: "open", paid_on: null });
  const source = await read(march);
  expect(april.payments).toMatchObject([
    { amount: 1_190, reference: `Credit of invoice ${source.number}`, other_invoice_id: march },
  ]);
  expect(source).toMatchObject({ paid: 4_879, state: "paid" });
  expect(source.payments.at(-1)).toMatchObject({
    ...{ amount: -1_190, reference: `Deducted from invoice ${april.number}`, other_invoice_id: april.id },
  });
  expect(await balances(accountId)).toEqual([]);
  expect(invoiceXml(april)).toContain(
    '<cbc:PrepaidAmount currencyID="EUR">11.90</cbc:PrepaidAmount><cbc:PayableAmount currencyID="EUR">24.99</cbc:PayableAmount>',
  );
  const run = { jobId: "test", signal: new AbortController().signal, failures: 0 };
  await mailInvoice.run(services, { invoiceId: april.id, reminder: false }, run);
  const mail = await services.db
    .selectFrom("development_mails")
    .select("body")
    .orderBy("id", "desc")
    .executeTakeFirst();
  expect(mail?.body).toContain("Credit of earlier invoices pays €11.90 of it; €24.99 are due on");
  expect(await isPaidEvent(april.id)).toBe(0);
});

test("credit that is larger than an invoice settles it, and the rest pays the one after", async () => {
  const accountId = await anAccount();
  const march = await issue(accountId, "2030-03");
  await pay(march.id, 10_000);
  expect(await balances(accountId)).toEqual(["3931 EUR"]);
  const april = await issue(accountId, "2030-04");
  expect(april).toMatchObject({ paid: 3_689, state: "paid", paid_on: april.issued_on });
  expect(await isPaidEvent(april.id)).toBe(1);
  expect(await balances(accountId)).toEqual(["242 EUR"]);
  expect(await issue(accountId, "2030-05")).toMatchObject({ paid: 242, state: "open" });
  expect(await balances(accountId)).toEqual([]);
});

test("what was paid back in money is no credit", async () => {
  const { accountId, march } = await anAccountWithCredit();
  await pay(march, -1_190);
  expect(await balances(accountId)).toEqual([]);
  expect(await issue(accountId, "2030-04")).toMatchObject({ paid: 0, payments: [] });
});

test("credit of one seller or currency does not pay another's invoice", async () => {
  const { accountId, march } = await anAccountWithCredit();
  const sellerId = await createSeller(root, { ...SELLER, prefix: "BALANCE-" });
  const dollars = await aPlan(services, "balanced-in-dollars", { currency: "USD" });
  const terms = { special: NO_SPECIAL_TERMS, note: "", timeZone: "UTC" };
  await saveTerms(root, accountId, { ...terms, planId: plan, effectiveFrom: "2030-04-01", sellerId });
  await saveTerms(root, accountId, { ...terms, planId: dollars, effectiveFrom: "2030-05-01", sellerId: null });
  await saveTerms(root, accountId, { ...terms, planId: plan, effectiveFrom: "2030-06-01", sellerId: null });
  expect(await issue(accountId, "2030-04")).toMatchObject({ seller_id: sellerId, paid: 0 });
  expect(await issue(accountId, "2030-05")).toMatchObject({ currency: "USD", paid: 0 });
  expect(await balances(accountId)).toEqual(["1190 EUR"]);
  expect(await issue(accountId, "2030-06")).toMatchObject({ paid: 1_190, payments: [{ other_invoice_id: march }] });
});

test("a void invoice returns its credit, and the month's new invoice gets it", async () => {
  const { accountId, march } = await anAccountWithCredit();
  const april = await issue(accountId, "2030-04");
  await voidInvoice(root, april.id, "Wrong address");
  expect(await read(april.id)).toMatchObject({ state: "void", paid: 0 });
  expect(await read(march)).toMatchObject({ state: "paid", paid: 6_069 });
  // Its paper says what it said.
  expect(invoiceXml(await read(april.id))).toContain('<cbc:PrepaidAmount currencyID="EUR">11.90</cbc:PrepaidAmount>');
  expect(invoiceXml(await read(march))).not.toContain("PrepaidAmount");
  expect(await balances(accountId)).toEqual(["1190 EUR"]);
  const again = await issue(accountId, "2030-04");
  expect(again).toMatchObject({ paid: 1_190, payments: [{ other_invoice_id: march }] });
  await pay(again.id, 100);
  await expect(voidInvoice(root, again.id, "Again")).rejects.toMatchObject({ code: "conflict" });
  expect(await read(again.id)).toMatchObject({ state: "open", paid: 1_290 });
});

test("credit that was returned to a void invoice is paid back, and nothing else of it", async () => {
  const { accountId, march } = await anAccountWithCredit();
  const april = await issue(accountId, "2030-04");
  await pay(march, -4_879);
  await voidInvoice(root, march, "All of it");
  await voidInvoice(root, april.id, "Wrong address");
  expect(await read(march)).toMatchObject({ state: "void", paid: 1_190 });
  expect(await balances(accountId)).toEqual(["1190 EUR"]);
  await expect(pay(march, 100)).rejects.toMatchObject({ code: "conflict" });
  await expect(pay(march, -1_191)).rejects.toMatchObject({ code: "invalid" });
  await pay(march, -1_190);
  expect(await balances(accountId)).toEqual([]);
  await expect(pay(march, -1)).rejects.toMatchObject({ code: "conflict" });
});

test("a payment whose reference is equal to the words of a credit is another one", async () => {
  const { accountId, march } = await anAccountWithCredit();
  const { number } = await read(march);
  const april = await issue(accountId, "2030-04");
  const payment = { amount: 100, paidOn: TODAY, reference: `Credit of invoice ${number}` };
  expect(await recordPayment(root, april.id, payment)).toBe(true);
  expect(await recordPayment(root, april.id, payment)).toBe(false);
  expect(await read(april.id)).toMatchObject({ paid: 1_290 });
});

/** Checks what holds of the invoices of an account whatever happened; @param money what was paid and not paid back. */
async function expectBalanced(accountId: number, money: number): Promise<void> {
  const { rows } = await sql<{ id: number; total: number; paid: number; credited: number; recorded: number }>`
    select id, total, paid, credited,
      coalesce((select sum(amount) from invoice_payments where invoice_id = i.id), 0)::bigint as recorded
    from invoices i where account_id = ${accountId} and kind = 'invoice'`.execute(services.db);
  for (const { paid, recorded } of rows) {
    expect(paid).toBe(recorded);
    expect(paid).toBeGreaterThanOrEqual(0);
  }
  // Credit moves money between invoices, and makes none.
  expect(rows.reduce((sum, { paid }) => sum + paid, 0)).toBe(money);
  const over = rows.reduce((sum, row) => sum + Math.max(0, 0 - openAmount(row)), 0);
  expect((await readBalances(services.db, accountId)).reduce((sum, { amount }) => sum + amount, 0)).toBe(over);
}

/** Does something that a person may try; what is refused changes nothing. @returns the money that came in. */
async function attempt(work: () => Promise<unknown>, money: number): Promise<number> {
  try {
    await work();
    return money;
  } catch (error) {
    if (error instanceof Refusal) return 0;
    throw error;
  }
}

const step = fc.oneof(
  { weight: 3, arbitrary: fc.constant({ kind: "issue" } as const) },
  {
    weight: 3,
    arbitrary: fc.record({
      kind: fc.constant("pay" as const),
      which: fc.nat(5),
      amount: fc.integer({ min: -4_000, max: 8_000 }),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constant("credit" as const),
      which: fc.nat(5),
      amount: fc.integer({ min: 1, max: 4_000 }),
    }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant("void" as const), which: fc.nat(5) }) },
);

test("whatever is issued, paid, credited and voided: no money is lost, and an invoice leaves no credit while it is open", async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 4, maxLength: 12 }), async (steps) => {
      const accountId = await anAccount();
      const ids: number[] = [(await issue(accountId, "2030-03")).id];
      let month = 4;
      let money = 0;
      for (const each of steps) {
        if (each.kind === "issue") {
          const invoice = await issue(accountId, `2030-${String(month).padStart(2, "0")}`);
          if (month < 12) month += 1;
          const isNew = !ids.includes(invoice.id);
          ids.push(invoice.id);
          if (isNew && openAmount(invoice) > 0) expect(await balances(accountId)).toEqual([]);
        } else {
          const id = ids[each.which % ids.length] ?? 0;
          if (each.kind === "pay" && each.amount !== 0) money += await attempt(() => pay(id, each.amount), each.amount);
          if (each.kind === "credit")
            await attempt(() => creditInvoice(root, id, { amount: each.amount }, "A part"), 0);
          if (each.kind === "void") await attempt(() => voidInvoice(root, id, "All of it"), 0);
        }
        await expectBalanced(accountId, money);
      }
    }),
    { numRuns: 12 },
  );
});

test("an invoice, credit notes and payments at one time keep every cent", async () => {
  const { accountId, march } = await anAccountWithCredit();
  const results = await Promise.allSettled([
    issue(accountId, "2030-04"),
    issue(accountId, "2030-04"),
    creditInvoice(root, march, { amount: 500 }, "More"),
    pay(march, -1_000),
    pay(march, 300),
    creditInvoice(root, march, { amount: 200 }, "And more"),
    issue(accountId, "2030-05"),
  ]);
  // Paying back may come too late: the credit is in the next invoice by then.
  for (const result of results) if (result.status === "rejected") expect(result.reason).toBeInstanceOf(Refusal);
  const paidBack = results[3]?.status === "fulfilled" ? -1_000 : 0;
  await expectBalanced(accountId, 6_069 + paidBack + 300);
});
