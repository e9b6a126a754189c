import fc from "fast-check";
import { expect, test } from "vitest";
import { creditLeft, creditProblem, partialCredit, wholeCredit, type Credit, type CreditedInvoice } from "./credits.ts";
import { sumOf, type InvoiceLine } from "./rating.ts";
import { vatAmount } from "./vat.ts";
import { lineTitle } from "./words.ts";

const line = (amount: number, kind: InvoiceLine["kind"] = "plan"): InvoiceLine => ({
  kind,
  meter: null,
  name: "Team",
  from: "2030-03-01",
  to: "2030-03-31",
  quantity: 1_000,
  rate: 0,
  tier: null,
  amount,
});

function anInvoice(lines: InvoiceLine[], rate = 1_900): CreditedInvoice {
  const vat = { rate };
  const subtotal = sumOf(lines);
  const period = { period_from: "2030-03-01", period_to: "2030-03-31" };
  const sums = { subtotal, vat_amount: vatAmount(subtotal, vat) };
  return { ...period, ...sums, currency: "EUR", lines, vat, credit_notes: [] };
}

const noted = (invoice: CreditedInvoice, credit: Credit): CreditedInvoice => ({
  ...invoice,
  credit_notes: [...invoice.credit_notes, { ...credit, number: `K-${String(invoice.credit_notes.length + 2)}` }],
});

test("amounts of lines are credited with the invoice's VAT, and no more than is left of each", () => {
  const invoice = anInvoice([line(3_000), line(1_000)]);
  const credit = partialCredit(invoice, { lines: [{ line: 1, amount: 400 }] });
  expect(credit).toMatchObject({ subtotal: -400, vat_amount: -76 });
  expect(credit.lines).toMatchObject([{ kind: "credit", name: "Team", amount: -400, of_line: 1 }]);
  const after = noted(invoice, credit);
  expect(creditLeft(after)).toEqual({ subtotal: 3_600, vat_amount: 684, lines: [3_000, 600] });
  expect(creditProblem(after, { lines: [{ line: 1, amount: 600 }] })).toBeNull();
  expect(creditProblem(after, { lines: [{ line: 1, amount: 601 }] })).toEqual({
    field: "lines",
    words: "Up to €6.00 of the line Team can still be credited.",
  });
  expect(creditProblem(after, { amount: 3_600 })).toBeNull();
  expect(creditProblem(after, { amount: 3_601 })).toMatchObject({ field: "amount" });
});

test("lines that are named twice, that are not there, and discounts are refused", () => {
  const invoice = anInvoice([line(3_000), line(-1_500, "discount")]);
  const problemOf = (...lines: { line: number; amount: number }[]) => creditProblem(invoice, { lines })?.words;
  expect(problemOf({ line: 0, amount: 1 }, { line: 0, amount: 1 })).toBe("Name each line once.");
  expect(problemOf({ line: 2, amount: 1 })).toBe("This invoice has no such line.");
  expect(problemOf({ line: 1, amount: 1 })).toContain("Up to €0.00");
  // The discount is off: the line has 30.00, the invoice 15.00.
  expect(problemOf({ line: 0, amount: 1_501 })).toContain("Up to €15.00");
  expect(problemOf({ line: 0, amount: 1_500 })).toBeUndefined();
});

test("what is left after credits of parts is credited by a note that names them", () => {
  const invoice = anInvoice([line(3_000), line(1_000)]);
  const after = noted(invoice, partialCredit(invoice, { amount: 999 }));
  const rest = wholeCredit(after);
  expect(rest).toMatchObject({ subtotal: -3_001, vat_amount: -570 });
  expect(rest.lines.map(({ amount }) => amount)).toEqual([-3_000, -1_000, 999]);
  expect(rest.lines.map(lineTitle)).toEqual(["Team", "Team", "Credited by K-2"]);
  expect(wholeCredit(invoice).lines).toHaveLength(2);
});

const invoices = fc
  .record({
    amounts: fc.array(fc.integer({ min: 0, max: 5_000 }), { minLength: 1, maxLength: 5 }),
    discount: fc.integer({ min: 0, max: 100 }),
    rate: fc.constantFrom(0, 700, 810, 1_900, 2_550),
  })
  .map(({ amounts, discount, rate }) => {
    const lines = amounts.map((amount) => line(amount));
    const off = Math.floor((sumOf(lines) * discount) / 100);
    return anInvoice(off === 0 ? lines : [...lines, line(-off, "discount")], rate);
  });
/** Credits that people try one after the other: of a line, or of a sum. */
const tries = fc.array(
  fc.record({
    line: fc.option(fc.integer({ min: 0, max: 5 }), { nil: null }),
    amount: fc.integer({ min: 1, max: 3_000 }),
  }),
  { maxLength: 12 },
);

test("credits never exceed an invoice, and all of them with it are 0", () => {
  fc.assert(
    fc.property(invoices, tries, (issued, wanted) => {
      let invoice = issued;
      for (const { line: at, amount } of wanted) {
        const credit = at === null ? { amount } : { lines: [{ line: at, amount }] };
        if (creditProblem(invoice, credit) !== null) continue;
        const note = partialCredit(invoice, credit);
        // No note gives VAT of its own: one of a sum is at most a cent off the VAT of that sum.
        expect(Math.abs(note.vat_amount - vatAmount(note.subtotal, issued.vat))).toBeLessThanOrEqual(1);
        expect(note.vat_amount).toBeLessThanOrEqual(0);
        invoice = noted(invoice, note);
        const left = creditLeft(invoice);
        expect(left.subtotal).toBeGreaterThanOrEqual(0);
        expect(left.vat_amount).toBeGreaterThanOrEqual(0);
        if (left.subtotal === 0) expect(left.vat_amount).toBe(0);
      }
      const rest = wholeCredit(invoice);
      expect(sumOf(rest.lines)).toBe(rest.subtotal);
      expect(creditLeft(noted(invoice, rest))).toMatchObject({ subtotal: 0, vat_amount: 0 });
    }),
  );
});
