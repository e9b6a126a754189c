import { findRow, updateRows } from "@kinora/db/testing-rows.ts";
import type { PlanVersion } from "@kinora/domain/billing/plans.ts";
import { NO_LIMITS, NO_SPECIAL_TERMS } from "@kinora/domain/billing/plans.ts";
import { sql } from "kysely";
import { afterAll, beforeAll, expect, onTestFinished, test } from "vitest";
import type { Context } from "../../context.ts";
import { aProject, testServices, type TestServices } from "../../platform/testing.ts";
import { aCustomer as customerOf, SELLER } from "../../testing/customer.ts";
import { asSuperuser } from "../../testing/fixtures.ts";
import { changePlan, createPlan, listPlans } from "../plans/plans.ts";
import { agreementsIn, listTerms, saveTerms } from "../plans/terms.ts";
import { recountUsage } from "../usage/recount.ts";
import { invoiceFile } from "./invoice-file.ts";
import { listInvoiceRows } from "./invoice-rows.ts";
import { draftInvoice, issueInvoice } from "./issue.ts";
import { recordPayment } from "./payments.ts";
import { listInvoices, readInvoice } from "./read-invoices.ts";
import { recheckInvoice } from "./recheck.ts";
import { remindOfInvoices } from "./reminders.ts";
import { issueMonth, listRuns, previewMonth, startRun } from "./runs.ts";
import { saveBillingSettings } from "./settings.ts";
import { voidInvoice } from "./void-invoice.ts";

let services: TestServices;
let root: Context;
const NOW = new Date("2030-04-03T12:00:00Z");
const TODAY = "2030-04-03";
const TEAM: PlanVersion = {
  name: "Team",
  currency: "EUR",
  price: 31_00,
  meters: { traffic: { included: 1, tiers: [{ up_to: null, rate: 10_000_000 }] } },
  limits: NO_LIMITS,
};

beforeAll(async () => {
  services = { ...(await testServices()), clock: { now: () => NOW } };
  root = await asSuperuser(services);
  await saveBillingSettings(root, SELLER);
});
afterAll(() => services.stop());

let codes = 0;
const aPlan = (version: PlanVersion = TEAM) => createPlan(root, { ...version, code: `plan-${String((codes += 1))}` });

const termsOf = (planId: number | null, effectiveFrom = "2030-03-01") => ({
  planId,
  effectiveFrom,
  special: NO_SPECIAL_TERMS,
  sellerId: null,
  note: "",
  timeZone: "UTC",
});

/** An account of a country with a plan since March, that sent 3 GB in it and more in April. */
async function aCustomer(country: string, { vatNumber = "", plan }: { vatNumber?: string; plan?: number } = {}) {
  const project = await customerOf(services, plan ?? (await aPlan()), { country, vatNumber });
  await sql`insert into usage_days (account_id, day, meter, project_id, quantity, counted_at)
    values (${project.accountId}, '2030-04-01', 'traffic', ${project.projectId}, 9000000000, now())`.execute(
    services.db,
  );
  return project;
}

const issue = (accountId: number, month = "2030-03") => issueInvoice(services, { userId: null }, { accountId, month });

async function issued(accountId: number) {
  const id = await issue(accountId);
  if (id === null) throw new Error("There was nothing to charge.");
  return readInvoice(services.db, { id, today: TODAY });
}

test.each([
  ["DE", "", "S", 969, 6_069],
  ["FR", "", "S", 1_020, 6_120],
  ["FR", "FR12345678901", "AE", 0, 5_100],
  ["GB", "GB123456789", "O", 0, 5_100],
  ["US", "", "O", 0, 5_100],
  ["CH", "", "O", 0, 5_100],
])(
  "a customer in %s with the VAT number '%s' pays VAT %s: %i, %i in all",
  async (country, vatNumber, category, vat, total) => {
    // 31.00 a month, 1 GB included, 2 GB at 10.00; 19 % of 51.00 are 9.69.
    const { accountId } = await aCustomer(country, { vatNumber });
    const invoice = await issued(accountId);
    expect(invoice).toMatchObject({
      subtotal: 5_100,
      vat_amount: vat,
      total,
      vat: { category },
      buyer: { name: "Harbour Films", country, po_number: "PO-7" },
      issued_on: TODAY,
      due_on: "2030-04-17",
      state: "open",
    });
    expect(invoice.lines.map(({ kind, quantity, amount }) => [kind, quantity, amount])).toEqual([
      ["plan", 1_000, 3_100],
      ["usage", 1_000, 0],
      ["usage", 2_000, 2_000],
    ]);
  },
);

