import type { Chore } from "../platform/jobs/chores.ts";
import { issueDueMonth } from "./invoices/automatic.ts";
import { mailInvoice } from "./invoices/mail-invoice.ts";
import { announceOverdue } from "./invoices/overdue.ts";
import { remindOfInvoices } from "./invoices/reminders.ts";
import { issueMonth } from "./invoices/runs.ts";
import { mailPlanRequest } from "./plans/mail-plan-request.ts";
import { countUsage } from "./usage/count-usage.ts";
import { mailWarning } from "./usage/mail-warning.ts";
import { sampleStorage } from "./usage/storage-hours.ts";
import { warnOfUsage } from "./usage/warnings.ts";

export const billingTasks = [mailInvoice, mailWarning, mailPlanRequest, issueMonth];

/** What billing does by the clock. */
export const billingChores: readonly Chore[] = [
  {
    name: "billing.count_usage",
    does: "Counts what accounts store, send and encode.",
    everySeconds: 600,
    async run({ db, clock }) {
      const now = clock.now();
      await sampleStorage(db, now);
      await countUsage(db, { now });
    },
  },
  {
    name: "billing.warn_of_usage",
    does: "Mails accounts that have used up most of what their plan includes.",
    everySeconds: 3_600,
    run: warnOfUsage,
  },
  {
    name: "billing.issue_due_month",
    does: "Issues the invoices of last month, from the day that the invoice settings name.",
    everySeconds: 3_600,
    run: issueDueMonth,
  },
  {
    name: "billing.announce_overdue",
    does: "Emits the event of invoices that were not paid when they were due.",
    everySeconds: 3_600,
    run: announceOverdue,
  },
  {
    name: "billing.remind",
    does: "Reminds accounts of invoices that are due.",
    everySeconds: 3_600,
    run: remindOfInvoices,
  },
];
