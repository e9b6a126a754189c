import fc from "fast-check";
import { expect, test } from "vitest";
import { creditAtIssue, takeCredit } from "./balance.ts";

const overpaid = fc.array(fc.record({ id: fc.nat(), over: fc.integer({ min: 1, max: 1_000 }) }), { maxLength: 6 });
const sumOf = (parts: readonly { amount: number }[]) => parts.reduce((sum, { amount }) => sum + amount, 0);

test("credit pays as much as there is, no more than the sum, and the oldest invoice first", () => {
  fc.assert(
    fc.property(overpaid, fc.integer({ min: -100, max: 4_000 }), (given, sum) => {
      const taken = takeCredit(given, sum);
      const all = given.reduce((total, { over }) => total + over, 0);
      expect(sumOf(taken)).toBe(Math.min(all, Math.max(0, sum)));
      // Every one before the last gives all it has.
      for (const [at, { id, amount }] of taken.entries()) {
        expect(id).toBe(given[at]?.id);
        expect(amount).toBeGreaterThan(0);
        if (at < taken.length - 1) expect(amount).toBe(given[at]?.over);
        else expect(amount).toBeLessThanOrEqual(given[at]?.over ?? 0);
      }
    }),
  );
});

test("what an invoice says of credit is that of earlier invoices when it was issued", () => {
  const payments = [
    { amount: 300, other_invoice_id: 3 },
    { amount: 200, other_invoice_id: 5 },
    { amount: 1_000, other_invoice_id: null },
    // Given to a later one, returned by it, and returned to an earlier one.
    { amount: -150, other_invoice_id: 9 },
    { amount: 150, other_invoice_id: 9 },
    { amount: -300, other_invoice_id: 3 },
  ];
  expect(creditAtIssue({ id: 7, payments })).toBe(500);
  expect(creditAtIssue({ id: 7, payments: [] })).toBe(0);
});
