import { insertRow } from "@kinora/db/testing-rows.ts";
import type { SellerSettings } from "@kinora/domain/billing/parties.ts";
import { NO_LIMITS, NO_SPECIAL_TERMS } from "@kinora/domain/billing/plans.ts";
import { sql } from "kysely";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import type { Context } from "../../context.ts";
import type { TestServices } from "../../platform/testing.ts";
import { aCustomer, aPlan, SELLER, sellingServices } from "../../testing/customer.ts";
import { creditInvoice } from "../invoices/credit-invoice.ts";
import { issueInvoice } from "../invoices/issue.ts";
import { listInvoices, readInvoice, sellersOf } from "../invoices/read-invoices.ts";
import { previewMonth } from "../invoices/runs.ts";
import { saveBillingSettings } from "../invoices/settings.ts";
import { voidInvoice } from "../invoices/void-invoice.ts";
import { decidePlanRequest, requestPlan } from "../plans/plan-requests.ts";
import { setPlanRequestable } from "../plans/plans.ts";
import { listTerms, saveTerms } from "../plans/terms.ts";
import { archiveSeller, changeSeller, createSeller, listSellers } from "./sellers.ts";

const TODAY = "2030-04-03";
let services: TestServices;
let root: Context;
let plan: number;
beforeAll(async () => {
  ({ services, root, plan } = await sellingServices(TODAY, "sold"));
});
afterAll(() => services.stop());

let prefixes = 0;
let paris: SellerSettings;
beforeEach(() => {
  paris = {
    seller: { ...SELLER.seller, name: "Kinora SARL", vat_number: "FR40303265045", city: "Paris", country: "FR" },
    prefix: `P${String((prefixes += 1))}-`,
    due_days: 30,
    vat_currency: null,
    exchange_rates: {},
    payment: "IBAN FR14 2004 1010 0505 0001 3M02 606",
  };
});

const issue = (accountId: number) => issueInvoice(services, { userId: null }, { accountId, month: "2030-03" });
async function issued(accountId: number) {
  const id = await issue(accountId);
  if (id === null) throw new Error("There was nothing to charge.");
  return readInvoice(services.db, { id, today: TODAY });
}

async function numbersOf(prefix: string): Promise<string[]> {
  const { rows } = await sql<{ number: string }>`
    select number from invoices where number like ${`${prefix}2030-%`} order by number`.execute(services.db);
  return rows.map(({ number }) => number);
}
const withoutGap = (prefix: string, count: number) =>
  Array.from({ length: count }, (_, n) => `${prefix}2030-${String(n + 1).padStart(5, "0")}`);

const termsOf = (sellerId: number | null, effectiveFrom: string) => ({
  ...{ planId: plan, effectiveFrom, special: NO_SPECIAL_TERMS, sellerId, note: "", timeZone: "UTC" },
});

test("an account is invoiced by the seller its terms name: its company, VAT, payment, due day and numbers", async () => {
  const sellerId = await createSeller(root, paris);
  const { accountId } = await aCustomer(services, plan, { country: "FR" }, sellerId);
  const invoice = await issued(accountId);
  expect(invoice).toMatchObject({
    ...{ seller_id: sellerId, number: `${paris.prefix}2030-00001`, due_on: "2030-05-03" },
    seller: { name: "Kinora SARL", country: "FR", payment: paris.payment },
    // At home in France, by the table of rates of the settings.
    vat: { category: "S", rate: 2_000 },
  });
  const other = await issued((await aCustomer(services, plan, { country: "FR" })).accountId);
  expect(other).toMatchObject({ seller_id: null, seller: { name: "Kinora GmbH" }, due_on: "2030-04-17" });
  expect(other.number).toMatch(/^K-2030-/);
});

