import { expect, test } from "vitest";
import { invoiceNumber, invoiceState, openAmount } from "./invoice-states.ts";
import { dayAfter, dayIn, daysBetween, daysOf, monthAfter } from "./months.ts";

test("days and months are counted over the ends of years and the days clocks change", () => {
  expect(dayAfter("2028-02-28", 1)).toBe("2028-02-29");
  expect(dayAfter("2030-01-01", -1)).toBe("2029-12-31");
  expect(daysBetween("2030-03-01", "2030-04-01")).toBe(31);
  expect([monthAfter("2030-12", 1), monthAfter("2030-01", -1), monthAfter("2030-06", 0)]).toEqual([
    "2031-01",
    "2029-12",
    "2030-06",
  ]);
  expect(daysOf("2030-12")).toEqual({ from: "2030-12-01", to: "2031-01-01" });
});

test("a day is that of the account's calendar", () => {
  const moment = new Date("2030-03-31T22:30:00Z");
  expect(["UTC", "Europe/Berlin", "America/Los_Angeles"].map((zone) => dayIn(zone, moment))).toEqual([
    "2030-03-31",
    "2030-04-01",
    "2030-03-31",
  ]);
});

test("how an invoice stands follows from what was paid, credited and due", () => {
  const open = { kind: "invoice", total: 100, paid: 0, credited: 0, due_on: "2030-02-14", credited_by: null } as const;
  expect(invoiceState(open, "2030-02-14")).toBe("open");
  expect(invoiceState(open, "2030-02-15")).toBe("overdue");
  expect(invoiceState({ ...open, paid: 100 }, "2030-02-15")).toBe("paid");
  expect(invoiceState({ ...open, paid: 60, credited: 39 }, "2030-02-15")).toBe("overdue");
  expect(invoiceState({ ...open, paid: 60, credited: 40 }, "2030-02-15")).toBe("paid");
  expect(openAmount({ total: 100, paid: 80, credited: 40 })).toBe(-20);
  expect(invoiceState({ ...open, credited_by: 2 }, "2030-02-15")).toBe("void");
  expect(invoiceState({ ...open, kind: "credit_note", total: -100 }, "2030-02-15")).toBe("credit");
  expect(invoiceNumber("KIN-", 2030, 42)).toBe("KIN-2030-00042");
});
