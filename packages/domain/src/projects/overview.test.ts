import { expect, test } from "vitest";
import { percentOf } from "./overview.ts";

test.each([
  [0, 100, 0],
  [799, 1000, 79],
  [800, 1000, 80],
  [2000, 1000, 100],
  [0, 0, 100],
  [5, null, null],
])("%d of %s is %s percent", (used, limit, percent) => expect(percentOf(used, limit)).toBe(percent));