test("invoices are listed by the seller that sent them, and an account knows its sellers", async () => {
  const sellerId = await createSeller(root, paris);
  const { accountId } = await aCustomer(services, plan);
  const first = await issued(accountId);
  await saveTerms(root, accountId, termsOf(sellerId, "2030-04-01"));
  await sql`update account_metering set counted_to = '2030-05-01' where account_id = ${accountId}`.execute(services.db);
  const april = await issueInvoice(services, { userId: null }, { accountId, month: "2030-04" });
  const note = await creditInvoice(root, first.id, { amount: 100 }, "A part");
  const listed = async (seller: number | "settings" | undefined) =>
    (
      await listInvoices(services.db, { page: 1, per_page: 30, accountId, seller, search: null, today: TODAY })
    ).data.map(({ id }) => id);
  expect(await listed("settings")).toEqual([note.id, first.id]);
  expect(await listed(sellerId)).toEqual([april]);
  expect(await listed(undefined)).toEqual([note.id, april, first.id]);
  expect(await listed(1_000_000)).toEqual([]);
  // Of the newest invoice: the company was called differently before.
  await changeSeller(root, sellerId, { ...paris, seller: { ...paris.seller, name: "Kinora SAS" } });
  expect(await sellersOf(services.db, accountId)).toEqual([
    { id: null, name: "Kinora GmbH" },
    { id: sellerId, name: "Kinora SARL" },
  ]);
  const stranger = await aCustomer(services, plan);
  expect(await sellersOf(services.db, stranger.accountId)).toEqual([]);
});

test("numbers of two sellers have no gap each when many are issued at one time", async () => {
  const sellerId = await createSeller(root, paris);
  const before = (await numbersOf("K-")).length;
  const ours = await Promise.all(Array.from({ length: 10 }, () => aCustomer(services, plan)));
  const theirs = await Promise.all(Array.from({ length: 10 }, () => aCustomer(services, plan, {}, sellerId)));
  const all = ours.flatMap((each, n) => [each, theirs[n] ?? each]);
  await Promise.all([...all, ...all].map(({ accountId }) => issue(accountId)));
  expect(await numbersOf("K-")).toEqual(withoutGap("K-", before + 10));
  expect(await numbersOf(paris.prefix)).toEqual(withoutGap(paris.prefix, 10));
});

test("credit notes are of the invoice's seller, also when the terms name another by then", async () => {
  const sellerId = await createSeller(root, paris);
  const { accountId } = await aCustomer(services, plan, {}, sellerId);
  const invoice = await issued(accountId);
  await saveTerms(root, accountId, termsOf(null, "2030-05-01"));
  const part = await creditInvoice(root, invoice.id, { amount: 100 }, "A part");
  const rest = await voidInvoice(root, invoice.id, "Wrong address");
  expect(await numbersOf(paris.prefix)).toEqual(withoutGap(paris.prefix, 3));
  for (const id of [part.id, rest])
    expect(await readInvoice(services.db, { id, today: TODAY })).toMatchObject({ seller_id: sellerId });
  await expect(sql`update invoices set seller_id = null where id = ${invoice.id}`.execute(services.db)).rejects.toThrow(
    "does not change",
  );
});

