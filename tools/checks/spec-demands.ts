import type { Demand } from "./spec-coverage.ts";
import { ruleDemands } from "./spec-rules.ts";
import { screenDemands } from "./spec-screens.ts";

/** Every demand of the specification, in its order. */
export const specDemands: Demand[] = [...screenDemands, ...ruleDemands].toSorted(
  (a, b) => Number(a.section) - Number(b.section),
);
