import { formatMoney, type Currency } from "./money.ts";
import { sumOf, type InvoiceLine } from "./rating.ts";
import { vatAmount, type Vat } from "./vat.ts";
import { lineTitle } from "./words.ts";

/** The sums and lines of a credit note; amounts are negative, as on the note. */
export interface Credit {
  lines: InvoiceLine[];
  subtotal: number;
  vat_amount: number;
}

/** An issued invoice with the credit notes it has, as far as credits need it. */
export interface CreditedInvoice extends Credit {
  currency: Currency;
  period_from: string;
  period_to: string;
  vat: Pick<Vat, "rate">;
  credit_notes: readonly (Credit & { number: string })[];
}

/** What is to be credited, in minor units without VAT: a sum, or amounts of lines, which are counted from 0. */
export type WantedCredit = { amount: number } | { lines: readonly { line: number; amount: number }[] };

/** What of an invoice is not credited yet: without VAT, its VAT, and of each of its lines. */
export interface CreditLeft {
  subtotal: number;
  vat_amount: number;
  lines: number[];
}

/** What can still be credited. A line that takes from the sum, as a discount, cannot be credited alone. */
export function creditLeft({ lines, subtotal, vat_amount: vat, credit_notes: notes }: CreditedInvoice): CreditLeft {
  const credited = notes.flatMap((note) => note.lines);
  const left = subtotal + notes.reduce((sum, note) => sum + note.subtotal, 0);
  return {
    subtotal: left,
    vat_amount: vat + notes.reduce((sum, note) => sum + note.vat_amount, 0),
    lines: lines.map(({ amount }, at) => {
      const rest = amount + sumOf(credited.filter(({ of_line: line }) => line === at));
      return Math.min(left, Math.max(0, rest));
    }),
  };
}

/** Why a credit is refused, with the field it is about; null when it is possible. */
export function creditProblem(
  invoice: CreditedInvoice,
  wanted: WantedCredit,
): { field: "amount" | "lines"; words: string } | null {
  const left = creditLeft(invoice);
  const money = (amount: number) => formatMoney(amount, invoice.currency);
  const most = `Up to ${money(left.subtotal)} without VAT can still be credited.`;
  if ("amount" in wanted) return wanted.amount > left.subtotal ? { field: "amount", words: most } : null;
  if (new Set(wanted.lines.map(({ line }) => line)).size < wanted.lines.length)
    return { field: "lines", words: "Name each line once." };
  for (const { line, amount } of wanted.lines) {
    const credited = invoice.lines[line];
    if (!credited) return { field: "lines", words: "This invoice has no such line." };
    const rest = left.lines[line] ?? 0;
    if (amount > rest)
      return {
        field: "lines",
        words: `Up to ${money(rest)} of the line ${lineTitle(credited)} can still be credited.`,
      };
  }
  return sumOf(wanted.lines) > left.subtotal ? { field: "lines", words: most } : null;
}

/**
 * The lines and sums of a credit note of a part. Its VAT is the difference of the VAT of all that is credited with it and of what was
 * credited before, each rounded once, so that the VAT of parts adds up to that of the invoice.
 */
export function partialCredit(invoice: CreditedInvoice, wanted: WantedCredit): Credit {
  const { period_from: from, period_to: to } = invoice;
  const shared = { kind: "credit", meter: null, quantity: 1_000, rate: 0, tier: null } as const;
  const lines: InvoiceLine[] =
    "amount" in wanted
      ? [{ ...shared, name: "", from, to, amount: -wanted.amount }]
      : wanted.lines.flatMap(({ line, amount }) => {
          const of = invoice.lines[line];
          return of
            ? [{ ...shared, name: lineTitle(of), from: of.from, to: of.to, amount: -amount, of_line: line }]
            : [];
        });
  const left = creditLeft(invoice);
  const subtotal = sumOf(lines);
  const credited = invoice.subtotal - left.subtotal - subtotal;
  const vat = invoice.vat_amount - left.vat_amount;
  const isWhole = left.subtotal + subtotal === 0;
  return { lines, subtotal, vat_amount: isWhole ? 0 - left.vat_amount : vat - vatAmount(credited, invoice.vat) };
}

/** The lines and sums of a credit note of all that is left: the invoice's lines, less what other credit notes have. */
export function wholeCredit(invoice: CreditedInvoice): Credit {
  const left = creditLeft(invoice);
  const before = invoice.credit_notes.map(({ number, subtotal }): InvoiceLine => ({
    kind: "credit",
    meter: null,
    name: number,
    from: invoice.period_from,
    to: invoice.period_to,
    quantity: 1_000,
    rate: 0,
    tier: null,
    amount: 0 - subtotal,
  }));
  return {
    lines: [...invoice.lines.map((line) => ({ ...line, amount: 0 - line.amount })), ...before],
    subtotal: 0 - left.subtotal,
    vat_amount: 0 - left.vat_amount,
  };
}