test("a prefix belongs to one seller for good", async () => {
  const sellerId = await createSeller(root, paris);
  const refused = { code: "invalid", fields: { prefix: ["Another seller's numbers begin with this prefix."] } };
  await expect(createSeller(root, paris)).rejects.toMatchObject(refused);
  await expect(createSeller(root, { ...paris, prefix: "K-" })).rejects.toMatchObject(refused);
  await expect(saveBillingSettings(root, { ...SELLER, prefix: paris.prefix })).rejects.toMatchObject(refused);
  const wanted = { ...paris, prefix: `${paris.prefix}TWO-` };
  const asked = await Promise.allSettled([
    ...[createSeller(root, wanted), createSeller(root, wanted), changeSeller(root, sellerId, wanted)],
    saveBillingSettings(root, { ...SELLER, prefix: wanted.prefix }),
  ]);
  expect(asked.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
  expect(asked).toContainEqual({ status: "rejected", reason: expect.objectContaining(refused) });
  await saveBillingSettings(root, SELLER);
  await changeSeller(root, sellerId, paris);
  // Once numbers have it, it is not given to another one, although its seller has a new one.
  await issued((await aCustomer(services, plan, {}, sellerId)).accountId);
  const before = paris.prefix;
  await changeSeller(root, sellerId, { ...paris, prefix: `${before}NEW-` });
  await expect(createSeller(root, paris)).rejects.toMatchObject(refused);
  await changeSeller(root, sellerId, paris);
  const again = await issued((await aCustomer(services, plan, {}, sellerId)).accountId);
  expect(again.number).toBe(`${before}2030-00002`);
});

test("what is missing of a seller is named, and issued invoices keep what they say", async () => {
  const sellerId = await createSeller(root, { ...paris, seller: { ...paris.seller, city: "" } });
  const { accountId } = await aCustomer(services, plan, {}, sellerId);
  await expect(issue(accountId)).rejects.toMatchObject({
    message: "The seller of the account's terms lacks: city.",
  });
  const preview = await previewMonth(root, { month: "2030-03", page: 1, per_page: 100 });
  expect(preview.data.find((row) => row.account_id === accountId)?.problem).toContain("city");
  await changeSeller(root, sellerId, paris);
  const invoice = await issued(accountId);
  await changeSeller(root, sellerId, { ...paris, seller: { ...paris.seller, name: "Kinora SAS" } });
  expect((await readInvoice(services.db, { id: invoice.id, today: TODAY })).seller.name).toBe("Kinora SARL");
  await expect(
    changeSeller(root, sellerId, { ...paris, seller: { ...paris.seller, vat_number: "FR1" } }),
  ).rejects.toMatchObject({ fields: { "seller.vat_number": [expect.any(String)] } });
});

test("another seller begins with a month; an archived one stays with whom it was agreed", async () => {
  const sellerId = await createSeller(root, paris);
  const { accountId } = await aCustomer(services, plan);
  await expect(saveTerms(root, accountId, termsOf(sellerId, "2030-04-02"))).rejects.toMatchObject({
    fields: { effective_from: ["Another seller begins on the first day of a month."] },
  });
  await saveTerms(root, accountId, termsOf(sellerId, "2030-04-01"));
  await archiveSeller(root, sellerId, true);
  await archiveSeller(root, sellerId, true);
  await saveTerms(root, accountId, termsOf(sellerId, "2030-04-20"));
  expect((await listTerms(services.db, accountId))[0]).toMatchObject({ seller_id: sellerId, seller: "Kinora SARL" });
  const stranger = await aCustomer(services, plan);
  const refused = { fields: { seller_id: ["Choose a seller that is offered."] } };
  for (const id of [sellerId, 1_000_000])
    await expect(saveTerms(root, stranger.accountId, termsOf(id, "2030-05-01"))).rejects.toMatchObject(refused);
  const listed = (await listSellers(services.db)).find(({ id }) => id === sellerId);
  expect(listed).toMatchObject({ ...paris, accounts: 1, archived_at: expect.any(Date) });
  const { rows } = await sql<{ action: string }>`
    select action from audit_log where object_id = ${sellerId} and action like 'seller.%' order by id`.execute(
    services.db,
  );
  expect(rows.map(({ action }) => action)).toEqual(["seller.created", "seller.archived"]);
});

test("a requested plan that is accepted keeps the account's seller", async () => {
  const sellerId = await createSeller(root, paris);
  const { accountId } = await aCustomer(services, plan, {}, sellerId);
  const wanted = await aPlan(services, "sold-larger", { limits: NO_LIMITS });
  await setPlanRequestable(root, wanted, true);
  await requestPlan(root, accountId, { planId: wanted, note: "" });
  await decidePlanRequest(root, accountId, { accepted: true, effectiveFrom: "2030-04-05", answer: "" });
  expect((await listTerms(services.db, accountId))[0]).toMatchObject({ plan_id: wanted, seller_id: sellerId });
  // That of the day from which the plan holds, also where it is not today's.
  await saveTerms(root, accountId, termsOf(null, "2030-05-01"));
  await requestPlan(root, accountId, { planId: wanted, note: "Later" });
  await decidePlanRequest(root, accountId, { accepted: true, effectiveFrom: "2030-06-01", answer: "" });
  expect((await listTerms(services.db, accountId))[0]).toMatchObject({ plan_id: wanted, seller_id: null });
});

test("a month has one seller and one currency, whatever order its terms are agreed in", async () => {
  const sellerId = await createSeller(root, paris);
  const dollars = await aPlan(services, "sold-in-dollars", { currency: "USD" });
  const sellerField = { fields: { effective_from: ["Another seller begins on the first day of a month."] } };
  const currencyField = { fields: { effective_from: ["Another currency begins on the first day of a month."] } };
  // Behind days without a plan.
  const paused = await aCustomer(services, plan);
  await saveTerms(root, paused.accountId, { ...termsOf(null, "2030-03-10"), planId: null });
  await expect(saveTerms(root, paused.accountId, termsOf(sellerId, "2030-03-20"))).rejects.toMatchObject(sellerField);
  await expect(
    saveTerms(root, paused.accountId, { ...termsOf(null, "2030-03-20"), planId: dollars }),
  ).rejects.toMatchObject(currencyField);
  // Before terms that hold from the middle of a month on: of the same one, and of the next.
  const within = await aCustomer(services, plan);
  await saveTerms(root, within.accountId, termsOf(null, "2030-03-15"));
  const before = await aCustomer(services, plan);
  await saveTerms(root, before.accountId, { ...termsOf(null, "2030-03-01"), planId: null });
  await saveTerms(root, before.accountId, termsOf(null, "2030-04-15"));
  for (const { accountId } of [within, before]) {
    await expect(saveTerms(root, accountId, termsOf(sellerId, "2030-03-01"))).rejects.toMatchObject(sellerField);
    await expect(saveTerms(root, accountId, { ...termsOf(null, "2030-03-01"), planId: dollars })).rejects.toMatchObject(
      currencyField,
    );
  }
  expect(await issued(within.accountId)).toMatchObject({ seller_id: null, currency: "EUR" });
  await saveTerms(root, within.accountId, { ...termsOf(sellerId, "2030-04-01"), planId: dollars });
});

test("a prefix is not given away while an invoice is issued with it", async () => {
  const sellerId = await createSeller(root, paris);
  const { accountId } = await aCustomer(services, plan, {}, sellerId);
  const { promise: mayEnd, resolve: end } = Promise.withResolvers<void>();
  const { promise: begun, resolve: begin } = Promise.withResolvers<void>();
  // Keeps the invoice waiting for its number, and is not there in the end.
  const blocked = services.db.transaction().execute(async (tx) => {
    await insertRow(tx, "invoice_series", { series: `${paris.prefix}2030`, last: 1, seller_id: null });
    begin();
    await mayEnd;
    throw new Error("rolled back");
  });
  await begun;
  const issuing = issued(accountId);
  const waiting = async () =>
    (
      await sql<{ count: number }>`
        select count(*)::int as count from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`.execute(
        services.db,
      )
    ).rows[0]?.count;
  await expect.poll(waiting).toBe(1);
  let isGiven = false;
  const giving = Promise.allSettled([
    changeSeller(root, sellerId, { ...paris, prefix: `${paris.prefix}NEW-` }).then(() => createSeller(root, paris)),
  ]).then(([given]) => {
    isGiven = true;
    return given;
  });
  await expect.poll(async () => isGiven || (await waiting()) === 2).toBe(true);
  end();
  await expect(blocked).rejects.toThrow("rolled back");
  expect((await issuing).number).toBe(`${paris.prefix}2030-00001`);
  expect(await giving).toMatchObject({ status: "rejected", reason: { fields: { prefix: [expect.any(String)] } } });
});
