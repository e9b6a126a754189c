import { expect, test } from "vitest";
import { conversionProgress } from "./progress-events.ts";

// spec: 3.12
test("a pushed progress is read only when it has the shape of one", () => {
  expect(conversionProgress({ id: 4, progress: 42.5, eta: 180 })).toEqual({ id: 4, progress: 42.5, eta: 180 });
  expect(conversionProgress({ id: 4, progress: 42.5 })).toEqual({ id: 4, progress: 42.5, eta: null });
  expect(conversionProgress({ id: "4", progress: 1 })).toBeNull();
  expect(conversionProgress("nonsense")).toBeNull();
});
