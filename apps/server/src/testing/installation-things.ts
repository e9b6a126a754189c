import { randomUUID } from "node:crypto";
import type { SellerSettings } from "@kinora/domain/billing/parties.ts";
import { NO_LIMITS } from "@kinora/domain/billing/plans.ts";
import type { InvoiceLine } from "@kinora/domain/billing/rating.ts";
import type { TestProject, TestServices } from "../platform/testing.ts";

const DAY_MS = 86_400_000;
let days = 0;

/** A plan, an invoice of the account with two lines of traffic, and a run in progress. */
export async function someBilling({ db }: TestServices, { accountId }: TestProject) {
  const plan = await db.insertInto("plans").values({ code: randomUUID() }).returning("id").executeTakeFirstOrThrow();
  const version = { name: "A plan", currency: "EUR" as const, price: 1_000, meters: "{}", created_by: null };
  await db
    .insertInto("plan_versions")
    .values({ ...version, plan_id: plan.id, version: 1, limits: JSON.stringify(NO_LIMITS) })
    .execute();
  const line: InvoiceLine = {
    kind: "usage",
    meter: "traffic",
    name: "A plan",
    from: "2020-01-01",
    to: "2020-01-31",
    quantity: 1_000,
    rate: 10_000,
    tier: { from: 0, to: null },
    amount: 1,
  };
  const party = {
    name: "A buyer",
    email: "a@example.com",
    vat_number: "",
    street: "",
    city: "",
    postcode: "",
    country: "DE",
  };
  const invoice = await db
    .insertInto("invoices")
    .values({
      account_id: accountId,
      kind: "invoice",
      number: randomUUID(),
      // An account has one invoice of a period, and several projects with these rows.
      period_from: new Date((days += 1) * DAY_MS).toISOString().slice(0, 10),
      period_to: line.to,
      currency: "EUR",
      seller: JSON.stringify({ ...party, payment: "" }),
      buyer: JSON.stringify({ ...party, po_number: "" }),
      lines: JSON.stringify([line, line]),
      vat: JSON.stringify({ category: "O", rate: 0, note: null }),
      subtotal: 2,
      vat_amount: 0,
      total: 2,
      issued_on: "2020-02-01",
      issued_by: null,
      due_on: "2020-02-15",
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  const run = await db
    .insertInto("invoice_runs")
    .values({ month: randomUUID(), started_by: null, accounts: 1 })
    .returning("id")
    .executeTakeFirstOrThrow();
  return { plan: plan.id, invoice: invoice.id, invoiceRun: run.id, seller: await anotherSeller(db, party) };
}

/** A company that sends invoices beside that of the settings. */
async function anotherSeller(db: TestServices["db"], seller: SellerSettings["seller"]): Promise<number> {
  const prefix = randomUUID();
  const { id } = await db
    .insertInto("sellers")
    .values({ settings: JSON.stringify({ seller, prefix, due_days: 14, payment: "" }), prefix })
    .returning("id")
    .executeTakeFirstOrThrow();
  return id;
}

/** What belongs to the installation and to no account. */
export async function someOperations({ db }: TestServices) {
  const backup = await db
    .insertInto("backups")
    .values({ state: "complete", file: "/nowhere/kinora.tar", sha256: Buffer.alloc(32) })
    .returning("id")
    .executeTakeFirstOrThrow();
  const chore = `test.${randomUUID()}`;
  await db.insertInto("chores").values({ name: chore, does: "Nothing.", every_seconds: 3_600 }).execute();
  // One search runs at a time: that of an earlier sample would refuse the next one.
  await db.deleteFrom("storage_scans").execute();
  const worker = `worker-${randomUUID()}`;
  await db.insertInto("worker_settings").values({ name: worker }).execute();
  return { backup: backup.id, chore, worker };
}
