import { expect, test } from "vitest";
import { areasOf, daysOfMonth } from "./month-days.ts";

test("a month has all its days", () => {
  expect(daysOfMonth("2028-02")).toHaveLength(29);
  expect(new Date(daysOfMonth("2030-12").at(-1) ?? 0).toISOString()).toBe("2030-12-31T12:00:00.000Z");
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
  const { times, series } = areasOf("2030-02", days, "bytes_out", "Other projects");
  expect(times).toHaveLength(28);
  expect(series.map(({ label }) => label)).toEqual(["Coast", "Coast (2)", "Other projects"]);
  expect(series.map(({ values }) => [values[0], values[1], values[27]])).toEqual([
    [2, 0, 3],
    [0, 1, 0],
    [900, 0, 0],
  ]);
  expect(areasOf("2030-02", [], "bytes_out", "Other projects").series).toEqual([]);
});
