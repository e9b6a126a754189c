/** An invoice of which more is paid than is left of it: `over` is the difference in minor units, above 0. */
export interface Overpaid {
  id: number;
  over: number;
}

/**
 * How much credit of each overpaid invoice pays a sum, in their order: as much as there is, and no more than the sum. Those that give
 * nothing are left out.
 */
export function takeCredit<Invoice extends Overpaid>(
  overpaid: readonly Invoice[],
  sum: number,
): (Invoice & { amount: number })[] {
  let left = sum;
  return overpaid.flatMap((invoice) => {
    const amount = Math.min(invoice.over, Math.max(0, left));
    left -= amount;
    return amount > 0 ? [{ ...invoice, amount }] : [];
  });
}

interface PaidInvoice {
  id: number;
  payments: readonly { amount: number; other_invoice_id: number | null }[];
}

/** What credit of earlier invoices paid of an invoice when it was issued. What was returned later does not change it. */
export const creditAtIssue = ({ id, payments }: PaidInvoice): number =>
  payments
    .filter(({ amount, other_invoice_id: other }) => other !== null && other < id && amount > 0)
    .reduce((sum, { amount }) => sum + amount, 0);
