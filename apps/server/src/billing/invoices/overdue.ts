import { dayIn } from "@kinora/domain/billing/months.ts";
import { sql } from "kysely";
import type { Services } from "../../context.ts";

const PAGE = 100;

/** Emits `invoice.overdue` of every invoice that is not paid the day after it was due, once. */
export async function announceOverdue({ db, clock, emit }: Services): Promise<void> {
  const now = clock.now();
  for (;;) {
    const announced = await db.transaction().execute(async (tx) => {
      const { rows } = await sql<{ id: number; account_id: number }>`
        update invoices set overdue_at = ${now}::timestamptz where id in (
          select id from invoices
          where kind = 'invoice' and credited_by is null and paid < total - credited and overdue_at is null
            and due_on < ${dayIn("UTC", now)}::date
          order by id limit ${PAGE} for update skip locked)
        returning id, account_id`.execute(tx);
      for (const { id, account_id: accountId } of rows)
        await emit(tx, {
          type: "invoice.overdue",
          accountId,
          projectId: null,
          payload: { account_id: accountId, invoice_id: id },
          actor: { kind: "system" },
        });
      return rows.length;
    });
    if (announced < PAGE) return;
  }
}
