import { expect, test } from "vitest";
import { maintenanceProblems, maintenanceSentence, NO_MAINTENANCE, secondsToTryAgain } from "./maintenance.ts";

const now = new Date("2030-05-01T12:00:00Z");
const on = { ...NO_MAINTENANCE, mode: "on" } as const;

test.each([
  [null, 30],
  ["2030-05-01T12:00:12.500Z", 13],
  ["2030-05-01T18:00:00Z", 30],
  ["2030-05-01T11:00:00Z", 30],
])("maintenance until %s is tried again after %i seconds", (end, seconds) => {
  expect(secondsToTryAgain({ ...on, ends_at: end }, now)).toBe(seconds);
});

test("the sentence says when maintenance ends while that is ahead, and what the operator adds", () => {
  expect(maintenanceSentence({ ...on, ends_at: "2030-05-01T18:30:00Z", message: "New disks." }, now)).toBe(
    "Kinora is in maintenance until 2030-05-01 18:30 UTC: nothing can be changed, and everything keeps playing. New disks.",
  );
  expect(maintenanceSentence({ ...on, ends_at: "2030-05-01T11:00:00Z" }, now)).toBe(
    "Kinora is in maintenance: nothing can be changed, and everything keeps playing.",
  );
});

test.each([
  [NO_MAINTENANCE, []],
  [on, []],
  [{ ...on, ends_at: "2030-05-01T11:00:00Z" }, ["ends_at"]],
  [{ ...on, mode: "announced" as const }, ["starts_at"]],
  [
    {
      ...on,
      mode: "announced" as const,
      starts_at: "2030-05-02T12:00:00Z",
      ends_at: "2030-05-02T11:00:00Z",
    },
    ["ends_at"],
  ],
])("%o has problems at %o", (maintenance, fields) => {
  expect(Object.keys(maintenanceProblems(maintenance, now))).toEqual(fields);
});
