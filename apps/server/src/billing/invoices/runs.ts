import type { InvoiceFailure } from "@kinora/db/schema-billing.ts";
import type { Currency } from "@kinora/domain/billing/money.ts";
import { daysOf } from "@kinora/domain/billing/months.ts";
import { sql } from "kysely";
import { z } from "zod";
import type { Context, Services } from "../../context.ts";
import { task } from "../../platform/jobs/tasks.ts";
import type { PageQuery } from "../../platform/lists/list-page.ts";
import { readPage } from "../../platform/lists/read-page.ts";
import { Refusal } from "../../platform/refusal.ts";
import { auditBilling, personOf } from "../audit-billing.ts";
import { draftInvoice, issueInvoice } from "./issue.ts";

/** Condition: an account has terms which begin before the month ends. */
const isBilled = (
  month: string,
) => sql`exists (select from account_terms t where t.account_id = a.id and t.plan_id is not null
    and t.effective_from < ${daysOf(month).to}::date)`;

const billed = (month: string) => sql`from accounts a where ${isBilled(month)}`;

export interface PreviewRow {
  account_id: number;
  account: string;
  /** The invoice that was issued already. */
  invoice: { id: number; number: string } | null;
  currency: Currency | null;
  subtotal: number;
  vat_amount: number;
  total: number;
  /** Why no invoice can be issued; null where one can, or where nothing is to be charged. */
  problem: string | null;
}

/** What issuing a month's invoices would do, account by account; nothing is written. */
export function previewMonth({ db }: Context, { month, ...query }: PageQuery & { month: string }) {
  const { from, to } = daysOf(month);
  const columns = sql`a.id as account_id, a.name as account, (
      select jsonb_build_object('id', id, 'number', number) from invoices
      where account_id = a.id and kind = 'invoice' and credited_by is null
        and period_from >= ${from}::date and period_from < ${to}::date) as invoice`;
  const list = { columns, from: sql`accounts a`, where: [isBilled(month)], order: sql`a.id` };
  return readPage<PreviewRow>(db, list, query, async (found) => {
    const { rows } = await sql<Pick<PreviewRow, "account_id" | "account" | "invoice">>`${found}`.execute(db);
    const data: PreviewRow[] = [];
    for (const row of rows) data.push({ ...row, ...(await previewOf(db, row.account_id, month)) });
    return data;
  });
}

const NOTHING = { currency: null, subtotal: 0, vat_amount: 0, total: 0 };

async function previewOf(db: Context["db"], accountId: number, month: string) {
  try {
    const draft = await draftInvoice(db, accountId, month);
    if (!draft) return { ...NOTHING, problem: null };
    const { currency, subtotal, vat_amount: vat, total } = draft;
    return { currency, subtotal, vat_amount: vat, total, problem: null };
  } catch (error) {
    if (error instanceof Refusal) return { ...NOTHING, problem: error.message };
    throw error;
  }
}

export interface Run {
  id: number;
  month: string;
  accounts: number;
  done: number;
  issued: number;
  failures: InvoiceFailure[];
  started_at: Date;
  finished_at: Date | null;
  cancelled_at: Date | null;
}

/** The newest runs, and what they came to. */
export const listRuns = ({ db }: Context): Promise<Run[]> =>
  db
    .selectFrom("invoice_runs")
    .select(["id", "month", "accounts", "done", "issued", "failures", "started_at", "finished_at", "cancelled_at"])
    .orderBy("id", "desc")
    .limit(20)
    .execute();

/**
 * Issues the invoices of a month for every account, in the background.
 * @throws Refusal `invalid` at `month` for one that has not ended everywhere, `conflict` while such a run is in progress.
 */
