import { dayIn } from "@kinora/domain/billing/months.ts";
import { sql } from "kysely";
import type { Services } from "../../context.ts";
import { mailInvoice } from "./mail-invoice.ts";

/** Days after an invoice was due until its buyer is reminded. */
const REMINDED_AFTER_DAYS = 7;
const PAGE = 100;

/** Reminds once of every invoice that has been overdue for a week. */
export async function remindOfInvoices({ db, clock, jobs }: Services): Promise<void> {
  const today = dayIn("UTC", clock.now());
  for (;;) {
    const reminded = await db.transaction().execute(async (tx) => {
      const { rows } = await sql<{ id: number }>`
        update invoices set reminded_on = ${today}::date where id in (
          select id from invoices
          where kind = 'invoice' and credited_by is null and paid < total - credited and reminded_on is null
            and due_on < ${today}::date - ${REMINDED_AFTER_DAYS}::int
          order by id limit ${PAGE} for update skip locked)
        returning id`.execute(tx);
      for (const { id } of rows) await jobs.send(tx, mailInvoice, { invoiceId: id, reminder: true });
      return rows.length;
    });
    if (reminded < PAGE) return;
  }
}
