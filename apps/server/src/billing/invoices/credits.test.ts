import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Context } from "../../context.ts";
import type { TestServices } from "../../platform/testing.ts";
import { aCustomer, sellingServices } from "../../testing/customer.ts";
import { creditInvoice } from "./credit-invoice.ts";
import { invoiceFile } from "./invoice-file.ts";
import { issueInvoice } from "./issue.ts";
import { mailInvoice } from "./mail-invoice.ts";
import { announceOverdue } from "./overdue.ts";
import { recordPayment } from "./payments.ts";
import { listInvoices, readInvoice } from "./read-invoices.ts";
import { recheckInvoice } from "./recheck.ts";
import { voidInvoice } from "./void-invoice.ts";

const TODAY = "2030-04-03";
let services: TestServices;
let root: Context;
let plan: number;
// 31.00 a month and 2 GB at 10.00 above the included one: 51.00, with 19 % VAT 60.69.
beforeAll(async () => {
  ({ services, root, plan } = await sellingServices(TODAY, "credited"));
});
afterAll(() => services.stop());

async function anInvoice() {
  const { accountId } = await aCustomer(services, plan);
  const id = await issueInvoice(services, { userId: null }, { accountId, month: "2030-03" });
  return { accountId, id: id ?? 0 };
}
const read = (id: number) => readInvoice(services.db, { id, today: TODAY });
const pay = (id: number, amount: number, reference: string) =>
  recordPayment(root, id, { amount, paidOn: TODAY, reference });

async function eventsOf(invoiceId: number) {
  const { rows } = await sql<{ type: string }>`
    select type from events where payload @> ${JSON.stringify({ invoice_id: invoiceId })}::jsonb order by id`.execute(
    services.db,
  );
  return rows.map(({ type }) => type);
}

/** What an invoice and its credit notes amount to. */
async function sumOf(id: number) {
  const { rows } = await sql<{ subtotal: number; vat: number; total: number }>`
    select sum(subtotal)::int as subtotal, sum(vat_amount)::int as vat, sum(total)::int as total
    from invoices where id = ${id} or credits = ${id}`.execute(services.db);
  return rows[0];
}

test("a part of a line is credited with the invoice's VAT, by a note of its own number", async () => {
  const { id, accountId } = await anInvoice();
  const invoice = await read(id);
  const { id: noteId, voids } = await creditInvoice(root, id, { lines: [{ line: 2, amount: 500 }] }, "An outage");
  expect(voids).toBe(false);
  const note = await read(noteId);
  expect(note).toMatchObject({
    ...{ kind: "credit_note", state: "credit", credits: id, credits_number: invoice.number, voids: false },
    ...{ subtotal: -500, vat_amount: -95, total: -595, reason: "An outage", vat: invoice.vat, buyer: invoice.buyer },
    lines: [{ kind: "credit", name: "Traffic above 1 GB", amount: -500, of_line: 2 }],
  });
  expect(note.number).not.toBe(invoice.number);
  expect(await read(id)).toMatchObject({
    ...{ state: "open", credited: 595, credited_by: null, total: 6_069 },
    credit_notes: [{ id: noteId, number: note.number, subtotal: -500, vat_amount: -95 }],
  });
  expect(await eventsOf(id)).toEqual(["invoice.issued", "invoice.credited"]);
  // The invoice says what it said.
  const { lines, subtotal } = await read(id);
  expect({ lines, subtotal }).toEqual({ lines: invoice.lines, subtotal: invoice.subtotal });
  const recheck = await recheckInvoice(services.db, noteId, TODAY);
  expect(recheck).toEqual({ subtotal: { issued: 5_100, now: 5_100 }, lines: [], days: [] });
  const pdf = await invoiceFile(services.db, { id: noteId, accountId, today: TODAY, format: "pdf" });
  expect((await new Response(pdf.body).arrayBuffer()).byteLength).toBeGreaterThan(1_000);
});

test("more than is left is refused, of a line and of the invoice", async () => {
  const { id } = await anInvoice();
  await creditInvoice(root, id, { lines: [{ line: 2, amount: 1_500 }] }, "An outage");
  await expect(creditInvoice(root, id, { lines: [{ line: 2, amount: 501 }] }, "More")).rejects.toMatchObject({
    code: "invalid",
    fields: { lines: ["Up to €5.00 of the line Traffic above 1 GB can still be credited."] },
  });
  await expect(creditInvoice(root, id, { amount: 3_601 }, "More")).rejects.toMatchObject({
    fields: { amount: ["Up to €36.00 without VAT can still be credited."] },
  });
  const { credited } = await read(id);
  await expect(sql`update invoices set credited = total + 1 where id = ${id}`.execute(services.db)).rejects.toThrow(
    "invoices_credited",
  );
  expect((await read(id)).credited).toBe(credited);
});

test("credits at one time take no more than there is, and their numbers have no gap", async () => {
  const { id } = await anInvoice();
  const asked = await Promise.allSettled(
    Array.from({ length: 8 }, (_, n) => creditInvoice(root, id, { amount: 1_000 }, `Credit ${n}`)),
  );
  expect(asked.filter(({ status }) => status === "fulfilled")).toHaveLength(5);
  expect(await sumOf(id)).toMatchObject({ subtotal: 100, vat: 19 });
  const { rows } = await sql<{ number: string }>`select number from invoices order by number`.execute(services.db);
  expect(rows.map(({ number }) => number)).toEqual(rows.map((_, n) => `K-2030-${String(n + 1).padStart(5, "0")}`));
});

