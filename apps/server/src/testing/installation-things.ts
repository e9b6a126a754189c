import { randomUUID } from "node:crypto";
import { deleteRows, insertRows } from "@kinora/db/testing-rows.ts";
import type { SellerSettings } from "@kinora/domain/billing/parties.ts";
import { NO_LIMITS } from "@kinora/domain/billing/plans.ts";
import type { InvoiceLine } from "@kinora/domain/billing/rating.ts";
import type { TestProject, TestServices } from "../platform/testing.ts";

const DAY_MS = 86_400_000;
let days = 0;

const idsOf = (rows: readonly { id: number }[]) => rows.map(({ id }) => id);

/** A plan, an invoice of the account with two lines of traffic, and a run in progress, for each project. */
export async function someBilling({ db }: TestServices, projects: readonly TestProject[]) {
  const codes = projects.map(() => ({ code: randomUUID() }));
  const plan = idsOf(await db.insertInto("plans").values(codes).returning("id").execute());
  const version = { name: "A plan", currency: "EUR" as const, price: 1_000, meters: "{}", created_by: null };
  await insertRows(
    db,
    "plan_versions",
    plan.map((id) => ({ ...version, plan_id: id, version: 1, limits: JSON.stringify(NO_LIMITS) })),
  );
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
  const invoices = projects.map(({ accountId }) => ({
    account_id: accountId,
    kind: "invoice" as const,
    number: randomUUID(),
    // An account has one invoice of a period, and several projects with these rows.
    period_from: new Date((days += 1) * DAY_MS).toISOString().slice(0, 10),
    period_to: line.to,
    currency: "EUR" as const,
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
  }));
  const invoice = idsOf(await db.insertInto("invoices").values(invoices).returning("id").execute());
  const runs = projects.map(() => ({ month: randomUUID(), started_by: null, accounts: 1 }));
  const invoiceRun = idsOf(await db.insertInto("invoice_runs").values(runs).returning("id").execute());
  return { plan, invoice, invoiceRun, seller: await moreSellers(db, party, projects.length) };
}

/** Companies that send invoices beside that of the settings. */
async function moreSellers(db: TestServices["db"], seller: SellerSettings["seller"], count: number): Promise<number[]> {
  const sellers = Array.from({ length: count }, () => {
    const prefix = randomUUID();
    return { settings: JSON.stringify({ seller, prefix, due_days: 14, payment: "" }), prefix };
  });
  return idsOf(await db.insertInto("sellers").values(sellers).returning("id").execute());
}

/** What belongs to the installation and to no account, as often as is asked. */
export async function someOperations({ db }: TestServices, count: number) {
  const times = Array.from({ length: count });
  const files = times.map(() => ({
    state: "complete" as const,
    file: "/nowhere/kinora.tar",
    sha256: Buffer.alloc(32),
  }));
  const backup = idsOf(await db.insertInto("backups").values(files).returning("id").execute());
  const chore = times.map(() => `test.${randomUUID()}`);
  await insertRows(
    db,
    "chores",
    chore.map((name) => ({ name, does: "Nothing.", every_seconds: 3_600 })),
  );
  // One search runs at a time: that of an earlier sample would refuse the next one.
  await deleteRows(db, "storage_scans", {});
  const worker = times.map(() => `worker-${randomUUID()}`);
  await insertRows(
    db,
    "worker_settings",
    worker.map((name) => ({ name })),
  );
  // Without a heartbeat: a livestream that other operations begin does not wait for a host that answers nothing.
  const liveHost = times.map(() => `live-${randomUUID()}`);
  await insertRows(
    db,
    "stream_hosts",
    liveHost.map((host) => ({ host, url: "http://192.0.2.1:4107", pid: 1, seen_at: new Date(0) })),
  );
  return { backup, chore, worker, liveHost };
}