test("numbers have no gap when many are issued at one time, and none is taken by an account that cannot be charged", async () => {
  const plan = await aPlan();
  const customers = await Promise.all(Array.from({ length: 20 }, () => aCustomer("DE", { plan })));
  const incomplete = await aProject(services);
  await saveTerms(root, incomplete.accountId, termsOf(plan));
  await expect(issue(incomplete.accountId)).rejects.toMatchObject({ code: "conflict" });
  await Promise.all([...customers, ...customers].map(({ accountId }) => issue(accountId)));
  const { rows } = await sql<{ number: string }>`select number from invoices order by number`.execute(services.db);
  expect(rows.map(({ number }) => number)).toEqual(rows.map((_, n) => `K-2030-${String(n + 1).padStart(5, "0")}`));
  const { pagination } = await listInvoices(services.db, {
    page: 1,
    per_page: 30,
    accountId: customers[0]?.accountId,
    search: null,
    today: TODAY,
  });
  expect(pagination.total).toBe(1);
});

test("an invoice that was issued never changes, and shows the days it was computed from", async () => {
  const { accountId, projectId } = await aCustomer("DE");
  const invoice = await issued(accountId);
  await expect(
    sql`update invoices set total = 1, subtotal = 1 where id = ${invoice.id}`.execute(services.db),
  ).rejects.toThrow("does not change");
  await expect(sql`delete from invoices where id = ${invoice.id}`.execute(services.db)).rejects.toThrow("stays");
  const rows = () => listInvoiceRows(services.db, { id: invoice.id, accountId, line: 2, today: TODAY });
  const before = await rows();
  expect(before.map(({ day, quantity }) => [day, quantity])).toEqual([
    ["2030-03-05", 1],
    ["2030-03-20", 2],
  ]);
  expect(await recheckInvoice(services.db, invoice.id, TODAY)).toEqual({
    subtotal: { issued: 5_100, now: 5_100 },
    lines: [],
    days: [],
  });
  // A recount finds that nothing was delivered.
  expect(await recountUsage(root, accountId, "2030-03")).toHaveLength(2);
  expect(await rows()).toEqual(before);
  const recheck = await recheckInvoice(services.db, invoice.id, TODAY);
  expect(recheck.subtotal).toEqual({ issued: 5_100, now: 3_100 });
  expect(recheck.lines.map(({ issued: was, now }) => [was?.amount, now])).toEqual([
    [0, null],
    [2_000, null],
  ]);
  expect(recheck.days).toMatchObject([
    { day: "2030-03-05", project_id: projectId, issued: 1e9, now: 0 },
    { day: "2030-03-20", project_id: projectId, issued: 2e9, now: 0 },
  ]);
  await expect(
    listInvoiceRows(services.db, { id: invoice.id, accountId: accountId + 1, line: 2, today: TODAY }),
  ).rejects.toMatchObject({ code: "not_found" });
});

test("the days of a line of storage have their kinds, as they were when it was issued", async () => {
  const meters = { storage: { included: 0, tiers: [{ up_to: null, rate: 10_000_000 }] } };
  const { accountId, projectId } = await aCustomer("DE", { plan: await aPlan({ ...TEAM, meters }) });
  const month = 744e9;
  const kinds = { originals: month, renditions: month / 2, recordings: 0, other: month / 2 };
  await sql`insert into usage_days (account_id, day, meter, project_id, quantity, kinds, counted_at)
    values (${accountId}, '2030-03-04', 'storage', ${projectId}, ${2 * month}, ${JSON.stringify(kinds)}, now()),
      (${accountId}, '2030-03-05', 'storage', ${projectId}, ${month}, null, now())`.execute(services.db);
  const { id, lines } = await issued(accountId);
  await sql`update usage_days set kinds = null where account_id = ${accountId}`.execute(services.db);
  const line = lines.findIndex(({ meter }) => meter === "storage");
  const rows = await listInvoiceRows(services.db, { id, accountId, line, today: TODAY });
  expect(rows).toMatchObject([
    { day: "2030-03-04", quantity: 2, kinds: { originals: 1, renditions: 0.5, recordings: 0, other: 0.5 } },
    { day: "2030-03-05", quantity: 1, kinds: null },
  ]);
});