test("of a payment, credits and a void at one time, those that do not go together are refused", async () => {
  for (let round = 0; round < 6; round += 1) {
    const { id } = await anInvoice();
    const asked = [
      () => pay(id, 6_069, "bank 1"),
      () => creditInvoice(root, id, { amount: 4_000 }, "A part"),
      () => creditInvoice(root, id, { lines: [{ line: 2, amount: 2_000 }] }, "A line"),
      () => voidInvoice(root, id, "Wrong address"),
    ];
    const ends = await Promise.allSettled(
      [...asked.slice(round % 4), ...asked.slice(0, round % 4)].map((ask) => ask()),
    );
    const refusals = ends.flatMap((end) => (end.status === "rejected" ? [(end.reason as { code: string }).code] : []));
    expect(refusals.every((code) => code === "conflict" || code === "invalid")).toBe(true);
    const { credited, paid, state, total } = await read(id);
    expect((await sumOf(id))?.total).toBe(total - credited);
    // One that was paid is never void, and what was credited in full is.
    expect(state).toBe(paid > 0 ? "paid" : "void");
    expect(credited === total).toBe(state === "void");
  }
});

test("an invoice whose open rest is credited is paid, and one that was paid stays so with an amount to pay back", async () => {
  const { id } = await anInvoice();
  await pay(id, 5_474, "bank 1");
  await creditInvoice(root, id, { amount: 400 }, "A part");
  expect(await read(id)).toMatchObject({ state: "open", paid_on: null });
  await creditInvoice(root, id, { amount: 100 }, "The rest");
  expect(await read(id)).toMatchObject({ state: "paid", credited: 595, paid_on: TODAY });
  expect(await eventsOf(id)).toEqual(["invoice.issued", "invoice.credited", "invoice.credited", "invoice.paid"]);
  await creditInvoice(root, id, { amount: 1_000 }, "Too dear");
  expect(await read(id)).toMatchObject({ state: "paid", paid: 5_474, credited: 1_785 });
  // 60.69 − 17.85 − 54.74: 11.90 are paid back; what was paid then covers the invoice to the cent.
  await pay(id, -1_190, "back 1");
  expect(await read(id)).toMatchObject({ state: "paid" });
  await pay(id, -1, "back 2");
  expect(await read(id)).toMatchObject({ state: "open", paid_on: null });
});

test("lists, the event of what is due and the file tell what is open after a credit", async () => {
  const { id, accountId } = await anInvoice();
  await pay(id, 6_069 - 119, "bank 1");
  const later = { ...services, clock: { now: () => new Date("2030-05-01T12:00:00Z") } };
  const stateOf = async (state: "overdue" | "paid") =>
    (
      await listInvoices(services.db, { page: 1, per_page: 30, accountId, state, search: null, today: "2030-05-01" })
    ).data.map((invoice) => invoice.id);
  expect(await stateOf("overdue")).toEqual([id]);
  await creditInvoice(root, id, { amount: 100 }, "The rest");
  expect(await stateOf("overdue")).toEqual([]);
  expect(await stateOf("paid")).toEqual([id]);
  await announceOverdue(later);
  expect(await eventsOf(id)).not.toContain("invoice.overdue");
});

test("parts that are all of an invoice void it, as the rest of a void does; together they are 0", async () => {
  const parts = await anInvoice();
  await creditInvoice(root, parts.id, { lines: [{ line: 0, amount: 3_100 }] }, "One");
  const last = await creditInvoice(root, parts.id, { lines: [{ line: 2, amount: 2_000 }] }, "Two");
  expect(last.voids).toBe(true);
  const rest = await anInvoice();
  await creditInvoice(root, rest.id, { amount: 333 }, "A part");
  const noteId = await voidInvoice(root, rest.id, "Wrong address");
  expect((await read(noteId)).lines.map(({ amount }) => amount)).toEqual([-3_100, 0, -2_000, 333]);
  for (const { id, accountId } of [parts, rest]) {
    expect(await sumOf(id)).toEqual({ subtotal: 0, vat: 0, total: 0 });
    expect(await read(id)).toMatchObject({ state: "void", credited: 6_069 });
    expect((await eventsOf(id)).at(-1)).toBe("invoice.voided");
    await expect(creditInvoice(root, id, { amount: 1 }, "Again")).rejects.toMatchObject({ code: "conflict" });
    expect(await issueInvoice(services, { userId: null }, { accountId, month: "2030-03" })).not.toBe(id);
  }
  await expect(creditInvoice(root, noteId, { amount: 1 }, "A note")).rejects.toMatchObject({ code: "conflict" });
});

test("all of an invoice that was paid is credited once it was paid back", async () => {
  const { id } = await anInvoice();
  await pay(id, 6_069, "bank 1");
  await expect(creditInvoice(root, id, { amount: 5_100 }, "All")).rejects.toMatchObject({ code: "conflict" });
  expect(await read(id)).toMatchObject({ credited: 0, credit_notes: [] });
  await pay(id, -6_069, "back 1");
  expect(await creditInvoice(root, id, { amount: 5_100 }, "All")).toMatchObject({ voids: true });
});

test("the buyer gets a mail that says what was credited of which invoice", async () => {
  const { id } = await anInvoice();
  const { number } = await read(id);
  const { id: noteId } = await creditInvoice(root, id, { amount: 1_000 }, "Too dear");
  const note = await read(noteId);
  const run = { jobId: "test", signal: new AbortController().signal, failures: 0 };
  await mailInvoice.run(services, { invoiceId: noteId, reminder: false }, run);
  const mail = await services.db
    .selectFrom("development_mails")
    .select(["subject", "body"])
    .orderBy("id", "desc")
    .executeTakeFirst();
  expect(mail?.subject).toBe(`Credit note ${note.number}`);
  expect(mail?.body).toContain(`Credit note ${note.number} credits €11.90 of invoice ${number}.`);
});
