import { expect, test } from "vitest";
import { readTrim, wholeOf } from "./trim-view.ts";

const words = { unreadable: "unreadable", late: "late", short: "short" };

test("all of a recording can be asked for as it is shown", () => {
  expect(wholeOf(72.46)).toEqual({ from: "0:00.0", to: "1:12.5" });
  expect(readTrim(wholeOf(72.46), 72.46, words)).toEqual({ range: { from_seconds: 0, to_seconds: 72.5 }, errors: {} });
});

test.each([
  [
    { from: "", to: "x" },
    { from: "unreadable", to: "unreadable" },
  ],
  [{ from: "0:75", to: "1:20" }, { from: "unreadable" }],
  [{ from: "2:00", to: "1:00" }, { from: "late" }],
  [{ from: "0:30", to: "0:30.5" }, { to: "short" }],
  [{ from: "0:30", to: "0:10" }, { to: "short" }],
])("%j is no part of a recording of 70 seconds", (fields, errors) => {
  expect(readTrim(fields, 70, words)).toEqual({ range: null, errors });
});