test("a credit note and its invoice are 0 together, and the month can be invoiced again", async () => {
  const { accountId } = await aCustomer("DE");
  const invoice = await issued(accountId);
  expect(await recordPayment(root, invoice.id, { amount: 6_069, paidOn: TODAY, reference: "bank 1" })).toBe(true);
  expect(await recordPayment(root, invoice.id, { amount: 6_069, paidOn: TODAY, reference: "bank 1" })).toBe(false);
  expect(await readInvoice(services.db, { id: invoice.id, today: TODAY })).toMatchObject({
    state: "paid",
    paid_on: TODAY,
  });
  await expect(voidInvoice(root, invoice.id, "Wrong address")).rejects.toMatchObject({ code: "conflict" });
  await expect(
    recordPayment(root, invoice.id, { amount: -7_000, paidOn: TODAY, reference: "bank 2" }),
  ).rejects.toMatchObject({ code: "invalid" });
  await recordPayment(root, invoice.id, { amount: -6_069, paidOn: TODAY, reference: "bank 2" });
  const creditId = await voidInvoice(root, invoice.id, "Wrong address");
  const credit = await readInvoice(services.db, { id: creditId, today: TODAY });
  for (const field of ["subtotal", "vat_amount", "total"] as const) expect(credit[field] + invoice[field]).toBe(0);
  expect(credit).toMatchObject({ kind: "credit_note", state: "credit", credits_number: invoice.number });
  expect(await readInvoice(services.db, { id: invoice.id, today: TODAY })).toMatchObject({ state: "void" });
  await expect(voidInvoice(root, invoice.id, "Again")).rejects.toMatchObject({ code: "conflict" });
  await expect(voidInvoice(root, creditId, "Again")).rejects.toMatchObject({ code: "conflict" });
  expect(await issue(accountId)).not.toBe(invoice.id);
});

/** The texts of an element, in order. */
const textsOf = (xml: string, name: string) =>
  [...xml.matchAll(new RegExp(`<cbc:${name}[^>]*>([^<]*)<`, "g"))].map((match) => match[1]);

test("the electronic invoice adds up by the rules of EN 16931, and a credit note is its mirror", async () => {
  const { accountId } = await aCustomer("FR", { vatNumber: "FR12345678901" });
  await updateRows(services, "accounts", { id: accountId }, { name: "A & <B>" });
  const invoice = await issued(accountId);
  const read = async (id: number) =>
    new Response((await invoiceFile(services.db, { id, accountId, today: TODAY, format: "xml" })).body).text();
  const xml = await read(invoice.id);
  // BR-CO-10, 13, 15, 16: the first is the sum of the others.
  const [sum, ...lines] = textsOf(xml, "LineExtensionAmount").map(Number);
  expect(lines.reduce((left, right) => left + right, 0)).toBe(sum);
  expect(textsOf(xml, "TaxExclusiveAmount")).toEqual(["51.00"]);
  expect([...textsOf(xml, "TaxInclusiveAmount"), ...textsOf(xml, "PayableAmount")]).toEqual(["51.00", "51.00"]);
  // BR-AE-05, 08, 10.
  expect(textsOf(xml, "TaxExemptionReasonCode")).toEqual(["VATEX-EU-AE"]);
  expect(new Set(textsOf(xml, "Percent"))).toEqual(new Set(["0.00"]));
  expect(textsOf(xml, "CompanyID")).toEqual(["DE123456789", "FR12345678901"]);
  // PEPPOL-EN16931-R120: quantity times price is the line.
  const quantities = textsOf(xml, "InvoicedQuantity").map(Number);
  const prices = textsOf(xml, "PriceAmount").map(Number);
  expect(quantities.map((quantity, n) => quantity * (prices[n] ?? 0))).toEqual([31, 0, 20]);
  const credit = await read(await voidInvoice(root, invoice.id, "Wrong & <false>"));
  expect(textsOf(credit, "PayableAmount")).toEqual(["51.00"]);
  expect(textsOf(credit, "CreditNoteTypeCode")).toEqual(["381"]);
  expect(textsOf(credit, "Note")[0]).toBe("Wrong &amp; &lt;false&gt;");
  expect(textsOf(credit, "ID")).toContain(invoice.number);
});

