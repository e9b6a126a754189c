import { expect, test } from "vitest";
import { monthlyRevenue, NO_SPECIAL_TERMS } from "./plans.ts";

const DAY = "2026-03-15";

test.each([
  ["the plan's price", {}, 4_900],
  ["a price of its own", { price: 3_000 }, 3_000],
  ["no price at all", { price: 0, discount: 1_000 }, 0],
  ["a discount for good", { discount: 1_250 }, 4_287],
  ["a discount on its last day", { discount: 5_000, discount_until: DAY }, 2_450],
  ["a discount that has ended", { discount: 5_000, discount_until: "2026-03-14" }, 4_900],
  ["a discount of its own price", { price: 1_001, discount: 5_000 }, 500],
])("an account with %s pays that each month", (_terms, special, revenue) => {
  expect(monthlyRevenue({ price: 4_900 }, { ...NO_SPECIAL_TERMS, ...special }, DAY)).toBe(revenue);
});
