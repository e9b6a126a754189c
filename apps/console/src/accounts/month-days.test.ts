import { expect, test } from "vitest";
import { areasOf, daysOfMonth, daysSoFar } from "./month-days.ts";

test("a month has all its days", () => {
  expect(daysOfMonth("2028-02")).toHaveLength(29);
  expect(new Date(daysOfMonth("2030-12").at(-1) ?? 0).toISOString()).toBe("2030-12-31T12:00:00.000Z");
});

test("days to come are left out, but none that was counted", () => {
  const counted = (day: string) => ({ day, figure: "bytes_out" as const, project_id: 1, project: "Coast", amount: 1 });
  expect(daysSoFar("2030-02", 0.5, [])).toHaveLength(14);
  expect(daysSoFar("2030-02", 0.51, [])).toHaveLength(15);
  expect(daysSoFar("2030-02", 1, [])).toHaveLength(28);
  // The server's day has begun before the reader's.
  expect(daysSoFar("2030-02", 0.5, [counted("2030-02-15")])).toHaveLength(15);
});

test("areas are projects, the largest first and the other ones last, with a name each", () => {
  const row = (day: string, id: number, amount: number, figure: "bytes_out" | "live_hours" = "bytes_out") => ({
    day: `2030-02-${day}`,
    figure,
    project_id: id,
    project: id === 0 ? "" : "Coast",
    amount,
  });
  const days = [row("01", 0, 900), row("02", 7, 1), row("01", 8, 2), row("28", 8, 3), row("01", 7, 50, "live_hours")];
  const { times, series } = areasOf(daysOfMonth("2030-02"), days, "bytes_out", "Other projects");
  expect(times).toHaveLength(28);
  expect(series.map(({ label }) => label)).toEqual(["Coast", "Coast (2)", "Other projects"]);
  expect(series.map(({ values }) => [values[0], values[1], values[27]])).toEqual([
    [2, 0, 3],
    [0, 1, 0],
    [900, 0, 0],
  ]);
  expect(areasOf(daysOfMonth("2030-02"), [], "bytes_out", "Other projects").series).toEqual([]);
});
