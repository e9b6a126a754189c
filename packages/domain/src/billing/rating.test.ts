import fc from "fast-check";
import { expect, test } from "vitest";
import { METERS, NO_USAGE } from "./meters.ts";
import { amountOf, formatRate, plainAmount, proportion } from "./money.ts";
import { priceProblem, type MeterPrice } from "./plans.ts";
import { costAtRate, discountLine, firstRate, rateShare, rateUsage, shareOf, sumOf, type Share } from "./rating.ts";

const MONTH: Share = { from: 0, to: 30, of: 30 };
const PRICE: MeterPrice = {
  included: 100,
  tiers: [
    { up_to: 900, rate: 10_000 },
    { up_to: null, rate: 5_000 },
  ],
};

test("usage is charged tier by tier, above what is included", () => {
  expect(rateUsage(99_999, PRICE, "EUR", MONTH)).toEqual([
    { quantity: 99_999, rate: 0, tier: { from: 0, to: 100_000 }, amount: 0 },
  ]);
  expect(rateUsage(1_500_000, PRICE, "EUR", MONTH)).toEqual([
    { quantity: 100_000, rate: 0, tier: { from: 0, to: 100_000 }, amount: 0 },
    { quantity: 900_000, rate: 10_000, tier: { from: 100_000, to: 1_000_000 }, amount: 900 },
    { quantity: 500_000, rate: 5_000, tier: { from: 1_000_000, to: null }, amount: 250 },
  ]);
  // Half of the month includes half, and its tiers end at half.
  expect(rateUsage(100_000, PRICE, "EUR", { from: 0, to: 15, of: 30 })).toMatchObject([
    { quantity: 50_000, amount: 0 },
    { quantity: 50_000, amount: 50 },
  ]);
});

test("bytes at the first rate cost the same however many come before them", () => {
  expect(firstRate(PRICE)).toBe(10_000);
  expect(costAtRate("traffic", 100e9, firstRate(PRICE), "EUR")).toBe(100);
  expect(costAtRate("traffic", 5_000e9, firstRate(PRICE), "EUR")).toBe(5_000);
  expect(costAtRate("traffic", 0.5e9, 10_000, "EUR")).toBe(1);
  expect(costAtRate("traffic", 0.49e9, 10_000, "EUR")).toBe(0);
  expect(costAtRate("traffic", 3e9, 1_500_000, "JPY")).toBe(5);
  fc.assert(
    fc.property(
      fc.integer({ min: 0, max: 9_000_000 }),
      fc.integer({ min: 0, max: 50_000_000 }),
      (thousandths, rate) => {
        expect(costAtRate("traffic", thousandths * 1e6, rate, "EUR")).toBe(amountOf(thousandths, rate, "EUR"));
      },
    ),
  );
});

test("amounts are rounded half up, once for each line", () => {
  expect(amountOf(1_500, 10_000, "EUR")).toBe(2);
  expect(amountOf(1_499, 10_000, "EUR")).toBe(1);
  expect(amountOf(1_000, 1_500_000, "JPY")).toBe(2);
  expect(proportion(-5, 1, 2)).toBe(-3);
  expect(plainAmount(-5, "EUR")).toBe("-0.05");
  expect(plainAmount(1_234_50, "EUR")).toBe("1234.50");
  expect(plainAmount(1_234, "JPY")).toBe("1234");
  expect(formatRate(5_000, "EUR")).toBe("€0.005");
});

test("a price needs tiers that ascend and end nowhere", () => {
  expect(priceProblem(PRICE)).toBeNull();
  expect(priceProblem({ included: 0, tiers: [] })).toContain("above the included");
  expect(priceProblem({ included: 0, tiers: [{ up_to: 5, rate: 1 }] })).toContain("no end");
  const unordered = { included: 0, tiers: [5, 5, null].map((end) => ({ up_to: end, rate: 1 })) };
  expect(priceProblem(unordered)).toContain("above the one before");
});

const tiers = fc
  .array(fc.record({ size: fc.integer({ min: 1, max: 10_000 }), rate: fc.integer({ min: 0, max: 5_000_000 }) }), {
    minLength: 1,
    maxLength: 5,
  })
  .map((sizes) => {
    let end = 0;
    return sizes.map(({ size, rate }, n) => {
      end += size;
      return { up_to: n === sizes.length - 1 ? null : end, rate };
    });
  });
const prices = fc.record({ included: fc.integer({ min: 0, max: 10_000 }), tiers });
const quantities = fc.integer({ min: 0, max: 1_000_000_000 });

test("the tiers of a line hold all that was used, and each amount is its quantity at its rate", () => {
  fc.assert(
    fc.property(quantities, prices, (quantity, price) => {
      const rated = rateUsage(quantity, price, "EUR", MONTH);
      expect(rated.reduce((sum, { quantity: used }) => sum + used, 0)).toBe(quantity);
      for (const { quantity: used, rate, amount } of rated) {
        expect(amount).toBe(amountOf(used, rate, "EUR"));
        // The rounding of a line is at most half of a minor unit.
        expect(Math.abs(amount - (used * rate) / 10_000_000)).toBeLessThanOrEqual(0.5 + 1e-6);
      }
    }),
  );
});

test("more usage never costs less", () => {
  fc.assert(
    fc.property(quantities, quantities, prices, (a, b, price) => {
      const [less, more] = a < b ? [a, b] : [b, a];
      const cost = (quantity: number) => sumOf(rateUsage(quantity, price, "EUR", MONTH));
      // Lines are rounded one by one, so that a tier more may round by one cent.
      expect(cost(more)).toBeGreaterThanOrEqual(cost(less) - price.tiers.length);
    }),
  );
});

test("shares of a month that follow each other add up to the whole", () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 0, max: 10_000_000 }),
      fc.integer({ min: 28, max: 31 }),
      fc.array(fc.integer({ min: 1, max: 27 }), { maxLength: 6 }),
      (whole, of, changes) => {
        const cuts = [...new Set([0, ...changes, of])].toSorted((a, b) => a - b);
        const parts = cuts.slice(1).map((to, n) => shareOf(whole, { from: cuts[n] ?? 0, to, of }));
        expect(parts.reduce((sum, part) => sum + part, 0)).toBe(whole);
        expect(parts.every((part) => part >= 0)).toBe(true);
      },
    ),
  );
});

test("an invoice's lines are the plan, what was used and the discount", () => {
  const plan = { name: "Team", currency: "EUR" as const, price: 29_00, meters: { traffic: PRICE, seats: PRICE } };
  const usage = { ...NO_USAGE, traffic: 200_000, seats: 3_000 };
  const lines = rateShare(plan, usage, { share: MONTH, from: "2030-04-01", to: "2030-04-30" });
  expect(lines.map(({ kind, meter, amount }) => [kind, meter, amount])).toEqual([
    ["plan", null, 2_900],
    ["usage", "traffic", 0],
    ["usage", "traffic", 100],
    ["usage", "seats", 0],
  ]);
  expect(discountLine(lines, 1_000)).toMatchObject([{ kind: "discount", amount: -300, to: "2030-04-30" }]);
  expect(discountLine(lines, 0)).toEqual([]);
  expect(Object.keys(NO_USAGE)).toEqual([...METERS]);
});
