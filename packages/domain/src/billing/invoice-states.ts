/** How an invoice stands. One that was issued is paid, voided by a credit note, or overdue from the day after it was due. */
export const INVOICE_STATES = ["open", "overdue", "paid", "void", "credit"] as const;
export type InvoiceState = (typeof INVOICE_STATES)[number];

interface Standing {
  kind: "invoice" | "credit_note";
  total: number;
  paid: number;
  /** What credit notes took from the total. */
  credited: number;
  due_on: string;
  /** The credit note that voids it, or null. */
  credited_by: number | null;
}

/** @param today `YYYY-MM-DD` */
export function invoiceState(
  { kind, total, paid, credited, due_on: due, credited_by: credit }: Standing,
  today: string,
): InvoiceState {
  if (kind === "credit_note") return "credit";
  if (credit !== null) return "void";
  if (openAmount({ total, paid, credited }) <= 0) return "paid";
  return due < today ? "overdue" : "open";
}

/** What is still to be paid of an invoice in minor units; negative for what is to be paid back. */
export const openAmount = ({ total, paid, credited }: Pick<Standing, "total" | "paid" | "credited">): number =>
  total - credited - paid;

/** The number of an invoice: the operator's prefix, the year it was issued in, and its place in the year's series. */
export const invoiceNumber = (prefix: string, year: number, place: number): string =>
  `${prefix}${year}-${String(place).padStart(5, "0")}`;

export const INVOICE_PREFIX = /^[A-Z0-9-]{0,12}$/;
/** Days from issue until an invoice is due. */
export const DUE_DAYS_MAX = 120;
