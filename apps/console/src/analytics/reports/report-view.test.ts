import { expect, test } from "vitest";
import {
  commonOf,
  granularityOf,
  inputOf,
  rangeOf,
  reportView,
  TRANSCODE_FILTERS,
  VIEW_FILTERS,
} from "./report-view.ts";

test("the range is the last 28 days unless the address has another, whichever end comes first", () => {
  expect(rangeOf({}, "2030-03-28")).toEqual({ from: "2030-03-01", to: "2030-03-28" });
  expect(rangeOf({ from: "2030-03-10" }, "2030-03-28")).toEqual({ from: "2030-03-10", to: "2030-03-28" });
  expect(rangeOf({ from: "2030-03-10", to: "2030-03-01" }, "2030-03-28")).toEqual({
    from: "2030-03-01",
    to: "2030-03-10",
  });
});

test("a short range is drawn by the hour, and a long one never is", () => {
  expect(granularityOf({}, { from: "2030-03-01", to: "2030-03-01" })).toBe("hour");
  expect(granularityOf({}, { from: "2030-03-01", to: "2030-03-28" })).toBe("day");
  expect(granularityOf({ granularity: "hour" }, { from: "2030-01-01", to: "2030-03-28" })).toBe("day");
});

test("the API is asked with what the address says and nothing else", () => {
  const address = reportView.read({ from: "2030-03-01", to: "2030-03-07", compare: "true", host: "a.example", x: "y" });
  expect(inputOf(address, "2030-03-28", VIEW_FILTERS)).toEqual({
    from: "2030-03-01",
    to: "2030-03-07",
    page: 1,
    per_page: 30,
    granularity: "day",
    host: "a.example",
    compare: "true",
  });
});

test("a report is not asked with a filter it does not know, and tabs keep range and filters", () => {
  const address = reportView.read({ from: "2030-03-01", host: "a.example", by: "host", metric: "loads", page: 2 });
  expect(inputOf(address, "2030-03-28", TRANSCODE_FILTERS)).not.toHaveProperty("host");
  expect(commonOf(address)).toEqual({ from: "2030-03-01", host: "a.example" });
});
