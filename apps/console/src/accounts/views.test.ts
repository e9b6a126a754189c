import { expect, test } from "vitest";
import { thisMonth } from "./views.ts";

test("the month is that of UTC", () => {
  expect(thisMonth(new Date("2030-01-31T23:59:00Z"))).toBe("2030-01");
});
