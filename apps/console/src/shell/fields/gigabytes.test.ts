import { expect, test } from "vitest";
import { limitInBytes, limitInGigabytes } from "./gigabytes.ts";

test("a limit is typed in gigabytes, with a point or a comma, or not at all", () => {
  expect(["", "1.5", "1,5", "0", "-1", "many"].map(limitInBytes)).toEqual([
    null,
    1.5e9,
    1.5e9,
    0,
    undefined,
    undefined,
  ]);
  expect([null, 1.5e9].map(limitInGigabytes)).toEqual(["", "1.5"]);
});