test("the PDF is one, whatever script its names are in", async () => {
  const { accountId } = await aCustomer("DE");
  await updateRows(
    services,
    "account_billing_details",
    { account_id: accountId },
    { company_name: "Łódź Films · Κύμα · Хвиля" },
  );
  const { id } = await issued(accountId);
  const { body, headers } = await invoiceFile(services.db, { id, accountId, today: TODAY, format: "pdf" });
  const pdf = Buffer.from(await new Response(body).arrayBuffer()).toString("latin1");
  expect(pdf.startsWith("%PDF-")).toBe(true);
  expect(pdf.trimEnd().endsWith("%%EOF")).toBe(true);
  expect(headers["content-type"]).toBe("application/pdf");
});

test("a month in which the plan changes is charged by the days of each", async () => {
  const { accountId } = await aCustomer("DE");
  const dearer = await aPlan({ ...TEAM, name: "Business", price: 62_00, meters: {} });
  await saveTerms(root, accountId, {
    ...termsOf(dearer, "2030-03-11"),
    special: { ...NO_SPECIAL_TERMS, discount: 5_000 },
  });
  const draft = await draftInvoice(services.db, accountId, "2030-03");
  // 10 days of 31.00 and 1 GB, of which 0.323 are included; 21 days of 62.00, half off.
  expect(draft?.lines.map(({ name, from, to, kind, amount }) => [name, from, to, kind, amount])).toEqual([
    ["Team", "2030-03-01", "2030-03-10", "plan", 1_000],
    ["Team", "2030-03-01", "2030-03-10", "usage", 0],
    ["Team", "2030-03-01", "2030-03-10", "usage", 677],
    ["Business", "2030-03-11", "2030-03-31", "plan", 4_200],
    ["Business", "2030-03-11", "2030-03-31", "discount", -2_100],
  ]);
  await saveTerms(root, accountId, termsOf(null, "2030-03-16"));
  const shorter = await draftInvoice(services.db, accountId, "2030-03");
  expect(shorter).toMatchObject({ from: "2030-03-01", to: "2030-03-15" });
});

test("what was agreed stays when its plan changes; invoiced days take no new agreement", async () => {
  const plan = await aPlan();
  const { accountId } = await aCustomer("DE", { plan });
  await changePlan(root, plan, { ...TEAM, price: 99_00 });
  await changePlan(root, plan, { ...TEAM, price: 99_00 });
  expect((await listPlans(services)).find(({ id }) => id === plan)).toMatchObject({
    version: 2,
    price: 99_00,
    accounts: 1,
  });
  expect((await issued(accountId)).subtotal).toBe(5_100);
  await expect(saveTerms(root, accountId, termsOf(plan, "2030-03-31"))).rejects.toMatchObject({ code: "invalid" });
  await expect(
    saveTerms(root, accountId, { ...termsOf(plan, "2030-04-01"), timeZone: "Europe/Berlin" }),
  ).rejects.toMatchObject({ fields: { time_zone: [expect.any(String)] } });
  const dollars = await aPlan({ ...TEAM, currency: "USD" });
  await expect(saveTerms(root, accountId, termsOf(dollars, "2030-04-02"))).rejects.toMatchObject({ code: "invalid" });
  await saveTerms(root, accountId, termsOf(plan, "2030-04-01"));
  const agreed = agreementsIn(await listTerms(services.db, accountId), { from: "2030-03-01", to: "2030-05-01" });
  expect(agreed.map(({ from, terms }) => [from, terms.plan_version])).toEqual([
    ["2030-03-01", 1],
    ["2030-04-01", 2],
  ]);
});

test("a month has one invoice: a plan does not begin again on the days after it", async () => {
  const plan = await aPlan();
  const { accountId } = await aCustomer("DE", { plan });
  await saveTerms(root, accountId, termsOf(null, "2030-03-11"));
  expect(await issued(accountId)).toMatchObject({ period_from: "2030-03-01", period_to: "2030-03-10" });
  await expect(saveTerms(root, accountId, termsOf(plan, "2030-03-20"))).rejects.toMatchObject({
    fields: { effective_from: ["The month of this day is invoiced. Choose a day from 2030-04-01 on."] },
  });
  await saveTerms(root, accountId, termsOf(null, "2030-03-20"));
  await saveTerms(root, accountId, termsOf(plan, "2030-04-01"));
});