export const startRun = (context: Context, month: string): Promise<number> =>
  context.db.transaction().execute(async (tx) => {
    // The last place on earth in which the month ends is 12 hours behind UTC.
    const ended = new Date(`${daysOf(month).to}T12:00:00Z`);
    const early = "This month has not ended everywhere.";
    if (context.clock.now() < ended) throw new Refusal("invalid", early, { fields: { month: [early] } });
    const { rows } = await sql<{ id: number }>`
      insert into invoice_runs (month, started_by, started_at, accounts)
      values (${month}, ${personOf(context)}, ${context.clock.now()}, (select count(*) ${billed(month)}))
      on conflict do nothing returning id`.execute(tx);
    const id = rows[0]?.id;
    if (id === undefined) throw new Refusal("conflict", "Invoices of this month are being issued.");
    await auditBilling(tx, context, {
      accountId: null,
      action: "billing.month_issued",
      objectType: "billing",
      objectId: id,
      objectTitle: month,
      changes: {},
    });
    await context.jobs.send(tx, issueMonth, { runId: id });
    return id;
  });

/** Stops a run after the account it is at; what was issued stays. @throws Refusal `not_found` for one that has ended. */
export const cancelRun = (context: Context, id: number): Promise<void> =>
  context.db.transaction().execute(async (tx) => {
    const now = context.clock.now();
    const run = await tx
      .updateTable("invoice_runs")
      .set({ cancelled_at: now, finished_at: now })
      .where("id", "=", id)
      .where("finished_at", "is", null)
      .returning("month")
      .executeTakeFirst();
    if (!run) throw new Refusal("not_found", "This run has ended.");
    await auditBilling(tx, context, {
      accountId: null,
      action: "billing.run_cancelled",
      objectType: "billing",
      objectId: id,
      objectTitle: run.month,
      changes: {},
    });
  });

const FAILURES_MAX = 100;

/** Issues account by account, in the order of their ids. Run again it resumes after the last one. */
export const issueMonth = task({
  name: "billing.issue_month",
  payload: z.object({ runId: z.number() }),
  maximumFailures: 8,
  async run(services, { runId }, { signal }) {
    for (;;) {
      signal.throwIfAborted();
      const run = await readRunning(services, runId);
      if (!run) return;
      const { rows } = await sql<{ id: number; name: string }>`
        select a.id, a.name ${billed(run.month)} and a.id > ${run.done_to} order by a.id limit 1`.execute(services.db);
      const [account] = rows;
      if (!account) return end(services, runId);
      await issueOne(services, run, account);
    }
  },
  async gaveUp(services, { runId }, { message }) {
    await note(services, runId, { account_id: 0, account: "", reason: message });
    await end(services, runId);
  },
});

const readRunning = ({ db }: Services, id: number) =>
  db
    .selectFrom("invoice_runs")
    .select(["id", "month", "done_to", "started_by"])
    .where("id", "=", id)
    .where("finished_at", "is", null)
    .executeTakeFirst();

type Running = NonNullable<Awaited<ReturnType<typeof readRunning>>>;

async function issueOne(services: Services, run: Running, { id, name }: { id: number; name: string }): Promise<void> {
  let issued: number | null = null;
  try {
    issued = await issueInvoice(services, { userId: run.started_by }, { accountId: id, month: run.month });
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    await note(services, run.id, { account_id: id, account: name, reason: error.message });
  }
  await sql`update invoice_runs set done_to = ${id}, done = done + 1, issued = issued + ${issued === null ? 0 : 1}
    where id = ${run.id}`.execute(services.db);
}

const note = ({ db }: Services, runId: number, failure: InvoiceFailure) =>
  sql`update invoice_runs set failures = failures || ${JSON.stringify([failure])}::jsonb
    where id = ${runId} and jsonb_array_length(failures) < ${FAILURES_MAX}`.execute(db);

async function end({ db, clock }: Services, runId: number): Promise<void> {
  await db
    .updateTable("invoice_runs")
    .set({ finished_at: clock.now() })
    .where("id", "=", runId)
    .where("finished_at", "is", null)
    .execute();
}