test("a run previews, issues what can be issued, and says why of the rest", async () => {
  const fresh = await testServices();
  const own: TestServices = { ...fresh, clock: { now: () => NOW } };
  const [before, caller] = [services, root];
  services = own;
  root = await asSuperuser(own);
  onTestFinished(async () => {
    services = before;
    root = caller;
    await fresh.stop();
  });
  await saveBillingSettings(root, SELLER);
  const plan = await aPlan();
  const { accountId } = await aCustomer("DE", { plan });
  const incomplete = await aProject(own);
  await saveTerms(root, incomplete.accountId, termsOf(plan));
  const preview = await previewMonth(root, { month: "2030-03", page: 1, per_page: 30 });
  expect(preview.data).toMatchObject([
    { account_id: accountId, invoice: null, total: 6_069, problem: null },
    { account_id: incomplete.accountId, problem: expect.stringContaining("billing details lack") },
  ]);
  await expect(startRun(root, "2030-04")).rejects.toMatchObject({ code: "invalid" });
  const runId = await startRun(root, "2030-03");
  await expect(startRun(root, "2030-03")).rejects.toMatchObject({ code: "conflict" });
  const signal = new AbortController().signal;
  await issueMonth.run(own, { runId }, { signal } as Parameters<typeof issueMonth.run>[2]);
  expect(await listRuns(root)).toMatchObject([
    { month: "2030-03", accounts: 2, done: 2, issued: 1, failures: [{ account_id: incomplete.accountId }] },
  ]);
  // A worker that was killed after the invoice and before its progress was written begins again.
  await sql`update invoice_runs set done_to = 0, done = 0, issued = 0, failures = '[]', finished_at = null`.execute(
    own.db,
  );
  await issueMonth.run(own, { runId }, { signal } as Parameters<typeof issueMonth.run>[2]);
  expect(await listRuns(root)).toMatchObject([
    { done: 2, issued: 1, failures: [{ account_id: incomplete.accountId }] },
  ]);
  const { count } = await own.db
    .selectFrom("invoices")
    .select(({ fn }) => fn.countAll<number>().as("count"))
    .executeTakeFirstOrThrow();
  expect(count).toBe(1);
  const again = await previewMonth(root, { month: "2030-03", page: 1, per_page: 30 });
  expect(again.data[0]?.invoice).toMatchObject({ number: "K-2030-00001" });
});

test("an invoice that is overdue for a week is reminded of once", async () => {
  const { accountId } = await aCustomer("DE");
  const { id } = await issued(accountId);
  const later = { ...services, clock: { now: () => new Date("2030-04-25T12:00:00Z") } };
  await remindOfInvoices(services);
  const reminded = () => findRow(services, "invoices", { id }, "reminded_on");
  expect((await reminded())?.reminded_on).toBeNull();
  await remindOfInvoices(later);
  expect((await reminded())?.reminded_on).not.toBeNull();
  const { data } = await listInvoices(services.db, {
    page: 1,
    per_page: 30,
    accountId,
    state: "overdue",
    search: null,
    today: "2030-04-25",
  });
  expect(data).toMatchObject([{ id, state: "overdue" }]);
});

test("an invoice is reminded of by the same day as it is overdue, wherever the process runs", async () => {
  const { accountId } = await aCustomer("DE");
  const { id } = await issued(accountId);
  const { due } = await services.db
    .selectFrom("invoices")
    .select(sql<string>`due_on::text`.as("due"))
    .where("id", "=", id)
    .executeTakeFirstOrThrow();
  const daysLater = (days: number) => new Date(Date.parse(`${due}T12:00:00Z`) + days * 86_400_000);
  const zone = process.env["TZ"];
  // Its day is the next one already.
  process.env["TZ"] = "Pacific/Kiritimati";
  onTestFinished(async () => {
    if (zone === undefined) delete process.env["TZ"];
    else process.env["TZ"] = zone;
  });
  const reminded = async (now: Date) => {
    await remindOfInvoices({ ...services, clock: { now: () => now } });
    const row = services.db.selectFrom("invoices").select(sql<string | null>`reminded_on::text`.as("on"));
    return (await row.where("id", "=", id).executeTakeFirstOrThrow()).on;
  };
  expect(await reminded(daysLater(7))).toBeNull();
  expect(await reminded(daysLater(8))).toBe(daysLater(8).toISOString().slice(0, 10));
});
